package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.MappedColumn.Batch;
import dev.dovetail.polyglot.eval.MappedColumn.Kind;
import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Fields;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;

/// Reads what `dev.dovetail.polyglot.worker.PackedResult` writes, or something else that pretends
/// to be it: every column holds as many values as its rows ask for, and what a batch takes in
/// memory stays in proportion to its bytes.
final class MappedColumnReader {
  /// Values of a batch, the NULL ones included, which take no bytes in it.
  private static final int MOST_CELLS = 1 << 26;

  private static final int DEEPEST = 100;

  /// So large an exponent is left as it is; the column's type then says that it has no room.
  private static final int MOST_ZEROS = 1_000;

  private static final int MOST_DIGITS = 10_000;

  private final Fields in;
  private int cellsLeft = MOST_CELLS;

  MappedColumnReader(Fields in) {
    this.in = in;
  }

  Batch readBatch() throws BadAnswer {
    int rows = in.number(0, MOST_CELLS);
    Batch batch = new Batch(rows, readNamed(rows, 0));
    in.end();
    return batch;
  }

  private Map<String, MappedColumn> readNamed(int count, int depth) throws BadAnswer {
    Map<String, MappedColumn> columns = new LinkedHashMap<>();
    for (int n = in.count(); n > 0; n--) {
      if (columns.put(in.text(), read(count, depth)) != null) {
        throw new BadAnswer("a field occurs twice");
      }
    }
    return columns;
  }

  private MappedColumn read(int count, int depth) throws BadAnswer {
    if (depth > DEEPEST || count > cellsLeft) {
      throw new BadAnswer("a value is too deep, or there are too many");
    }
    cellsLeft -= count;
    Kind kind = Kind.valueOf(in.text().toUpperCase(Locale.ROOT));
    ByteBuffer nulls = packed();
    in.number(count, count);
    boolean[] isNull = new boolean[count];
    int present = count;
    while (nulls.hasRemaining()) {
      int row = nulls.getInt();
      present -= isNull[row] ? 0 : 1;
      isNull[row] = true;
    }
    Object content = null;
    int range = 0;
    String zone = "";
    Map<String, MappedColumn> parts = Map.of();
    MappedColumn items = null;
    switch (kind) {
      case NULL -> {}
      case BOOL -> content = packed(present, 1);
      case TIME, DURATION, FLOAT -> content = packed(present, 8);
      case DATE -> content = dates(present);
      case INT -> {
        content = packed(present, 8);
        range = in.number(0, 2);
      }
      case TEXT -> content = whole(texts(), present);
      case BYTES -> content = whole(binaries(), present);
      case DECIMAL -> content = whole(decimals(), present);
      case TIMESTAMP -> {
        content = packed(present, 16);
        zone = in.text();
      }
      case LIST -> {
        ByteBuffer lengths = packed(present, 4);
        content = lengths;
        items = read(sum(lengths), depth + 1);
      }
      case STRUCT -> parts = readNamed(present, depth + 1);
    }
    return new MappedColumn(kind, count, isNull, content, range, zone, parts, items);
  }

  private ByteBuffer packed() throws BadAnswer {
    return ByteBuffer.wrap(in.bytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer packed(int values, int bytesEach) throws BadAnswer {
    ByteBuffer all = packed();
    if (all.remaining() != (long) values * bytesEach) {
      throw new BadAnswer(all.remaining() + " bytes came for " + values + " values");
    }
    return all;
  }

  private static List<?> whole(List<?> values, int present) throws BadAnswer {
    if (values.size() != present) {
      throw new BadAnswer(values.size() + " values came of " + present);
    }
    return values;
  }

  private ByteBuffer dates(int present) throws BadAnswer {
    ByteBuffer days = packed(present, 8);
    for (int i = 0; i < present; i++) {
      if (days.getLong(i * 8) != (int) days.getLong(i * 8)) {
        throw new BadAnswer("a date is none");
      }
    }
    return days;
  }

  private int sum(ByteBuffer lengths) throws BadAnswer {
    long sum = 0;
    for (int i = 0; i < lengths.limit(); i += 4) {
      int length = lengths.getInt(i);
      sum += length;
      if (length < 0 || sum > cellsLeft) {
        throw new BadAnswer("lists of such lengths cannot be");
      }
    }
    return (int) sum;
  }

  private List<String> texts() throws BadAnswer {
    String all = in.text();
    List<String> texts = new ArrayList<>();
    int at = 0;
    for (ByteBuffer lengths = packed(); lengths.hasRemaining(); ) {
      int end = at + lengths.getInt();
      texts.add(all.substring(at, end));
      at = end;
    }
    return texts;
  }

  private List<byte[]> binaries() throws BadAnswer {
    ByteBuffer all = packed();
    List<byte[]> values = new ArrayList<>();
    for (ByteBuffer lengths = packed(); lengths.hasRemaining(); ) {
      int length = lengths.getInt();
      if (length < 0 || length > all.remaining()) {
        throw new BadAnswer("bytes are missing");
      }
      byte[] value = new byte[length];
      all.get(value);
      values.add(value);
    }
    return values;
  }

  private List<BigDecimal> decimals() throws BadAnswer {
    List<BigDecimal> values = new ArrayList<>();
    String all = StandardCharsets.ISO_8859_1.decode(packed()).toString();
    for (StringTokenizer texts = new StringTokenizer(all, " "); texts.hasMoreTokens(); ) {
      String text = texts.nextToken();
      if (text.length() > MOST_DIGITS) { // so many digits take Java minutes to read
        throw new DovetailException(
            ErrorCode.E129,
            "the function returned a decimal of " + text.length() + " characters",
            "",
            "Round the values with quantize().");
      }
      BigDecimal value = new BigDecimal(text);
      boolean filled = value.scale() < 0 && value.scale() >= -MOST_ZEROS;
      values.add(filled ? value.setScale(0) : value);
    }
    return values;
  }
}
