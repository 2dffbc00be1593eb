package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Fields;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
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

  MappedColumn(
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

  static Batch readBatch(Fields in) throws BadAnswer {
    return new MappedColumnReader(in).readBatch();
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
