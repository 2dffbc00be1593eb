package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.ValueType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// What is known of a value from where it comes: its type, and that of its parts. Every value may
/// be `None` besides.
///
/// @param elements of a list or a set
/// @param parts of a struct, in order
/// @param eastMicros how far the clock of an instant's zone is ahead of UTC
record Shape(
    ValueType type,
    Holder holder,
    Optional<Shape> elements,
    List<Part> parts,
    OptionalLong eastMicros) {
  private static final long MICROS_PER_SECOND = 1_000_000;

  /// What a LIST is in Python.
  enum Holder {
    LIST,
    TUPLE,
    SET
  }

  record Part(String name, Shape shape) {}

  Shape {
    parts = List.copyOf(parts);
  }

  static Shape of(ValueType type) {
    return new Shape(type, Holder.LIST, Optional.empty(), List.of(), OptionalLong.empty());
  }

  static Shape list(Shape elements) {
    return holder(Holder.LIST, elements);
  }

  static Shape tuple(Shape elements) {
    return holder(Holder.TUPLE, elements);
  }

  static Shape set(Shape elements) {
    return holder(Holder.SET, elements);
  }

  private static Shape holder(Holder holder, Shape elements) {
    return new Shape(
        ValueType.LIST, holder, Optional.of(elements), List.of(), OptionalLong.empty());
  }

  static Shape of(Field field) {
    ValueType type = ValueType.of(field);
    return switch (type) {
      case LIST -> list(of(field.getChildren().getFirst()));
      case STRUCT ->
          new Shape(
              type,
              Holder.LIST,
              Optional.empty(),
              field.getChildren().stream()
                  .map(child -> new Part(child.getName(), of(child)))
                  .toList(),
              OptionalLong.empty());
      case INSTANT ->
          new Shape(
              type,
              Holder.LIST,
              Optional.empty(),
              List.of(),
              east(((ArrowType.Timestamp) field.getType()).getTimezone()));
      default -> of(type);
    };
  }

  private static OptionalLong east(String zone) {
    try {
      int seconds = ZoneId.of(zone).getRules().getOffset(Instant.EPOCH).getTotalSeconds();
      return OptionalLong.of(seconds * MICROS_PER_SECOND);
    } catch (DateTimeException _) {
      return OptionalLong.empty();
    }
  }

  boolean isSet() {
    return type == ValueType.LIST && holder == Holder.SET;
  }

  /// Why values are compared by Python only, if they are.
  Optional<String> whyNotCompared() {
    return switch (type) {
      case ZONED_TIMESTAMP -> Optional.of("a timestamp in a zone whose offset changes");
      case STRUCT -> Optional.of("a dict");
      case LIST -> elements.flatMap(Shape::whyNotCompared).map(why -> "a list of " + why);
      default -> Optional.empty();
    };
  }
}
