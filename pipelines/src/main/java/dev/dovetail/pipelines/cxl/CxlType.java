package dev.dovetail.pipelines.cxl;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The types of CXL. Every value may also be NULL.
public sealed interface CxlType {
  /// A type without parts. Their values in Java are said behind each.
  enum Simple implements CxlType {
    /// Of the literal `null` alone.
    NULL("null"),
    /// `Boolean`
    BOOL("bool"),
    /// `Long`, or `BigInteger` where a column of uint64 needs it
    INT("int"),
    /// `Double`
    FLOAT("float"),
    /// An int or a float, which of them is known row by row: `Long` or `Double`
    NUMBER("int or float"),
    /// `String`
    STRING("string"),
    /// `LocalDate`
    DATE("date"),
    /// `LocalDateTime`
    DATETIME("datetime"),
    /// A datetime with a zone, `Instant`
    INSTANT("datetime with a zone"),
    /// `LocalTime`
    TIME("time"),
    /// `Duration`
    DURATION("duration"),
    /// `ByteBuffer`
    BINARY("binary");

    private final String word;

    Simple(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /// `BigDecimal` of this scale.
  record Decimal(int scale) implements CxlType {
    @Override
    public String toString() {
      return "decimal";
    }
  }

  /// `List`
  record Array(CxlType element) implements CxlType {
    @Override
    public String toString() {
      return "array of " + element;
    }
  }

  /// `Map` of names in this order.
  record Mapping(List<Entry> entries) implements CxlType {
    public Mapping {
      entries = List.copyOf(entries);
    }

    Optional<CxlType> find(String name) {
      return entries.stream().filter(e -> e.name().equals(name)).map(Entry::type).findFirst();
    }

    @Override
    public String toString() {
      return entries.stream()
          .map(entry -> entry.name() + ": " + entry.type())
          .collect(Collectors.joining(", ", "map {", "}"));
    }
  }

  record Entry(String name, CxlType type) {}

  /// Whether arithmetic is done with it.
  default boolean isNumeric() {
    return this == Simple.INT
        || this == Simple.FLOAT
        || this == Simple.NUMBER
        || this instanceof Decimal;
  }

  /// The type that holds the values of both; empty where there is none.
  static Optional<CxlType> common(CxlType a, CxlType b) {
    if (a.equals(b) || b == Simple.NULL) {
      return Optional.of(a);
    }
    if (a == Simple.NULL) {
      return Optional.of(b);
    }
    if (a instanceof Decimal(int scale) && b instanceof Decimal(int other)) {
      return Optional.of(new Decimal(Math.max(scale, other)));
    }
    if (a instanceof Array(CxlType left) && b instanceof Array(CxlType right)) {
      return common(left, right).map(Array::new);
    }
    if (a.isNumeric() && b.isNumeric()) {
      if (a instanceof Decimal || b instanceof Decimal) {
        CxlType other = a instanceof Decimal ? b : a;
        return other == Simple.INT ? Optional.of(other.equals(a) ? b : a) : Optional.empty();
      }
      return Optional.of(Simple.NUMBER);
    }
    return Optional.empty();
  }

  /// Whether two values of these types can be equal; other pairs are refused.
  static boolean comparable(CxlType a, CxlType b) {
    return common(a, b).isPresent();
  }
}
