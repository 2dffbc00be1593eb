package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.Frames;
import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/// A column of a batch of mappings, as it came out of Python: the values that are not NULL, and how
/// they spread over the rows.
final class MappedColumn {
  /// What Python type the values have.
  enum Kind {
    NULL,
    BOOL,
    INT,
    FLOAT,
    TEXT,
    BYTES,
    DECIMAL,
    DATE,
    TIME,
    DURATION,
    TIMESTAMP,
    LIST,
    STRUCT
  }

  final Kind kind;
  final int count;
  final boolean[] isNull;
  private final @Nullable Object content;

  /// For INT: the range, as `packing.py` says it (0 signed, 1 not negative, 2 beyond 2^63).
  final int range;

  final String zone;
  final Map<String, MappedColumn> parts;
  final @Nullable MappedColumn items;

  private MappedColumn(
      Kind kind,
      int count,
      boolean[] isNull,
      @Nullable Object content,
      int range,
      String zone,
      Map<String, MappedColumn> parts,
      @Nullable MappedColumn items) {
    this.kind = kind;
    this.count = count;
    this.isNull = isNull;
    this.content = content;
    this.range = range;
    this.zone = zone;
    this.parts = parts;
    this.items = items;
  }

  /// The columns of a batch by name, in the order of their first appearance.
  record Batch(int count, Map<String, MappedColumn> columns) {}

  static Batch readBatch(DataInputStream in) throws IOException {
    int count = in.readInt();
    return new Batch(count, readNamed(in));
  }

  private static Map<String, MappedColumn> readNamed(DataInputStream in) throws IOException {
    Map<String, MappedColumn> columns = new LinkedHashMap<>();
    for (int n = in.readInt(); n > 0; n--) {
      columns.put(Frames.readText(in), read(in));
    }
    return columns;
  }

  private static MappedColumn read(DataInputStream in) throws IOException {
    Kind kind = Kind.valueOf(Frames.readText(in).toUpperCase(java.util.Locale.ROOT));
    ByteBuffer nulls = bytes(in);
    int count = in.readInt();
    boolean[] isNull = new boolean[count];
    while (nulls.hasRemaining()) {
      isNull[nulls.getInt()] = true;
    }
    Object content = null;
    int range = 0;
    String zone = "";
    Map<String, MappedColumn> parts = Map.of();
    MappedColumn items = null;
    switch (kind) {
      case NULL -> {}
      case BOOL, DATE, TIME, DURATION, FLOAT -> content = bytes(in);
      case INT -> {
        content = bytes(in);
        range = in.readInt();
      }
      case TEXT -> {
        String all = Frames.readText(in);
        List<String> texts = new ArrayList<>();
        int at = 0;
        for (ByteBuffer lengths = bytes(in); lengths.hasRemaining(); ) {
          int end = at + lengths.getInt();
          texts.add(all.substring(at, end));
          at = end;
        }
        content = texts;
      }
      case BYTES -> {
        ByteBuffer all = bytes(in);
        List<byte[]> values = new ArrayList<>();
        for (ByteBuffer lengths = bytes(in); lengths.hasRemaining(); ) {
          byte[] value = new byte[lengths.getInt()];
          all.get(value);
          values.add(value);
        }
        content = values;
      }
      case DECIMAL -> {
        List<BigDecimal> values = new ArrayList<>();
        String all = StandardCharsets.ISO_8859_1.decode(bytes(in)).toString();
        for (StringTokenizer texts = new StringTokenizer(all, " "); texts.hasMoreTokens(); ) {
          BigDecimal value = new BigDecimal(texts.nextToken());
          values.add(value.scale() < 0 ? value.setScale(0) : value);
        }
        content = values;
      }
      case TIMESTAMP -> {
        content = bytes(in);
        zone = Frames.readText(in);
      }
      case LIST -> {
        content = bytes(in);
        items = read(in);
      }
      case STRUCT -> parts = readNamed(in);
    }
    return new MappedColumn(kind, count, isNull, content, range, zone, parts, items);
  }

  private static ByteBuffer bytes(DataInputStream in) throws IOException {
    return ByteBuffer.wrap(in.readNBytes(in.readInt())).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// A number by its place among the values that are not NULL. TIMESTAMP: seconds at `2i`,
  /// nanoseconds at `2i + 1`. FLOAT: the bits.
  long number(int i) {
    return packed().getLong(i * 8);
  }

  boolean bool(int i) {
    return packed().get(i) == 1;
  }

  /// LIST: the length of a value.
  int length(int i) {
    return packed().getInt(i * 4);
  }

  private ByteBuffer packed() {
    return (ByteBuffer) java.util.Objects.requireNonNull(content);
  }

  String text(int i) {
    return (String) java.util.Objects.requireNonNull(object(i));
  }

  byte[] binary(int i) {
    return (byte[]) java.util.Objects.requireNonNull(object(i));
  }

  BigDecimal decimal(int i) {
    return (BigDecimal) java.util.Objects.requireNonNull(object(i));
  }

  private @Nullable Object object(int i) {
    return ((List<?>) java.util.Objects.requireNonNull(content)).get(i);
  }

  /// How many values are not NULL.
  int present() {
    int present = 0;
    for (boolean missing : isNull) {
      present += missing ? 0 : 1;
    }
    return present;
  }
}
