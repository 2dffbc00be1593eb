package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.range.Bound;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// How the candidates of an X position are found: which index over Y, resolved to columns.
public sealed interface Access {
  /// Every Y position is a candidate.
  record All() implements Access {}

  /// Those with equal keys.
  record Keys(List<KeyColumns> columns) implements Access {
    public Keys {
      columns = List.copyOf(columns);
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("a key has columns");
      }
    }
  }

  /// Those whose value lies within bounds that X gives, among those with equal keys.
  ///
  /// @param keys empty if all positions are searched
  /// @param bounds about one column of Y
  record Runs(Optional<Keys> keys, List<Bound> bounds) implements Access {
    public Runs {
      bounds = List.copyOf(bounds);
      if (bounds.stream().map(Bound::y).distinct().count() != 1) {
        throw new IllegalArgumentException("bounds " + bounds + " are not about one column of Y");
      }
    }
  }

  /// Those that two bounds over two columns of Y allow.
  ///
  /// @param first limits Y on one side only
  record TwoRanges(Bound.Ordered first, Bound second) implements Access {}

  /// Those with an element in common; either column holds lists or single values.
  record Elements(int x, int y) implements Access {}

  /// Those whose text begins with the same code points.
  record Prefixes(int x, int y, int length) implements Access {}

  /// Those whose text begins with the other's.
  ///
  /// @param longer the side whose text begins with the other's
  record StartsWith(int x, int y, Side longer) implements Access {}

  /// Those of any part.
  record Union(List<Access> parts) implements Access {
    public Union {
      parts = List.copyOf(parts);
    }
  }

  /// A column of X and a column of Y that are equal.
  record KeyColumns(int x, int y) {}

  /// The access in words, such as `x.id = y.id and x.at >= y.since`.
  ///
  /// @param xNames the names of X's columns by index
  default String text(List<String> xNames, List<String> yNames) {
    return switch (this) {
      case All() -> "";
      case Keys(var columns) ->
          columns.stream()
              .map(
                  key ->
                      named("x.", xNames.get(key.x())) + " = " + named("y.", yNames.get(key.y())))
              .collect(Collectors.joining(" and "));
      case Runs(var keys, var bounds) ->
          keys.map(some -> some.text(xNames, yNames) + " and ").orElse("")
              + bounds.stream()
                  .map(bound -> text(bound, xNames, yNames))
                  .collect(Collectors.joining(" and "));
      case TwoRanges(var first, var second) ->
          text(first, xNames, yNames) + " and " + text(second, xNames, yNames);
      case Elements(int x, int y) ->
          named("x.", xNames.get(x)) + " and " + named("y.", yNames.get(y)) + " share an element";
      case Prefixes(int x, int y, int length) ->
          String.format(
              Locale.ROOT, "x.%s[:%d] = y.%s[:%d]", xNames.get(x), length, yNames.get(y), length);
      case StartsWith(int x, int y, Side longer) -> {
        String ofX = named("x.", xNames.get(x));
        String ofY = named("y.", yNames.get(y));
        yield longer == Side.X ? ofX + " begins with " + ofY : ofY + " begins with " + ofX;
      }
      case Union(var parts) ->
          parts.stream().map(part -> part.text(xNames, yNames)).collect(Collectors.joining(" or "));
    };
  }

  /// A column by its name; a computed one is called by its computation, which names the side.
  private static String named(String side, String name) {
    return name.contains("['") ? name : side + name;
  }

  private static String text(Bound bound, List<String> xNames, List<String> yNames) {
    String x = named("x.", xNames.get(bound.x()));
    String y = named("y.", yNames.get(bound.y()));
    return switch (bound) {
      case Bound.Ordered ordered -> x + " " + ordered.op().symbol() + " " + y;
      case Bound.Band band ->
          "abs(" + x + " - " + y + ") " + (band.strict() ? "< " : "<= ") + band.width();
      case Bound.Difference difference ->
          x + " - " + y + " " + difference.op().symbol() + " " + difference.width();
    };
  }
}
