package dev.dovetail.engine.plan;

import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.Totality;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.plan.Choice.How;
import dev.dovetail.engine.plan.Choice.KeyColumns;
import dev.dovetail.engine.plan.Choice.KeySource;
import dev.dovetail.engine.plan.Choice.Step;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Chooses how a join is run.
///
/// An equality conjunct may select the candidates only if no conjunct before it can be undecided: a
/// pair that it excludes is then a plain non-match. The conjuncts after it do not matter, since
/// they are not reached.
public final class Planner {
  private final JoinPlan plan;
  private final Totality totality;

  /// @param x the columns of the plan's X
  /// @param y the columns of the plan's Y
  public Planner(JoinPlan plan, Columns x, Columns y) {
    this.plan = plan;
    this.totality = new Totality(x, y);
  }

  /// Chooses.
  ///
  /// @param forced the name of the strategy to take
  /// @throws DovetailException E101 if there is no such strategy, or it cannot run this join
  public Choice choose(Optional<String> forced) {
    Optional<Strategy> strategy = forced.map(Strategy::named);
    if (strategy.isPresent()) {
      return switch (strategy.get()) {
        case JUDGE -> judgeAll();
        case NESTED_LOOP -> nestedLoop("it was asked for");
        case HASH -> hash().orElseThrow(this::noHash);
      };
    }
    return hash().orElseGet(() -> nestedLoop(noKeyReason()));
  }

  private Optional<Choice> hash() {
    if (plan.gate().isPresent()) {
      return plan.gate().get() instanceof Gate.Equality equality
          ? Optional.of(hashByGate(equality))
          : Optional.empty();
    }
    Map<Integer, KeyColumns> keys = keyConjuncts();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Choice(
            Strategy.HASH,
            KeySource.CONJUNCTS,
            List.copyOf(keys.values()),
            keys.size() == 1
                ? "an equality selects the candidates"
                : keys.size() + " equalities together select the candidates",
            steps(List.copyOf(keys.keySet())),
            ""));
  }

  private Choice hashByGate(Gate.Equality gate) {
    List<KeyColumns> keys = new ArrayList<>();
    for (int i = 0; i < gate.x().size(); i++) {
      keys.add(new KeyColumns(gate.x().get(i), gate.y().get(i)));
    }
    return new Choice(
        Strategy.HASH,
        KeySource.GATE,
        keys,
        "the gate is an equality",
        steps(List.of()),
        "hash key");
  }

  private Choice nestedLoop(String because) {
    return new Choice(
        Strategy.NESTED_LOOP, KeySource.NONE, List.of(), because, steps(List.of()), gateFilter());
  }

  private Choice judgeAll() {
    return new Choice(
        Strategy.JUDGE,
        KeySource.NONE,
        List.of(),
        "it was asked for",
        plan.conjuncts().stream()
            .map(conjunct -> new Step(conjunct.source(), How.JUDGE, "by request"))
            .toList(),
        gateFilter());
  }

  private String gateFilter() {
    return plan.gate().isPresent() ? "tested on every pair" : "";
  }

  /// The equalities that may select candidates, by index of the conjunct.
  private Map<Integer, KeyColumns> keyConjuncts() {
    Map<Integer, KeyColumns> keys = new LinkedHashMap<>();
    for (int i = 0; i < plan.conjuncts().size(); i++) {
      if (!(plan.conjuncts().get(i) instanceof Conjunct.Compiled(Expr expr, _))
          || !totality.isTotal(expr)) {
        break;
      }
      Optional<KeyColumns> columns = keyColumns(expr);
      if (columns.isPresent()) {
        keys.put(i, columns.get());
      }
    }
    return keys;
  }

  private static Optional<KeyColumns> keyColumns(Expr expr) {
    if (expr instanceof Expr.Compare(Comparison op, Expr.Field left, Expr.Field right)
        && op == Comparison.EQUAL
        && left.side() != right.side()
        && PairTests.isCompiled(left.type())
        && PairTests.isCompiled(right.type())) {
      return Optional.of(
          left.side() == Side.X
              ? new KeyColumns(left.column(), right.column())
              : new KeyColumns(right.column(), left.column()));
    }
    return Optional.empty();
  }

  private List<Step> steps(List<Integer> keys) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < plan.conjuncts().size(); i++) {
      steps.add(step(plan.conjuncts().get(i), keys.contains(i)));
    }
    return steps;
  }

  private Step step(Conjunct conjunct, boolean isKey) {
    return switch (conjunct) {
      case Conjunct.Compiled(_, String source) when isKey -> new Step(source, How.KEY, "");
      case Conjunct.Compiled(Expr expr, String source) ->
          switch (totality.of(expr)) {
            case Totality.Extent.Total _ ->
                new Step(source, How.COMPILED, PairTests.isPlain(expr) ? "" : "residual bytecode");
            case Totality.Extent.BySide(var x, var y) ->
                new Step(source, How.GUARDED, guard(expr, rows(x, y)));
            case Totality.Extent.ByPair _ -> new Step(source, How.GUARDED, guard(expr, "pairs"));
          };
      case Conjunct.Opaque(String source, String because) -> new Step(source, How.JUDGE, because);
    };
  }

  private static String guard(Expr expr, String what) {
    return (PairTests.isPlain(expr) ? "" : "residual bytecode; ")
        + what
        + " that could raise go to the judge";
  }

  private static String rows(BitSet x, BitSet y) {
    return "pairs with "
        + (y.isEmpty()
            ? count(x, "x")
            : x.isEmpty() ? count(y, "y") : count(x, "x") + " or " + count(y, "y"));
  }

  private static String count(BitSet rows, String side) {
    return rows.cardinality() + (rows.cardinality() == 1 ? " row of " : " rows of ") + side;
  }

  /// Why no equality selects the candidates.
  private String noKeyReason() {
    if (plan.gate().isPresent()) {
      return "the gate is no equality, so every pair is tested against it";
    }
    if (plan.conjuncts().isEmpty()) {
      return "the condition is always true";
    }
    boolean anyEquality = false;
    for (Conjunct conjunct : plan.conjuncts()) {
      if (!(conjunct instanceof Conjunct.Compiled(Expr expr, String source))) {
        return "no equality of a column of each side comes before `" + conjunct.source() + "`";
      }
      anyEquality |= keyColumns(expr).isPresent();
      if (!totality.isTotal(expr)) {
        return anyEquality || laterEquality(conjunct)
            ? "`" + source + "` can raise and is evaluated first, so no equality may skip it"
            : "the condition has no equality of a column of each side";
      }
    }
    return "the condition has no equality of a column of each side";
  }

  private boolean laterEquality(Conjunct from) {
    return plan.conjuncts().stream()
        .skip(plan.conjuncts().indexOf(from))
        .anyMatch(
            conjunct ->
                conjunct instanceof Conjunct.Compiled(Expr expr, _)
                    && keyColumns(expr).isPresent());
  }

  private DovetailException noHash() {
    return new DovetailException(
        ErrorCode.E101,
        "the strategy 'hash' cannot join '" + plan.x() + "' with '" + plan.y() + "'",
        noKeyReason(),
        "Leave --strategy out, or take nested-loop.");
  }
}
