package dev.dovetail.tasks.run;

import dev.dovetail.engine.join.JoinMetrics;
import dev.dovetail.engine.plan.Explanation;
import dev.dovetail.sessions.Histogram;
import dev.dovetail.sessions.Metrics;
import dev.dovetail.sessions.Metrics.Candidates;
import dev.dovetail.sessions.Metrics.InputRows;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// From what the engine counted to what a session keeps.
final class JoinFigures {
  private JoinFigures() {}

  static Metrics of(
      String x, JoinMetrics counted, List<Explanation> plans, boolean selfJoin, long outputRows) {
    List<InputRows> inputs = new ArrayList<>();
    inputs.add(new InputRows(x, counted.xRows(), counted.xKeys()));
    List<Candidates> candidates = new ArrayList<>();
    BigInteger possible = BigInteger.ZERO;
    long compiled = 0;
    long judged = 0;
    long matches = 0;
    List<Long> degreesY = new ArrayList<>();
    for (int i = 0; i < counted.inputs().size(); i++) {
      JoinMetrics.Input input = counted.inputs().get(i);
      if (!selfJoin) {
        inputs.add(new InputRows(input.y(), input.rows(), input.keys()));
      }
      String prefix = counted.inputs().size() > 1 ? "'" + input.y() + "': " : "";
      addCandidates(candidates, prefix, input, plans.get(i));
      possible = possible.add(input.pairsPossible());
      compiled += input.decidedCompiled();
      judged += input.judged();
      matches += input.matches();
      add(degreesY, input.degreesY().buckets());
    }
    return new Metrics(
        inputs,
        possible,
        candidates,
        compiled,
        judged,
        matches,
        outputRows,
        Histogram.ofDoubling(counted.degreesX().buckets()),
        Histogram.ofDoubling(degreesY),
        List.of(),
        0);
  }

  private static void addCandidates(
      List<Candidates> candidates, String prefix, JoinMetrics.Input input, Explanation plan) {
    String first =
        plan.gate().isEmpty() ? plan.strategy() : plan.strategy() + ", gate: " + plan.gate();
    candidates.add(new Candidates(prefix + first, input.candidates()));
    for (int c = 0; c < input.passed().size(); c++) {
      candidates.add(
          new Candidates(prefix + plan.conjuncts().get(c).source(), input.passed().get(c)));
      if (input.undecidedBy().get(c) > 0) {
        candidates.add(
            new Candidates(
                prefix + "left to Python by " + plan.conjuncts().get(c).source(),
                input.undecidedBy().get(c)));
      }
    }
    if (input.audited() > 0) {
      candidates.add(new Candidates(prefix + "audited outside the gate", input.audited()));
    }
  }

  private static void add(List<Long> sums, List<Long> more) {
    for (int i = 0; i < more.size(); i++) {
      if (i < sums.size()) {
        sums.set(i, sums.get(i) + more.get(i));
      } else {
        sums.add(more.get(i));
      }
    }
  }
}
