package dev.dovetail.engine.plan;

import dev.dovetail.engine.expr.Expr;

/// One part of a condition; all parts hold for a match, and they are evaluated in order.
///
/// @see JoinPlan
public sealed interface Conjunct {
  /// The conjunct as its author wrote it.
  String source();

  /// A condition that runs in the engine. Its expression is of type BOOL and never NULL where it is
  /// decided.
  record Compiled(Expr expr, String source) implements Conjunct {}

  /// The rest of the condition, which only the judge can evaluate; always the last conjunct.
  ///
  /// @param because the construct that stopped compilation, with line and column
  record Opaque(String source, String because) implements Conjunct {}
}
