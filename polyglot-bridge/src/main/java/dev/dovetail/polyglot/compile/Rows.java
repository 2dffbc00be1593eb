package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import java.util.Locale;

/// What the two rows show.
final class Rows {
  private final Visible x;
  private final Visible y;

  Rows(Visible x, Visible y) {
    this.x = x;
    this.y = y;
  }

  boolean shows(Side side, String name) {
    return (side == Side.X ? x : y).column(name).isPresent();
  }

  Operand field(Side side, String name) {
    return (side == Side.X ? x : y)
        .column(name)
        .<Operand>map(
            column -> {
              Shape shape = Shape.of(column.field());
              return new Operand.Value(
                  new Expr.Field(side, column.index(), name, shape.type()), shape);
            })
        .orElseGet(
            () ->
                Operand.raises(
                    "the "
                        + side.name().toLowerCase(Locale.ROOT)
                        + " row does not show '"
                        + name
                        + "'"));
  }
}
