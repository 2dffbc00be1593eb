package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.ValueType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// The family of values that a column holds, and where compilation has to leave it to Python.
final class ColumnTypes {
  private ColumnTypes() {}

  static ValueType of(Field field) {
    return switch (field.getType().getTypeID()) {
      case Null -> ValueType.NULL;
      case Bool -> ValueType.BOOL;
      case Int -> ValueType.INTEGER;
      case FloatingPoint -> ValueType.FLOAT;
      case Decimal -> ValueType.DECIMAL;
      case Utf8, LargeUtf8, Utf8View -> ValueType.TEXT;
      case Binary, LargeBinary, FixedSizeBinary, BinaryView -> ValueType.BINARY;
      case Date -> ValueType.DATE;
      case Time -> ValueType.TIME;
      case Timestamp -> timestamp((ArrowType.Timestamp) field.getType());
      case Duration, Interval -> ValueType.DURATION;
      case List, LargeList, FixedSizeList, ListView, LargeListView -> ValueType.LIST;
      case Struct, Map, Union, RunEndEncoded, NONE -> ValueType.STRUCT;
    };
  }

  private static ValueType timestamp(ArrowType.Timestamp type) {
    if (type.getTimezone() == null) {
      return ValueType.NAIVE_TIMESTAMP;
    }
    try {
      boolean fixed = ZoneId.of(type.getTimezone()).getRules().isFixedOffset();
      return fixed ? ValueType.INSTANT : ValueType.ZONED_TIMESTAMP;
    } catch (DateTimeException _) {
      return ValueType.ZONED_TIMESTAMP;
    }
  }

  static Optional<String> whyNotCompiled(Field field) {
    return switch (of(field)) {
      case ZONED_TIMESTAMP -> Optional.of("a timestamp in a zone whose offset changes");
      case LIST -> Optional.of("a list");
      case STRUCT -> Optional.of("a struct");
      case NULL,
          BOOL,
          INTEGER,
          FLOAT,
          DECIMAL,
          TEXT,
          BINARY,
          DATE,
          TIME,
          NAIVE_TIMESTAMP,
          INSTANT,
          DURATION ->
          Optional.empty();
    };
  }
}
