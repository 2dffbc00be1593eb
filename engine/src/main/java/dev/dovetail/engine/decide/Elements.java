package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;

/// The types of lists' elements.
final class Elements {
  private Elements() {}

  /// The type of the elements of a list over one side; NULL for what is no list, or has none.
  static ValueType of(Expr list, Columns columns) {
    return switch (list) {
      case Expr.Field(_, int column, _, ValueType type) when type == ValueType.LIST ->
          ((ListColumn) columns.column(column)).elements().type();
      case Expr.Collect(_, _, _, Expr value) -> value.type();
      case Expr.ListOf(var elements) ->
          elements.stream()
              .map(Expr::type)
              .filter(type -> type != ValueType.NULL)
              .findFirst()
              .orElse(ValueType.NULL);
      case Expr.If(_, Expr then, Expr otherwise, ValueType type) when type == ValueType.LIST ->
          then instanceof Expr.Literal(Constant.Null _)
              ? of(otherwise, columns)
              : of(then, columns);
      case Expr.Apply(Function function, var arguments, ValueType type)
          when type == ValueType.LIST ->
          arguments.stream()
              .filter(argument -> argument.type() == ValueType.LIST)
              .findFirst()
              .map(argument -> of(argument, columns))
              .orElse(ValueType.TEXT);
      default -> ValueType.NULL;
    };
  }
}
