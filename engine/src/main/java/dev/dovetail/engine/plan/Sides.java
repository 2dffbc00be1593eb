package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import java.util.EnumSet;
import java.util.Set;

/// Which sides an expression reads.
final class Sides {
  private Sides() {}

  static Set<Side> of(Expr expr) {
    Set<Side> sides = EnumSet.noneOf(Side.class);
    add(expr, sides);
    return sides;
  }

  private static void add(Expr expr, Set<Side> sides) {
    if (expr instanceof Expr.Field field) {
      sides.add(field.side());
    }
    expr.parts().forEach(part -> add(part, sides));
  }
}
