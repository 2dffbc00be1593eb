package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.OfCondition;
import dev.dovetail.polyglot.compile.Operand.OfConstant;
import dev.dovetail.polyglot.compile.Operand.OfField;
import dev.dovetail.polyglot.parse.ComparisonOperator;
import dev.dovetail.polyglot.parse.Literal;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Compiles one expression of a function's body, exactly or not at all ([NotExact]).
///
/// Everything compiled is free of effects, so an operand may be written twice (the middle of a
/// chain, the test of a conditional expression). What may raise is undecided at the place where
/// Python would reach it.
final class ConditionCompiler {
  /// Conditional expressions repeat their tests, so nested ones grow fast.
  private static final int MAX_SIZE = 2_000;

  private final PythonFunctionBody function;
  private final Visible x;
  private final Visible y;

  ConditionCompiler(PythonFunctionBody function, Visible x, Visible y) {
    this.function = function;
    this.x = x;
    this.y = y;
  }

  /// The condition of an expression that is used in a certain way.
  Expr compile(Expression node, Use use) {
    Expr expr = condition(node, use);
    if (Exprs.size(expr, MAX_SIZE) >= MAX_SIZE) {
      throw NotExact.at("a condition of more than " + MAX_SIZE + " parts", node);
    }
    return expr;
  }

  private Expr condition(Expression node, Use use) {
    return switch (node) {
      case Syntax.BoolOp n -> {
        List<Expr> operands = new ArrayList<>();
        for (int i = 0; i < n.operands().size(); i++) {
          boolean last = i == n.operands().size() - 1;
          operands.add(condition(n.operands().get(i), last ? use : use.before(n.isAnd())));
        }
        yield n.isAnd() ? Exprs.and(operands) : Exprs.or(operands);
      }
      case Syntax.UnaryOp n when n.operator().equals("not") ->
          Exprs.not(condition(n.operand(), Use.TRUTH));
      case Syntax.Compare n -> comparison(n);
      case Syntax.IfExp n -> {
        Expr test = condition(n.test(), Use.TRUTH);
        yield Exprs.or(
            Exprs.and(test, condition(n.then(), use)),
            Exprs.and(Exprs.not(test), condition(n.otherwise(), use)));
      }
      default -> value(operand(node), node, use);
    };
  }

  /// The condition of a plain value. Where the value itself may be the result and is no bool, the
  /// judge says so.
  private Expr value(Operand operand, Expression node, Use use) {
    if (operand instanceof OfField(var field, _) && field.type() == ValueType.BOOL) {
      // Only None is false without being False: as a result it is undecided, and so is the field.
      return switch (use) {
        case TRUTH, RESULT_IF_TRUE -> new Expr.Truth(field);
        case RESULT_IF_FALSE, RESULT -> field;
      };
    }
    Expr truth = Comparisons.truth(operand, node);
    if (operand instanceof Missing || operand.type() == ValueType.BOOL) {
      return truth;
    }
    Expr noBool = new Expr.Undecided(NotExact.shown(node) + " is no bool");
    return switch (use) {
      case TRUTH -> truth;
      case RESULT_IF_FALSE -> Exprs.or(truth, noBool);
      case RESULT_IF_TRUE -> Exprs.and(truth, noBool);
      case RESULT ->
          throw NotExact.in(
              "a result that is " + Comparisons.word(operand.type()) + " and no bool", node);
    };
  }

  // ---------------------------------------------------------------- comparisons

  private Expr comparison(Syntax.Compare node) {
    List<Expr> links = new ArrayList<>();
    Expression left = node.first();
    for (Syntax.Comparand comparand : node.rest()) {
      links.add(link(left, comparand.operator(), comparand.value(), node));
      left = comparand.value();
    }
    return Exprs.and(links);
  }

  private Expr link(
      Expression left, ComparisonOperator operator, Expression right, Syntax.Compare node) {
    return switch (operator) {
      case IN -> contains(left, right, node);
      case NOT_IN -> Exprs.not(contains(left, right, node));
      case EQUAL -> equal(left, right, node);
      case NOT_EQUAL -> Exprs.not(equal(left, right, node));
      case IS -> Comparisons.identical(operand(left), operand(right), node);
      case IS_NOT -> Exprs.not(Comparisons.identical(operand(left), operand(right), node));
      case LESS -> ordered(Comparison.LESS, left, right, node);
      case LESS_OR_EQUAL -> ordered(Comparison.LESS_OR_EQUAL, left, right, node);
      case GREATER -> ordered(Comparison.GREATER, left, right, node);
      case GREATER_OR_EQUAL -> ordered(Comparison.GREATER_OR_EQUAL, left, right, node);
    };
  }

  private Expr ordered(Comparison op, Expression left, Expression right, Syntax.Compare node) {
    return Comparisons.ordered(op, operand(left), operand(right), node);
  }

  private Expr equal(Expression left, Expression right, Syntax.Compare node) {
    return pairs(left, right)
        .map(pairs -> elementwise(pairs, node))
        .orElseGet(() -> Comparisons.equal(operand(left), operand(right), node));
  }

  /// Two elements at the same position of two displays.
  record Pair(Expression left, Expression right) {}

  /// The elements of two tuples, or of two lists, of one length.
  static Optional<List<Pair>> pairs(Expression left, Expression right) {
    boolean tuples = left instanceof Syntax.Tuple && right instanceof Syntax.Tuple;
    boolean lists = left instanceof Syntax.ListDisplay && right instanceof Syntax.ListDisplay;
    if (!tuples && !lists) {
      return Optional.empty();
    }
    List<Expression> lefts = elements(left);
    List<Expression> rights = elements(right);
    if (lefts.size() != rights.size() || lefts.isEmpty()) {
      return Optional.empty();
    }
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < lefts.size(); i++) {
      pairs.add(new Pair(lefts.get(i), rights.get(i)));
    }
    return Optional.of(pairs);
  }

  private Expr elementwise(List<Pair> pairs, Syntax.Compare node) {
    // Both displays are built, and so every element read, before any two are compared.
    List<Expr> equalities = new ArrayList<>();
    for (Pair pair : pairs) {
      Operand left = operand(pair.left());
      Operand right = operand(pair.right());
      if (left instanceof Missing(var undecided)) {
        return undecided;
      }
      if (right instanceof Missing(var undecided)) {
        return undecided;
      }
      requireElement(left, pair.left());
      requireElement(right, pair.right());
      equalities.add(Comparisons.identicalOrEqual(left, right, node));
    }
    return Exprs.and(equalities);
  }

  /// A condition inside a display would be evaluated before its neighbours are compared, and might
  /// be undecided.
  private static void requireElement(Operand operand, Expression node) {
    if (operand instanceof OfCondition) {
      throw NotExact.in("a condition inside a display", node);
    }
  }

  /// `left in (a, b, c)`.
  private Expr contains(Expression left, Expression right, Syntax.Compare node) {
    Operand sought = operand(left);
    requireElement(sought, left);
    List<Operand> operands = new ArrayList<>();
    for (Expression element : elements(container(right))) {
      Operand operand = operand(element);
      requireElement(operand, element);
      operands.add(operand);
    }
    if (sought instanceof Missing(var undecided)) {
      return undecided;
    }
    for (Operand operand : operands) {
      if (operand instanceof Missing(var undecided)) {
        return undecided;
      }
    }
    if (right instanceof Syntax.SetDisplay) {
      // A set hashes what it holds and what is sought.
      operands.forEach(operand -> requireHashable(operand, node));
      requireHashable(sought, node);
    }
    List<Expr> equalities = new ArrayList<>();
    for (Operand operand : operands) {
      equalities.add(Comparisons.identicalOrEqual(sought, operand, node));
    }
    return Exprs.or(equalities);
  }

  private static void requireHashable(Operand operand, Syntax node) {
    switch (operand.type()) {
      case NULL, BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY -> {}
      case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION, LIST, STRUCT ->
          throw NotExact.in("a set with " + Comparisons.word(operand.type()), node);
    }
  }

  /// The display behind `in`: written there, or a tuple that a name stands for.
  private Expression container(Expression node) {
    if (node instanceof Syntax.Name name
        && function.bound(name.id()) instanceof Bound.Sequence(var tuple)) {
      return tuple;
    }
    if (node instanceof Syntax.Tuple
        || node instanceof Syntax.ListDisplay
        || node instanceof Syntax.SetDisplay) {
      return node;
    }
    throw NotExact.in("membership in something other than a literal", node);
  }

  private static List<Expression> elements(Expression node) {
    return switch (node) {
      case Syntax.Tuple n -> n.elements();
      case Syntax.ListDisplay n -> n.elements();
      case Syntax.SetDisplay n -> n.elements();
      default -> throw NotExact.in("a container", node);
    };
  }

  // ---------------------------------------------------------------- operands

  private Operand operand(Expression node) {
    return switch (node) {
      case Syntax.Subscript n -> subscript(n);
      case Syntax.Call n -> call(n);
      case Syntax.Compare n -> new OfCondition(comparison(n));
      case Syntax.UnaryOp n when n.operator().equals("not") ->
          new OfCondition(condition(n, Use.TRUTH));
      case Syntax.Name n -> name(n);
      default ->
          Constants.of(node)
              .<Operand>map(OfConstant::new)
              .orElseThrow(() -> Constructs.notCompiled(node));
    };
  }

  private Operand name(Syntax.Name node) {
    if (function.sideOf(node.id()) != null) {
      throw NotExact.in("use of a whole row", node);
    }
    return switch (function.bound(node.id())) {
      case Bound.Scalar(var constant) -> new OfConstant(constant);
      case Bound.Sequence _ -> throw NotExact.in("use of a tuple", node);
      case Bound.NotConstant(var because) ->
          throw NotExact.at("name " + node.id() + ", " + because + ",", node);
    };
  }

  private Operand subscript(Syntax.Subscript node) {
    if (!(node.value() instanceof Syntax.Name row)) {
      throw NotExact.in("subscript", node);
    }
    Side side = function.sideOf(row.id());
    if (side == null) {
      throw NotExact.in("subscript", node);
    }
    return field(side, key(node.index()));
  }

  private String key(Expression node) {
    if (node instanceof Syntax.Constant(Literal.Text(var text, var surrogates), _) && !surrogates) {
      return text;
    }
    if (node instanceof Syntax.Name name
        && function.sideOf(name.id()) == null
        && function.bound(name.id()) instanceof Bound.Scalar(Constant.Text(var text))) {
      return text;
    }
    throw NotExact.in("a field name that is not a constant", node);
  }

  private Operand field(Side side, String name) {
    Visible visible = side == Side.X ? x : y;
    return visible
        .column(name)
        .<Operand>map(
            column ->
                new OfField(
                    new Expr.Field(side, column.index(), name, column.type()),
                    column.notCompiled()))
        .orElseGet(
            () ->
                new Missing(
                    new Expr.Undecided(
                        "the "
                            + side.name().toLowerCase(Locale.ROOT)
                            + " row does not show '"
                            + name
                            + "'")));
  }

  /// `row.get("field")`, with a constant as default: the field, where the row shows it.
  private Operand call(Syntax.Call node) {
    Side side =
        node.function() instanceof Syntax.Attribute(Syntax.Name row, var method, _)
                && method.equals("get")
            ? function.sideOf(row.id())
            : null;
    if (side != null
        && node.keywords().isEmpty()
        && (node.arguments().size() == 1 || node.arguments().size() == 2)) {
      if (node.arguments().size() == 2
          && !(operand(node.arguments().get(1)) instanceof OfConstant)) {
        throw Constructs.notCompiled(node);
      }
      return field(side, key(node.arguments().getFirst()));
    }
    throw Constructs.notCompiled(node);
  }
}
