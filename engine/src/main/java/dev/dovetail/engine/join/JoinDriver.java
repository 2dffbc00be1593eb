package dev.dovetail.engine.join;

import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.plan.Choice;
import dev.dovetail.engine.plan.Explanation;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Joins X with one or several Y inputs: plans when made, computes the match relation when run.
///
/// Threads test compiled conditions on morsels of X; the driver's own thread takes the morsels in X
/// order, asks the judges about what is left, and hands the matches to the consumer. The relation
/// and the first failure are therefore the same for any number of threads and any morsel size.
public final class JoinDriver {
  private final KeyedRows x;
  private final List<BoundInput> inputs;
  private final JoinSettings settings;
  private final Execution execution;
  private final Progress progress;

  /// Keeps one match of each X position, where the plan asks for it.
  private final List<Optional<LatestMatch>> latest;

  private final PairCounts[] counts;
  private final int[][] degreesY;
  private final DegreeHistogram.Counter degreesX = new DegreeHistogram.Counter();
  private final Stopwatch stopwatch = new Stopwatch();
  private @Nullable GateBreach breach;

  /// Plans the join.
  ///
  /// @throws dev.dovetail.errors.DovetailException E101 if the forced strategy is not possible,
  ///   E111 if a gate cannot be evaluated on its columns' types
  /// @throws IllegalArgumentException if a compiled conjunct is not legal
  public JoinDriver(
      KeyedRows x,
      List<JoinInput> ys,
      JoinSettings settings,
      Execution execution,
      Progress progress) {
    this.x = x;
    this.settings = settings;
    this.execution = execution;
    this.progress = progress;
    this.inputs = ys.stream().map(y -> new BoundInput(x, y, settings.strategy())).toList();
    this.latest =
        ys.stream()
            .map(
                y ->
                    y.plan().latestBy().stream()
                        .mapToObj(c -> new LatestMatch(y.rows(), c))
                        .findFirst())
            .toList();
    this.counts = new PairCounts[inputs.size()];
    this.degreesY = new int[inputs.size()][];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new PairCounts(inputs.get(i).choice.conjuncts().size());
    }
  }

  /// One per Y input.
  public List<Choice> choices() {
    return inputs.stream().map(input -> input.choice).toList();
  }

  /// One per Y input.
  public List<Explanation> explanations() {
    return inputs.stream()
        .map(
            input ->
                Explanation.of(
                        input.input.plan(),
                        input.choice,
                        input.lowered.xNames(),
                        input.lowered.yNames(),
                        x.count(),
                        input.input.rows().count())
                    .withSymmetry(input.symmetric))
        .toList();
  }

  /// Computes the relation; to be called once.
  ///
  /// @throws dev.dovetail.errors.DovetailException E401 or E402 if the run is stopped, E403 if the
  ///   memory budget does not suffice, E407 if there are too many pairs
  public JoinOutcome run(MatchConsumer consumer) {
    for (int i = 0; i < degreesY.length; i++) {
      degreesY[i] = new int[inputs.get(i).input.rows().count()];
    }
    for (BoundInput input : inputs) {
      Quadratic quadratic = new Quadratic(input, x.count());
      quadratic.check(settings.maxPairs());
      quadratic.notice(execution.workers().threads()).ifPresent(progress::note);
    }
    List<IndexedInput> indexed = new ArrayList<>();
    Optional<PairFailure> failure;
    try (MemoryArea area = execution.area()) {
      stopwatch.time(
          "index",
          () ->
              inputs.forEach(input -> indexed.add(new Indexer(x, input, area, execution).index())));
      stopwatch.time("match", () -> indexed.replaceAll(input -> halved(input, area)));
      progress.start("joining", x.count());
      try (MorselQueue queue =
          MorselQueue.of(indexed, x.count(), settings.morselRows(), execution)) {
        failure = run(queue, consumer);
      }
    }
    for (int i = 0; i < counts.length; i++) {
      PairCounts before = indexed.get(i).counted();
      if (before != null) {
        counts[i].add(before);
      }
    }
    if (failure.isEmpty()) {
      stopwatch.time("audit", this::audit);
    }
    return new JoinOutcome(metrics(), failure, Optional.ofNullable(breach));
  }

  /// Pairs of a table with itself are tested once where that is enough and pays.
  private IndexedInput halved(IndexedInput input, MemoryArea area) {
    return SymmetricTactic.pays(input, x.count(), execution)
        ? SymmetricTactic.of(input, x.count(), area, execution, progress)
        : input;
  }

  private long budgetBytes() {
    return execution.allocator().getLimit();
  }

  private Optional<PairFailure> run(MorselQueue queue, MatchConsumer consumer) {
    JudgeStage judges =
        new JudgeStage(inputs, settings.judgePairs(), settings.onFailure(), execution.control());
    List<Morsel> group = new ArrayList<>();
    long pending = 0;
    long bytes = 0;
    while (queue.hasNext()) {
      execution.check();
      stopwatch.time("match", () -> group.add(queue.next()));
      Morsel morsel = group.getLast();
      pending += morsel.pending();
      bytes += morsel.bytes();
      boolean more = queue.hasNext();
      boolean roomy = bytes < budgetBytes() / 4;
      if (pending > 0 && pending < settings.judgePairs() && more && roomy) {
        continue;
      }
      Outcomes outcomes = new Outcomes();
      if (pending > 0) {
        stopwatch.time("judge", () -> outcomes.given = judges.judge(group));
        if (judges.failure().isPresent()) {
          group.forEach(this::count);
          return judges.failure();
        }
      }
      stopwatch.time("consume", () -> consume(group, judges, outcomes.given, consumer));
      queue.release(bytes);
      group.clear();
      pending = 0;
      bytes = 0;
    }
    return Optional.empty();
  }

  /// What the judges said of a group; nothing where they were not asked.
  private static final class Outcomes {
    byte @Nullable [][][] given;
  }

  private void consume(
      List<Morsel> group,
      JudgeStage judges,
      byte @Nullable [][][] outcomes,
      MatchConsumer consumer) {
    int[] handedOn = new int[inputs.size()];
    for (int m = 0; m < group.size(); m++) {
      Morsel morsel = group.get(m);
      List<MatchBatch> batches = new ArrayList<>();
      for (int i = 0; i < inputs.size(); i++) {
        Morsel.Part part = morsel.parts[i];
        MatchBatch batch =
            outcomes == null || part.pendingY.size() == 0
                ? new MatchBatch(morsel.from, morsel.count(), part.offsets.array(), part.y.array())
                : merged(
                    morsel, part, outcomes[m][i], failed(judges.failed(i), morsel, i, handedOn));
        batches.add(latest.get(i).map(only -> only.of(batch)).orElse(batch));
      }
      count(morsel);
      countDegrees(batches, morsel.count());
      consumer.accept(morsel.from, morsel.count(), batches);
      progress.advance(morsel.count());
    }
  }

  /// The failed pairs of a morsel, which are the next ones of the group's.
  private static List<FailedPair> failed(
      List<FailedPair> ofGroup, Morsel morsel, int input, int[] handedOn) {
    int from = handedOn[input];
    int to = from;
    while (to < ofGroup.size() && ofGroup.get(to).x() < morsel.to) {
      to++;
    }
    handedOn[input] = to;
    return ofGroup.subList(from, to);
  }

  /// Matches found by compiled code and by the judge, both ascending, as one.
  private static MatchBatch merged(
      Morsel morsel, Morsel.Part part, byte[] outcomes, List<FailedPair> failed) {
    Ints offsets = new Ints();
    Ints y = new Ints();
    offsets.add(0);
    for (int k = 0; k < morsel.count(); k++) {
      int c = part.offsets.at(k);
      int cEnd = part.offsets.at(k + 1);
      int pEnd = part.pendingOffsets.at(k + 1);
      for (int p = part.pendingOffsets.at(k); p < pEnd; p++) {
        if (outcomes[p] == Verdicts.MATCH) {
          int judged = part.pendingY.at(p);
          while (c < cEnd && part.y.at(c) < judged) {
            y.add(part.y.at(c++));
          }
          y.add(judged);
        }
      }
      while (c < cEnd) {
        y.add(part.y.at(c++));
      }
      offsets.add(y.size());
    }
    return new MatchBatch(morsel.from, morsel.count(), offsets.array(), y.array(), failed);
  }

  private void count(Morsel morsel) {
    for (int i = 0; i < inputs.size(); i++) {
      counts[i].add(morsel.parts[i].counts);
    }
  }

  private void countDegrees(List<MatchBatch> batches, int xCount) {
    for (int k = 0; k < xCount; k++) {
      long degree = 0;
      for (MatchBatch batch : batches) {
        degree += batch.degree(k);
      }
      degreesX.add(degree);
    }
    for (int i = 0; i < batches.size(); i++) {
      MatchBatch batch = batches.get(i);
      int size = batch.size();
      for (int m = 0; m < size; m++) {
        degreesY[i][batch.y()[m]]++;
      }
      counts[i].matches += size;
    }
  }

  private void audit() {
    for (int i = 0; i < inputs.size(); i++) {
      BoundInput input = inputs.get(i);
      if (input.gate == null) {
        continue;
      }
      GateAudit audit =
          new GateAudit(x, input, i, input.gate, counts[i].candidates, execution.control());
      counts[i].audited = audit.size();
      audit
          .breach()
          .filter(found -> breach == null || found.x() < breach.x())
          .ifPresent(found -> breach = found);
    }
  }

  private JoinMetrics metrics() {
    List<JoinMetrics.Input> perInput = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      perInput.add(metrics(inputs.get(i), counts[i], degreesY[i]));
    }
    return new JoinMetrics(
        x.rowCount(), x.count(), perInput, degreesX.histogram(), stopwatch.seconds());
  }

  private JoinMetrics.Input metrics(BoundInput input, PairCounts count, int[] degrees) {
    KeyedRows y = input.input.rows();
    DegreeHistogram.Counter histogram = new DegreeHistogram.Counter();
    for (int degree : degrees) {
      histogram.add(degree);
    }
    List<Long> passed = new ArrayList<>();
    for (int i = 0; i < count.passed.length; i++) {
      boolean byJudge = input.choice.conjuncts().get(i).how() == Choice.How.JUDGE;
      passed.add(byJudge ? count.matches : count.passed[i]);
    }
    return new JoinMetrics.Input(
        y.space(),
        y.rowCount(),
        y.count(),
        BigInteger.valueOf(x.count()).multiply(BigInteger.valueOf(y.count())),
        count.candidates,
        passed,
        count.candidates - count.pending,
        count.judged,
        count.undecided,
        Arrays.stream(count.undecidedBy).boxed().toList(),
        count.audited,
        count.matches,
        histogram.histogram());
  }
}
