package dev.dovetail.engine.plan;

import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.Totality;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Access.KeyColumns;
import dev.dovetail.engine.plan.Choice.How;
import dev.dovetail.engine.plan.Choice.Source;
import dev.dovetail.engine.plan.Choice.Step;
import dev.dovetail.engine.plan.IndexParts.Found;
import dev.dovetail.engine.range.Bound;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses how a join is run: offers are made by the gate and by the parts of the condition
/// ([IndexParts]), and the first that suits is taken. A key comes first, with bounds within it
/// where there are some; then bounds on both sides of one column, two ranges, one range, and what
/// is left.
public final class Planner {
  /// How indexes decide a part, so that their candidates need no test of it.
  private static final Set<How> EXACT = EnumSet.of(How.KEY, How.RANGE, How.PREFIX);

  private final JoinPlan plan;
  private final Columns x;
  private final Columns y;
  private final Totality totality;
  private final IndexParts parts;

  /// @param x the columns of the plan's X
  /// @param y the columns of the plan's Y
  public Planner(JoinPlan plan, Columns x, Columns y) {
    this.plan = plan;
    this.x = x;
    this.y = y;
    this.totality = new Totality(x, y);
    this.parts = new IndexParts(x, y, plan.conjuncts());
  }

  /// An access that is possible, and the conjuncts that it serves.
  ///
  /// @param served how, by index of the conjunct
  private record Offer(
      Access access, Source source, List<Served> served, String because, Screen screen) {
    Strategy strategy() {
      return Strategy.of(access);
    }
  }

  /// A part of a conjunct that an access serves.
  private record Served(int conjunct, How how) {}

  /// Chooses.
  ///
  /// @param forced the name of the strategy to take
  /// @throws DovetailException E101 if there is no such strategy, or it cannot run this join
  public Choice choose(Optional<String> forced) {
    List<Offer> offers = offers();
    if (forced.isEmpty()) {
      return offers.stream()
          .filter(this::isSelective)
          .findFirst()
          .map(this::choice)
          .orElseGet(() -> nestedLoop(noIndexReason()));
    }
    Strategy strategy = Strategy.named(forced.get());
    return switch (strategy) {
      case JUDGE -> judgeAll();
      case NESTED_LOOP -> nestedLoop("it was asked for");
      case HASH, HASH_RANGE, RANGE, IE_JOIN, ELEMENTS, PREFIX, UNION ->
          offers.stream()
              .filter(offer -> offer.strategy() == strategy)
              .findFirst()
              .map(this::choice)
              .orElseThrow(() -> impossible(strategy));
    };
  }

  /// The strategies that can run this join, for tests.
  public List<Strategy> possible() {
    List<Strategy> possible = new ArrayList<>();
    offers().forEach(offer -> possible.add(offer.strategy()));
    possible.add(Strategy.NESTED_LOOP);
    possible.add(Strategy.JUDGE);
    return possible.stream().distinct().toList();
  }

  /// Open positions must not make most pairs candidates again.
  private boolean isSelective(Offer offer) {
    long pairs = (long) x.count() * y.count();
    return offer.screen().openPairs(x.count(), y.count()) <= pairs / 2;
  }

  private List<Offer> offers() {
    List<Offer> offers = new ArrayList<>();
    Optional<Offer> gate =
        plan.gate().flatMap(declared -> new GateAccess(x, y, parts).of(declared)).map(this::byGate);
    gate.filter(offer -> offer.access() instanceof Access.Keys).ifPresent(offers::add);
    if (!parts.keys.isEmpty()) {
      bestBounds().ifPresent(bounds -> offers.add(byKeysAndBounds(bounds)));
      offers.add(byKeys());
    }
    gate.ifPresent(offers::add);
    if (!parts.bounds.isEmpty()) {
      List<Found<Bound>> bounds = bestBounds().orElseThrow();
      Offer run = byBounds(bounds);
      Optional<Offer> two = byTwoRanges();
      if (bounds.size() == 1 && two.isPresent()) {
        offers.add(two.get());
        offers.add(run);
      } else {
        offers.add(run);
        two.ifPresent(offers::add);
      }
    }
    for (Found<Access> other : parts.others) {
      offers.add(byOther(other));
    }
    return offers;
  }

  private Offer byGate(GateAccess.Found found) {
    return new Offer(
        found.access(),
        Source.GATE,
        List.of(),
        found.access() instanceof Access.Keys
            ? "the gate is an equality"
            : "the gate selects the candidates",
        found.screen());
  }

  private Offer byKeys() {
    return new Offer(
        keyAccess(),
        Source.CONJUNCTS,
        servedByKeys(),
        parts.keys.size() == 1
            ? "an equality selects the candidates"
            : parts.keys.size() + " equalities together select the candidates",
        lastScreen(parts.keys, List.of()));
  }

  /// What is known up to the last of some parts: screens only grow from part to part.
  private static Screen lastScreen(List<Found<KeyColumns>> keys, List<Found<Bound>> bounds) {
    Screen last = Screen.nothing();
    for (Screen screen :
        Stream.concat(keys.stream().map(Found::screen), bounds.stream().map(Found::screen))
            .toList()) {
      last = screen.covers(last) ? screen : last;
    }
    return last;
  }

  private Access.Keys keyAccess() {
    List<KeyColumns> columns = parts.keys.stream().map(Found::what).distinct().toList();
    return new Access.Keys(columns);
  }

  private List<Served> servedByKeys() {
    return served(parts.keys, How.KEY);
  }

  private static <T> List<Served> served(List<Found<T>> found, How how) {
    return found.stream().map(part -> new Served(part.conjunct(), how)).toList();
  }

  private Offer byKeysAndBounds(List<Found<Bound>> bounds) {
    List<Served> served = new ArrayList<>(servedByKeys());
    served.addAll(served(bounds, How.RANGE));
    return new Offer(
        new Access.Runs(Optional.of(keyAccess()), bounds.stream().map(Found::what).toList()),
        Source.CONJUNCTS,
        served,
        "an equality and a range within it select the candidates",
        lastScreen(parts.keys, bounds));
  }

  private Offer byBounds(List<Found<Bound>> bounds) {
    return new Offer(
        new Access.Runs(Optional.empty(), bounds.stream().map(Found::what).toList()),
        Source.CONJUNCTS,
        served(bounds, How.RANGE),
        "a range selects the candidates",
        lastScreen(List.of(), bounds));
  }

  /// The bounds on the column of Y that has most of them.
  private Optional<List<Found<Bound>>> bestBounds() {
    Map<Integer, List<Found<Bound>>> byColumn =
        parts.bounds.stream()
            .collect(
                Collectors.groupingBy(
                    bound -> bound.what().y(), LinkedHashMap::new, Collectors.toList()));
    List<Found<Bound>> best = List.of();
    for (List<Found<Bound>> bounds : byColumn.values()) {
      if (bounds.size() > best.size()) {
        best = bounds;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  private Optional<Offer> byTwoRanges() {
    for (Found<Bound> first : parts.bounds) {
      if (!(first.what() instanceof Bound.Ordered ordered)) {
        continue;
      }
      for (Found<Bound> second : parts.bounds) {
        if (second.what().y() != ordered.y()) {
          return Optional.of(
              new Offer(
                  new Access.TwoRanges(ordered, second.what()),
                  Source.CONJUNCTS,
                  served(List.of(first, second), How.RANGE),
                  "two ranges select the candidates",
                  lastScreen(List.of(), List.of(first, second))));
        }
      }
    }
    return Optional.empty();
  }

  private Offer byOther(Found<Access> other) {
    return switch (other.what()) {
      case Access.Union _ ->
          new Offer(
              other.what(),
              Source.CONJUNCTS,
              served(List.of(other), How.UNION),
              "each alternative is an equality",
              other.screen());
      case Access.Elements _ ->
          new Offer(
              other.what(),
              Source.CONJUNCTS,
              served(List.of(other), How.ELEMENTS),
              "a common element selects the candidates",
              other.screen());
      case Access.StartsWith _ ->
          new Offer(
              other.what(),
              Source.CONJUNCTS,
              served(List.of(other), How.PREFIX),
              "one text begins with the other",
              other.screen());
      case Access.All _, Access.Keys _, Access.Runs _, Access.TwoRanges _, Access.Prefixes _ ->
          throw new IllegalStateException("no part offers " + other.what());
    };
  }

  private Choice choice(Offer offer) {
    return new Choice(
        offer.strategy(),
        offer.access(),
        offer.source(),
        offer.because(),
        steps(offer.served()),
        offer.source() == Source.GATE
            ? offer.access() instanceof Access.Keys
                ? "hash key"
                : offer.strategy().label() + " index"
            : gateFilter("tested on every candidate"),
        untested(offer),
        offer.screen());
  }

  /// Conjuncts of which every part is served exactly.
  private Set<Integer> untested(Offer offer) {
    Set<Integer> untested = new HashSet<>();
    for (Served part : offer.served()) {
      long exact =
          offer.served().stream()
              .filter(other -> other.conjunct() == part.conjunct())
              .filter(other -> EXACT.contains(other.how()))
              .count();
      if (exact == parts.partsToServe[part.conjunct()]) {
        untested.add(part.conjunct());
      }
    }
    return untested;
  }

  private Choice nestedLoop(String because) {
    return new Choice(
        Strategy.NESTED_LOOP,
        new Access.All(),
        Source.NOTHING,
        because,
        steps(List.of()),
        gateFilter("tested on every pair"),
        Set.of(),
        Screen.nothing());
  }

  private Choice judgeAll() {
    return new Choice(
        Strategy.JUDGE,
        new Access.All(),
        Source.NOTHING,
        "it was asked for",
        plan.conjuncts().stream()
            .map(conjunct -> new Step(conjunct.source(), How.JUDGE, "by request"))
            .toList(),
        gateFilter("tested on every pair"),
        Set.of(),
        Screen.nothing());
  }

  private String gateFilter(String how) {
    return plan.gate().isPresent() ? how : "";
  }

  private List<Step> steps(List<Served> served) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < plan.conjuncts().size(); i++) {
      int conjunct = i;
      Optional<How> how =
          served.stream().filter(part -> part.conjunct() == conjunct).map(Served::how).findFirst();
      steps.add(step(plan.conjuncts().get(i), i, how));
    }
    return steps;
  }

  private Step step(Conjunct conjunct, int index, Optional<How> served) {
    return switch (conjunct) {
      case Conjunct.Compiled(_, String source) when served.isPresent() ->
          new Step(source, served.get(), "");
      case Conjunct.Compiled(_, String source) when parts.screened.get(index) ->
          new Step(source, How.SCREEN, "");
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

  /// Why no index selects the candidates.
  private String noIndexReason() {
    if (plan.conjuncts().isEmpty() && plan.gate().isEmpty()) {
      return "the condition is always true";
    }
    if (!offers().isEmpty()) {
      return "too many rows could raise, so no index may skip their pairs";
    }
    if (parts.stoppedAt.isPresent()) {
      int conjunct = parts.stoppedAt.get().conjunct();
      return "`"
          + plan.conjuncts().get(conjunct).source()
          + "` can raise and is evaluated first, so no index may skip it";
    }
    OptionalInt opaque = firstOpaque();
    if (opaque.isPresent()) {
      return "no equality or range of a field of each side comes before `"
          + plan.conjuncts().get(opaque.getAsInt()).source()
          + "`";
    }
    return plan.gate().isPresent()
        ? "neither the gate nor the condition has an index"
        : "the condition has no equality or range of a field of each side";
  }

  private OptionalInt firstOpaque() {
    for (int i = 0; i < plan.conjuncts().size(); i++) {
      if (plan.conjuncts().get(i) instanceof Conjunct.Opaque) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private DovetailException impossible(Strategy strategy) {
    return new DovetailException(
        ErrorCode.E101,
        "the strategy '"
            + strategy.label()
            + "' cannot join '"
            + plan.x()
            + "' with '"
            + plan.y()
            + "'",
        noIndexReason(),
        "Leave --strategy out, or take one of "
            + possible().stream().map(Strategy::label).collect(Collectors.joining(", "))
            + ".");
  }
}
