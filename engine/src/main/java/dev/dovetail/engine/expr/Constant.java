package dev.dovetail.engine.expr;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;

/// A constant of a condition.
public sealed interface Constant {
  ValueType type();

  /// A value that conditions only hand to the interpreter: a date, a time, a timestamp, a duration,
  /// a list or a struct. What uses it is never compiled.
  ///
  /// @param json the value as nested arrays, each with its kind first: `["date", days since
  ///   1970-01-01]`, `["time", microseconds]`, `["timestamp", year, month, day, hour, minute,
  ///   second, microsecond, nanosecond, seconds east of UTC or null]`, `["duration",
  ///   microseconds]`, `["list", item...]`, `["struct", [name, item]...]`, and for the other
  ///   constants their kind and text
  record Opaque(ValueType type, String json) implements Constant {
    @Override
    public String toString() {
      return json;
    }
  }

  /// A date in days since 1970-01-01; or, in microseconds, a time of day, a timestamp (of an
  /// INSTANT in UTC) or a duration.
  record Temporal(ValueType type, long value) implements Constant {
    @Override
    public String toString() {
      return type.name().toLowerCase(java.util.Locale.ROOT) + " " + value;
    }
  }

  record Null() implements Constant {
    @Override
    public ValueType type() {
      return ValueType.NULL;
    }

    @Override
    public String toString() {
      return "None";
    }
  }

  record Bool(boolean value) implements Constant {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }

    @Override
    public String toString() {
      return value ? "True" : "False";
    }
  }

  record Int(BigInteger value) implements Constant {
    @Override
    public ValueType type() {
      return ValueType.INTEGER;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  record Real(double value) implements Constant {
    @Override
    public ValueType type() {
      return ValueType.FLOAT;
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  record Decimal(BigDecimal value) implements Constant {
    @Override
    public ValueType type() {
      return ValueType.DECIMAL;
    }

    @Override
    public String toString() {
      return value.toPlainString();
    }
  }

  record Text(String value) implements Constant {
    @Override
    public ValueType type() {
      return ValueType.TEXT;
    }

    @Override
    public String toString() {
      return '\'' + value + '\'';
    }
  }

  /// Bytes, held as hexadecimal text so that the record compares by value.
  record Bytes(String hex) implements Constant {
    public static Bytes of(byte[] bytes) {
      return new Bytes(HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }

    @Override
    public ValueType type() {
      return ValueType.BINARY;
    }

    @Override
    public String toString() {
      return "0x" + hex;
    }
  }
}
