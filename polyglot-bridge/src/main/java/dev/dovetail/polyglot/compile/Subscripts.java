package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Fields of rows and of structs, items and slices.
final class Subscripts {
  private Subscripts() {}

  static Operand of(Syntax.Subscript node, ExpressionCompiler compiler) {
    Operand whole = Lists.value(compiler.operand(node.value()), node);
    return switch (whole) {
      case Missing missing -> missing;
      case Operand.Row(var side) -> compiler.field(side, key(node.index(), compiler));
      case Value value -> ofValue(value, node, compiler);
      case Operand.Table table ->
          compiler.single(node.index()) instanceof Value key
              ? Tables.get(table, key, Operand.raises("the dict has no such key"), compiler, node)
              : Operand.raises("the key raises");
      case Operand.Mixed _, Operand.Range _ -> throw NotExact.in("subscript", node);
      case Display _, Operand.Iteration _, Operand.Found _, Operand.Known _, Operand.Builtin _ ->
          throw NotExact.in("subscript", node);
    };
  }

  /// A constant name.
  static String key(Expression node, ExpressionCompiler compiler) {
    if (compiler.operand(node) instanceof Value(Expr.Literal(Constant.Text(var text)), _)) {
      return text;
    }
    throw NotExact.in("a field name that is not a constant", node);
  }

  private static Operand ofValue(Value value, Syntax.Subscript node, ExpressionCompiler compiler) {
    return switch (value.type()) {
      case STRUCT -> part(value, key(node.index(), compiler), node);
      case TEXT, LIST ->
          node.index() instanceof Syntax.Slice slice
              ? slice(value, slice, node, compiler)
              : item(value, compiler.single(node.index()), node);
      case NULL -> Operand.raises("None has no items");
      default -> throw NotExact.in("subscript", node);
    };
  }

  /// A part of a struct, which has all its parts or is `None`.
  static Operand part(Value struct, String name, Syntax node) {
    if (!(struct.expr() instanceof Expr.Field || struct.expr() instanceof Expr.Member)) {
      throw NotExact.in("a part of a computed dict", node);
    }
    List<Shape.Part> parts = struct.shape().parts();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).name().equals(name)) {
        Shape shape = parts.get(i).shape();
        return new Value(new Expr.Member(struct.expr(), i, name, shape.type()), shape);
      }
    }
    return Operand.raises("there is no '" + name + "'");
  }

  private static Operand item(Value value, Operand index, Syntax.Subscript node) {
    if (index instanceof Missing) {
      return index;
    }
    Value at = (Value) index;
    if (!Arithmetic.isWhole(at.type()) || value.shape().isSet()) {
      throw NotExact.in("subscript", node);
    }
    Expr position = Arithmetic.integer(at);
    if (value.type() == ValueType.TEXT) {
      return Operand.of(Function.TEXT_AT.of(value.expr(), position));
    }
    Shape elements = value.shape().elements().orElseThrow();
    Lists.requireElements(elements, node);
    if (elements.type() == ValueType.NULL) {
      throw NotExact.in("an item of a list of None", node);
    }
    return new Value(
        new Expr.Apply(Function.LIST_AT, List.of(value.expr(), position), elements.type()),
        elements);
  }

  private static Operand slice(
      Value value, Syntax.Slice slice, Syntax.Subscript node, ExpressionCompiler compiler) {
    if (value.shape().isSet()) {
      throw NotExact.in("slice", node);
    }
    boolean text = value.type() == ValueType.TEXT;
    Optional<Expr> from = slice.lower().flatMap(bound -> bound(bound, compiler));
    Optional<Expr> to = slice.upper().flatMap(bound -> bound(bound, compiler));
    boolean reversed = isStep(slice, BigInteger.ONE.negate(), compiler);
    Expr result;
    if (reversed && slice.lower().isEmpty() && slice.upper().isEmpty()) {
      result =
          text ? Function.TEXT_REVERSED.of(value.expr()) : Function.LIST_REVERSED.of(value.expr());
    } else if (slice.step().isPresent() && !isStep(slice, BigInteger.ONE, compiler)) {
      throw NotExact.in("slice with a step", node);
    } else if (from.isPresent() && to.isPresent()) {
      Function between = text ? Function.TEXT_BETWEEN : Function.LIST_BETWEEN;
      result = between.of(value.expr(), from.get(), to.get());
    } else if (to.isPresent()) {
      result = (text ? Function.TEXT_TO : Function.LIST_TO).of(value.expr(), to.get());
    } else {
      Function rest = text ? Function.TEXT_FROM : Function.LIST_FROM;
      result = rest.of(value.expr(), from.orElseGet(() -> Exprs.integer(0)));
    }
    return new Value(result, value.shape());
  }

  private static boolean isStep(Syntax.Slice slice, BigInteger step, ExpressionCompiler compiler) {
    return slice
        .step()
        .filter(
            node ->
                compiler.operand(node) instanceof Value(Expr.Literal(Constant.Int(var value)), _)
                    && value.equals(step))
        .isPresent();
  }

  /// A bound; empty for `None`.
  private static Optional<Expr> bound(Expression node, ExpressionCompiler compiler) {
    Operand operand = compiler.single(node);
    if (operand instanceof Value value) {
      if (value.expr().equals(Exprs.NULL)) {
        return Optional.empty();
      }
      // a bound that is None now and then would mean the end
      if (Arithmetic.isWhole(value.type()) && !Exprs.mayBeNone(value.expr())) {
        return Optional.of(Arithmetic.integer(value));
      }
    }
    throw NotExact.in("a bound of a slice", node);
  }
}
