package dev.dovetail.engine.expr;

import java.time.DateTimeException;
import java.time.ZoneId;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// The families of values that conditions tell apart. Within a family all values compare with each
/// other; across families equality is false and ordering undecided, except that BOOL, INTEGER,
/// FLOAT and DECIMAL are one family of numbers, compared exactly.
public enum ValueType {
  NULL,
  BOOL,
  INTEGER,
  FLOAT,
  DECIMAL,
  TEXT,
  BINARY,
  DATE,
  TIME,
  /// A timestamp without a zone.
  NAIVE_TIMESTAMP,
  /// A timestamp whose zone has one fixed offset, such as UTC: compared by instant.
  INSTANT,
  /// A timestamp in a zone whose offset changes. Python compares two of them by wall time within
  /// one zone and refuses equality near a change of offset across zones, so these are not compiled.
  ZONED_TIMESTAMP,
  DURATION,
  LIST,
  STRUCT;

  /// The family of an Arrow column's values.
  ///
  /// @throws IllegalArgumentException for a type that no Space holds (dictionaries, unions, views)
  public static ValueType of(Field field) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Null -> NULL;
      case Bool -> BOOL;
      case Int -> INTEGER;
      case FloatingPoint -> FLOAT;
      case Decimal -> DECIMAL;
      case Utf8 -> TEXT;
      case Binary -> BINARY;
      case Date -> DATE;
      case Time -> TIME;
      case Timestamp -> ofTimestamp(((ArrowType.Timestamp) type).getTimezone());
      case Duration -> DURATION;
      case List -> LIST;
      case Struct -> STRUCT;
      case Map,
          LargeList,
          FixedSizeList,
          ListView,
          LargeListView,
          RunEndEncoded,
          LargeUtf8,
          LargeBinary,
          Utf8View,
          BinaryView,
          FixedSizeBinary,
          Interval,
          Union,
          NONE ->
          throw new IllegalArgumentException(
              "column " + field.getName() + " has type " + type + ", which no Space holds");
    };
  }

  private static ValueType ofTimestamp(String zone) {
    if (zone == null || zone.isEmpty()) {
      return NAIVE_TIMESTAMP;
    }
    try {
      return ZoneId.of(zone).getRules().isFixedOffset() ? INSTANT : ZONED_TIMESTAMP;
    } catch (DateTimeException e) {
      return ZONED_TIMESTAMP;
    }
  }

  public boolean isNumber() {
    return this == BOOL || this == INTEGER || this == FLOAT || this == DECIMAL;
  }
}
