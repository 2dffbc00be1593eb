package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Display;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;

/// Compiles the expressions of one function's body, exactly or not at all ([NotExact]).
///
/// Everything compiled is free of effects, so an operand may be written twice (the middle of a
/// chain, a local variable). What may raise is undecided at the place where Python would reach it.
final class ExpressionCompiler {
  /// What helpers and local variables stand for is written where it is used, so it can grow fast.
  private static final int MAX_SIZE = 1_000;

  final Rows rows;

  /// How many loops over lists enclose this; each numbers its element by it.
  final int loops;

  private Scope scope;
  private final ConditionCompiler conditions = new ConditionCompiler(this);

  /// @param scope what the body sees at first
  ExpressionCompiler(Rows rows, Scope scope, int loops) {
    this.rows = rows;
    this.scope = scope;
    this.loops = loops;
  }

  Scope scope() {
    return scope;
  }

  /// A compiler of another function.
  ExpressionCompiler of(Scope function) {
    return new ExpressionCompiler(rows, function, loops);
  }

  /// A compiler of the body of a loop over a list.
  ExpressionCompiler loop(Scope body) {
    return new ExpressionCompiler(rows, body, loops + 1);
  }

  /// The condition of an expression that is used in a certain way.
  Expr condition(Expression node, Use use) {
    return bounded(conditions.compile(node, use), node);
  }

  private static Expr bounded(Expr expr, Expression node) {
    if (Exprs.size(expr, MAX_SIZE) >= MAX_SIZE) {
      throw NotExact.at("a condition of more than " + MAX_SIZE + " parts", node);
    }
    return expr;
  }

  /// Compiles a part that Python may not evaluate: what it binds is forgotten behind it.
  <T> T maybe(java.util.function.Supplier<T> part) {
    Scope before = scope;
    scope = before.copy();
    try {
      return part.get();
    } finally {
      before.forget(scope);
      scope = before;
    }
  }

  /// What an expression stands for.
  Operand operand(Expression node) {
    var constant = Constants.of(node);
    if (constant.isPresent()) {
      return Operand.constant(constant.get());
    }
    Operand operand =
        switch (node) {
          case Syntax.Name n -> scope.lookUp(n);
          case Syntax.Compare _ -> Operand.condition(condition(node, Use.TRUTH));
          case Syntax.UnaryOp n when n.operator().equals("not") ->
              Operand.condition(condition(node, Use.TRUTH));
          case Syntax.UnaryOp n -> Arithmetic.unary(n.operator(), operand(n.operand()), n);
          case Syntax.BinOp n -> {
            Operand left = operand(n.left());
            yield Arithmetic.binary(n.operator(), left, operand(n.right()), n);
          }
          case Syntax.BoolOp n -> logical(n);
          case Syntax.IfExp n -> {
            Expr test = condition(n.test(), Use.TRUTH);
            Operand then = maybe(() -> operand(n.then()));
            Operand otherwise = maybe(() -> operand(n.otherwise()));
            yield choose(test, then, otherwise, n);
          }
          case Syntax.NamedExpr n -> {
            Operand value = operand(n.value());
            scope.bind(n.target().id(), value);
            yield value;
          }
          case Syntax.Tuple n -> new Display(Display.Kind.TUPLE, operands(n.elements()));
          case Syntax.ListDisplay n -> new Display(Display.Kind.LIST, operands(n.elements()));
          case Syntax.SetDisplay n -> new Display(Display.Kind.SET, operands(n.elements()));
          case Syntax.Subscript n -> Subscripts.of(n, this);
          case Syntax.Attribute n -> Attributes.of(n, this);
          case Syntax.Call n -> new Calls(this).of(n);
          case Syntax.Comprehension n -> new Comprehensions(this).of(n);
          case Syntax.JoinedStr n -> FormattedTexts.of(n, this);
          case Syntax.Dict n -> Tables.of(n).orElseThrow(() -> Constructs.notCompiled(n));
          case Syntax.Constant _,
              Syntax.Slice _,
              Syntax.Lambda _,
              Syntax.FormattedValue _,
              Syntax.Starred _,
              Syntax.OtherExpression _ ->
              throw Constructs.notCompiled(node);
        };
    if (operand instanceof Value(Expr expr, _)) {
      bounded(expr, node);
    }
    return operand;
  }

  List<Operand> operands(List<Expression> nodes) {
    List<Operand> operands = new ArrayList<>();
    nodes.forEach(node -> operands.add(operand(node)));
    return operands;
  }

  /// A value of one type, or a missing one.
  Operand single(Expression node) {
    return single(operand(node), node);
  }

  static Operand single(Operand operand, Expression node) {
    return operand instanceof Missing ? operand : Comparisons.value(operand, node);
  }

  /// `and` and `or` give one of their operands.
  private Operand logical(Syntax.BoolOp node) {
    Operand first = single(node.operands().getFirst());
    return logical(node, first, 1);
  }

  private Operand logical(Syntax.BoolOp node, Operand left, int next) {
    if (left instanceof Missing || next == node.operands().size()) {
      return left;
    }
    Expr test = Comparisons.truth(left, node);
    return maybe(
        () -> {
          Operand right = single(node.operands().get(next));
          Operand rest = logical(node, right, next + 1);
          return node.isAnd() ? choose(test, rest, left, node) : choose(test, left, rest, node);
        });
  }

  /// A choice between two values.
  Operand choose(Expr test, Operand then, Operand otherwise, Syntax node) {
    if (test instanceof Expr.Literal(Constant.Bool(var value))) {
      return value ? then : otherwise;
    }
    if (then.equals(otherwise) && then instanceof Value value) {
      return Exprs.after(List.of(test), value);
    }
    if (then instanceof Missing || otherwise instanceof Missing) {
      return chooseMissing(test, then, otherwise, node);
    }
    Value a = Comparisons.value(then, node);
    Value b = Comparisons.value(otherwise, node);
    if (a.isCondition() && b.isCondition()) {
      return Operand.condition(Exprs.choose(test, a.expr(), b.expr()));
    }
    boolean noneFirst = a.type() == ValueType.NULL;
    if (!noneFirst && b.type() != ValueType.NULL && a.type() != b.type()) {
      throw NotExact.in(
          "a value that is now "
              + Comparisons.word(a.type())
              + ", now "
              + Comparisons.word(b.type()),
          node);
    }
    if (a.shape().holder() != b.shape().holder()) {
      throw NotExact.in("a value that is now a list, now a set", node);
    }
    Shape shape = noneFirst ? b.shape() : a.shape();
    if (shape.type() == ValueType.STRUCT || shape.type() == ValueType.ZONED_TIMESTAMP) {
      throw NotExact.in("a choice between values of " + Comparisons.word(shape.type()), node);
    }
    return new Value(
        new Expr.If(test, typed(a, shape.type()), typed(b, shape.type()), shape.type()), shape);
  }

  /// What is always `None` counts as of any type; it is evaluated all the same.
  private static Expr typed(Value value, ValueType type) {
    if (value.type() != ValueType.NULL || type == ValueType.NULL) {
      return value.expr();
    }
    Expr evaluated = Exprs.after(List.of(value.expr()), Exprs.TRUE);
    return evaluated.equals(Exprs.TRUE)
        ? Exprs.NULL
        : new Expr.If(evaluated, Exprs.NULL, Exprs.NULL, type);
  }

  private static Operand chooseMissing(Expr test, Operand then, Operand otherwise, Syntax node) {
    if (then instanceof Missing(var undecided)) {
      return otherwise instanceof Value value
          ? Exprs.after(List.of(Exprs.or(Exprs.not(test), undecided)), value)
          : then;
    }
    if (otherwise instanceof Missing(var undecided) && then instanceof Value value) {
      return Exprs.after(List.of(Exprs.or(test, undecided)), value);
    }
    throw NotExact.in("a choice between values", node);
  }

  /// The field of a row.
  Operand field(Side side, String name) {
    return rows.field(side, name);
  }
}
