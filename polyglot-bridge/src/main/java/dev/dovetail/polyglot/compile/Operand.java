package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.ValueType;
import java.util.Optional;

/// A value that a comparison takes. Evaluating one has no effect, so it may be written twice.
sealed interface Operand {
  /// A field of a row.
  record OfField(Expr.Field field, Optional<String> notCompiled) implements Operand {}

  record OfConstant(Constant value) implements Operand {}

  /// A condition that is `True` or `False` and nothing else.
  record OfCondition(Expr condition) implements Operand {}

  /// A field that the row does not show: reading it is the judge's affair.
  record Missing(Expr.Undecided undecided) implements Operand {}

  /// The type of values other than NULL.
  default ValueType type() {
    return switch (this) {
      case OfField(var field, _) -> field.type();
      case OfConstant(var value) -> value.type();
      case OfCondition _, Missing _ -> ValueType.BOOL;
    };
  }
}
