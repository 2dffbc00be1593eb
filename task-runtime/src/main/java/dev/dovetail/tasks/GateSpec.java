package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A candidate gate as a function declares it: an exact index, by field names. A pair outside it is
/// a non-match. Resolved against the inputs' columns when the task is planned.
public sealed interface GateSpec {
  /// The word of the JSON form.
  String kind();

  /// `x[a] == y[b]` for each pair of fields, by Python equality.
  record Equality(List<String> x, List<String> y) implements GateSpec {
    public Equality {
      x = fields(x, "x");
      y = fields(y, "y");
      if (x.size() != y.size()) {
        throw illegal(
            "an equality gate pairs " + x.size() + " fields of X with " + y.size() + " of Y",
            "List as many fields in x as in y.");
      }
    }

    @Override
    public String kind() {
      return "equality";
    }
  }

  /// The keys that two functions of one row give are equal: `key(x) == key(y)`.
  ///
  /// @param xKey a lambda of one row
  /// @param yKey likewise; the same text where one key serves both sides
  record KeyEquality(String xKey, String yKey) implements GateSpec {
    public KeyEquality {
      if (xKey.isBlank() || yKey.isBlank()) {
        throw illegal("an equality gate has an empty key", "Write a lambda of one row.");
      }
    }

    @Override
    public String kind() {
      return "equality";
    }
  }

  /// The closed intervals of the two rows meet.
  record RangeOverlap(String xStart, String xEnd, String yStart, String yEnd) implements GateSpec {
    public RangeOverlap {
      fields(List.of(xStart, xEnd), "x");
      fields(List.of(yStart, yEnd), "y");
    }

    @Override
    public String kind() {
      return "range_overlap";
    }
  }

  /// The two values are at most `width` apart.
  ///
  /// @param width a number, or a duration for times; not negative, not NaN
  record Band(String x, String y, Scalar width) implements GateSpec {
    public Band {
      fields(List.of(x), "x");
      fields(List.of(y), "y");
      boolean legal =
          switch (width) {
            case Scalar.Int(var value) -> value.signum() >= 0;
            case Scalar.Real(var value) -> value >= 0;
            case Scalar.Decimal(var value) -> value.signum() >= 0;
            case Scalar.Duration(var value) -> !value.isNegative();
            case Scalar.Null _,
                Scalar.Bool _,
                Scalar.Text _,
                Scalar.Bytes _,
                Scalar.Date _,
                Scalar.Time _,
                Scalar.Timestamp _,
                Scalar.Instant _,
                Scalar.Items _,
                Scalar.Fields _ ->
                false;
          };
      if (!legal) {
        throw illegal(
            "the width of a band gate is " + width,
            "Give a number that is not negative, or a duration for times.");
      }
    }

    @Override
    public String kind() {
      return "band";
    }
  }

  /// The two lists have an element in common.
  record SharedToken(String x, String y) implements GateSpec {
    public SharedToken {
      fields(List.of(x), "x");
      fields(List.of(y), "y");
    }

    @Override
    public String kind() {
      return "shared_token";
    }
  }

  /// The first `length` code points of two texts agree.
  record Prefix(String x, String y, int length) implements GateSpec {
    public Prefix {
      fields(List.of(x), "x");
      fields(List.of(y), "y");
      if (length < 1) {
        throw illegal(
            "the length of a prefix gate is " + length, "Compare one code point or more.");
      }
    }

    @Override
    public String kind() {
      return "prefix";
    }
  }

  /// Inside at least one of several gates.
  record AnyOf(List<GateSpec> gates) implements GateSpec {
    public AnyOf {
      gates = List.copyOf(gates);
      if (gates.isEmpty()) {
        throw illegal("an any_of gate has no gates", "List the gates that may let a pair in.");
      }
    }

    @Override
    public String kind() {
      return "any_of";
    }
  }

  /// The fields of X that the gate reads by name.
  default List<String> xFields() {
    List<String> names = new ArrayList<>();
    eachField(this, names::add, _ -> {});
    return names.stream().distinct().toList();
  }

  /// The fields of Y that the gate reads by name.
  default List<String> yFields() {
    List<String> names = new ArrayList<>();
    eachField(this, _ -> {}, names::add);
    return names.stream().distinct().toList();
  }

  private static void eachField(GateSpec gate, Consumer<String> ofX, Consumer<String> ofY) {
    switch (gate) {
      case Equality(var x, var y) -> {
        x.forEach(ofX);
        y.forEach(ofY);
      }
      case KeyEquality _ -> {}
      case RangeOverlap(var xStart, var xEnd, var yStart, var yEnd) -> {
        ofX.accept(xStart);
        ofX.accept(xEnd);
        ofY.accept(yStart);
        ofY.accept(yEnd);
      }
      case Band(var x, var y, _) -> {
        ofX.accept(x);
        ofY.accept(y);
      }
      case SharedToken(var x, var y) -> {
        ofX.accept(x);
        ofY.accept(y);
      }
      case Prefix(var x, var y, _) -> {
        ofX.accept(x);
        ofY.accept(y);
      }
      case AnyOf(var gates) -> gates.forEach(part -> eachField(part, ofX, ofY));
    }
  }

  private static List<String> fields(List<String> names, String role) {
    if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
      throw illegal("a candidate gate names no field of " + role, "Name a field for each side.");
    }
    return List.copyOf(names);
  }

  private static DovetailException illegal(String what, String remedy) {
    return new DovetailException(ErrorCode.E111, what, "", remedy);
  }
}
