package dev.dovetail.tasks;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// One value of a column type, as a parameter or a gate holds it. Equal by value: NaN equals NaN.
/// Its text is what people read in messages.
public sealed interface Scalar {
  record Null() implements Scalar {
    @Override
    public String toString() {
      return "None";
    }
  }

  record Bool(boolean value) implements Scalar {
    @Override
    public String toString() {
      return value ? "True" : "False";
    }
  }

  record Int(BigInteger value) implements Scalar {
    public static Int of(long value) {
      return new Int(BigInteger.valueOf(value));
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  record Real(double value) implements Scalar {
    @Override
    public String toString() {
      if (Double.isNaN(value)) {
        return "nan";
      }
      if (Double.isInfinite(value)) {
        return value > 0 ? "inf" : "-inf";
      }
      return Double.toString(value);
    }
  }

  record Decimal(BigDecimal value) implements Scalar {
    @Override
    public String toString() {
      return value.toPlainString();
    }
  }

  record Text(String value) implements Scalar {
    @Override
    public String toString() {
      return '\'' + value + '\'';
    }
  }

  /// Bytes as hexadecimal text, lower case, so that the record compares by value.
  record Bytes(String hex) implements Scalar {
    @Override
    public String toString() {
      return "0x" + hex;
    }
  }

  record Date(LocalDate value) implements Scalar {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  record Time(LocalTime value) implements Scalar {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /// A timestamp without a zone.
  record Timestamp(LocalDateTime value) implements Scalar {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /// A timestamp with an offset.
  record Instant(OffsetDateTime value) implements Scalar {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  record Duration(java.time.Duration value) implements Scalar {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /// A list.
  record Items(List<Scalar> values) implements Scalar {
    public Items {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return values.toString();
    }
  }

  /// A struct, in field order.
  record Fields(Map<String, Scalar> values) implements Scalar {
    public Fields {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public String toString() {
      return values.entrySet().stream()
          .map(field -> '\'' + field.getKey() + "': " + field.getValue())
          .collect(Collectors.joining(", ", "{", "}"));
    }
  }
}
