package dev.dovetail.tasks;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// Brings a value into a column type without changing it: an integer into a float type becomes that
/// float, a decimal gets the type's scale. What would lose anything does not fit.
final class ScalarFit {
  private ScalarFit() {}

  /// The value as one of `type`; empty if it is none.
  static Optional<Scalar> fit(Field type, Scalar value) {
    if (value instanceof Scalar.Null) {
      return Optional.of(value);
    }
    return switch (type.getType()) {
      case ArrowType.Int into ->
          value instanceof Scalar.Int(var number) && inRange(into, number)
              ? Optional.of(value)
              : Optional.empty();
      case ArrowType.FloatingPoint into -> real(into, value);
      case ArrowType.Decimal into -> decimal(into, value);
      case ArrowType.Bool _ -> keep(value, value instanceof Scalar.Bool);
      case ArrowType.Utf8 _ -> keep(value, value instanceof Scalar.Text);
      case ArrowType.Binary _ -> keep(value, value instanceof Scalar.Bytes);
      case ArrowType.Date _ -> keep(value, value instanceof Scalar.Date);
      case ArrowType.Time into ->
          keep(
              value,
              value instanceof Scalar.Time(var time)
                  && whole(time.get(ChronoField.NANO_OF_SECOND), into.getUnit()));
      case ArrowType.Timestamp into ->
          into.getTimezone() == null
              ? keep(
                  value,
                  value instanceof Scalar.Timestamp(var at)
                      && whole(at.get(ChronoField.NANO_OF_SECOND), into.getUnit()))
              : keep(
                  value,
                  value instanceof Scalar.Instant(var at)
                      && whole(at.get(ChronoField.NANO_OF_SECOND), into.getUnit()));
      case ArrowType.Duration into ->
          keep(
              value,
              value instanceof Scalar.Duration(var time)
                  && whole(time.toNanosPart(), into.getUnit()));
      case ArrowType.List _ -> list(type, value);
      case ArrowType.Struct _ -> struct(type, value);
      default -> Optional.empty(); // ArrowType is not sealed; no other type is canonical
    };
  }

  private static Optional<Scalar> keep(Scalar value, boolean fits) {
    return fits ? Optional.of(value) : Optional.empty();
  }

  private static boolean inRange(ArrowType.Int type, BigInteger value) {
    return type.getIsSigned()
        ? value.bitLength() < type.getBitWidth()
        : value.signum() >= 0 && value.bitLength() <= type.getBitWidth();
  }

  private static Optional<Scalar> real(ArrowType.FloatingPoint type, Scalar value) {
    boolean narrow = type.getPrecision() == FloatingPointPrecision.SINGLE;
    return switch (value) {
      case Scalar.Real(var number) ->
          Optional.of(new Scalar.Real(narrow ? (float) number : number));
      case Scalar.Int(var number) -> {
        double nearest = narrow ? number.floatValue() : number.doubleValue();
        yield Double.isFinite(nearest)
                && new BigDecimal(nearest).compareTo(new BigDecimal(number)) == 0
            ? Optional.of(new Scalar.Real(nearest))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Scalar> decimal(ArrowType.Decimal type, Scalar value) {
    BigDecimal number =
        switch (value) {
          case Scalar.Decimal(var exact) -> exact;
          case Scalar.Int(var whole) -> new BigDecimal(whole);
          case Scalar.Real(var literal) when Double.isFinite(literal) ->
              BigDecimal.valueOf(literal);
          default -> null;
        };
    if (number == null || number.stripTrailingZeros().scale() > type.getScale()) {
      return Optional.empty();
    }
    BigDecimal scaled = number.setScale(type.getScale());
    return scaled.precision() <= type.getPrecision()
        ? Optional.of(new Scalar.Decimal(scaled))
        : Optional.empty();
  }

  private static boolean whole(int nanos, TimeUnit unit) {
    return switch (unit) {
      case SECOND -> nanos == 0;
      case MILLISECOND -> nanos % 1_000_000 == 0;
      case MICROSECOND -> nanos % 1_000 == 0;
      case NANOSECOND -> true;
    };
  }

  private static Optional<Scalar> list(Field type, Scalar value) {
    if (!(value instanceof Scalar.Items(var items))) {
      return Optional.empty();
    }
    List<Scalar> fitted = new ArrayList<>();
    for (Scalar item : items) {
      Optional<Scalar> fit = fit(type.getChildren().getFirst(), item);
      if (fit.isEmpty()) {
        return Optional.empty();
      }
      fitted.add(fit.get());
    }
    return Optional.of(new Scalar.Items(fitted));
  }

  /// Fields in the type's order; a field that the value leaves out is NULL.
  private static Optional<Scalar> struct(Field type, Scalar value) {
    if (!(value instanceof Scalar.Fields(var fields))) {
      return Optional.empty();
    }
    Map<String, Scalar> fitted = new LinkedHashMap<>();
    for (Field child : type.getChildren()) {
      Optional<Scalar> fit = fit(child, fields.getOrDefault(child.getName(), new Scalar.Null()));
      if (fit.isEmpty()) {
        return Optional.empty();
      }
      fitted.put(child.getName(), fit.get());
    }
    return fitted.keySet().containsAll(fields.keySet())
        ? Optional.of(new Scalar.Fields(fitted))
        : Optional.empty();
  }
}
