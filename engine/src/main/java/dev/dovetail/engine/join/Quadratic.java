package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.plan.Access;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// What is to be said about a join that looks at every pair, before it does.
final class Quadratic {
  /// Fewer pairs are nothing that a user would want to hear of.
  private static final BigInteger NOTABLE = BigInteger.valueOf(100_000_000);

  private static final int SAMPLE = 1 << 12;
  private static final long JUDGE_NANOS = 1_000;
  private static final String HELP =
      "An equality, a range or a band of a field of each side would serve as an index; so would a"
          + " candidate gate of the function that leaves out most pairs";

  private final BoundInput input;
  private final int xCount;
  private final int yCount;
  private final BigInteger pairs;

  Quadratic(BoundInput input, int xCount) {
    this.input = input;
    this.xCount = xCount;
    this.yCount = input.input.rows().count();
    this.pairs = BigInteger.valueOf(xCount).multiply(BigInteger.valueOf(yCount));
  }

  private boolean isQuadratic() {
    return input.choice.access() instanceof Access.All;
  }

  /// Refuses more pairs than are allowed with E407.
  void check(long maxPairs) {
    if (isQuadratic() && pairs.compareTo(BigInteger.valueOf(maxPairs)) > 0) {
      throw new DovetailException(
          ErrorCode.E407,
          name() + " has no index and " + counted() + " pairs, more than " + maxPairs,
          input.choice.because(),
          HELP + "; or raise --max-pairs.");
    }
  }

  /// A warning, with an estimate of the time, where there is much to do.
  Optional<String> notice(int threads) {
    if (!isQuadratic() || pairs.compareTo(NOTABLE) < 0) {
      return Optional.empty();
    }
    Duration time =
        Duration.ofNanos(
            pairs.multiply(BigInteger.valueOf(picosPerPair(threads))).longValue() / 1_000);
    return Optional.of(
        name()
            + " has no index: "
            + counted()
            + " pairs, "
            + about(time)
            + ", because "
            + input.choice.because()
            + ". "
            + HELP
            + ".");
  }

  private String name() {
    return "the join of '" + input.input.plan().x() + "' with '" + input.input.plan().y() + "'";
  }

  private String counted() {
    return String.format(Locale.ROOT, "%,d", pairs);
  }

  private static String about(Duration time) {
    if (time.toHours() >= 2) {
      return "about " + time.toHours() + " hours";
    }
    return time.toMinutes() >= 2
        ? "about " + time.toMinutes() + " minutes"
        : "about " + Math.max(1, time.toSeconds()) + " seconds";
  }

  /// The time of a pair, from a sample of them; those that go to the judge take a known time.
  private long picosPerPair(int threads) {
    long reached = 0;
    long start = System.nanoTime();
    for (int i = 0; i < SAMPLE; i++) {
      int x = (int) ((long) xCount * i / SAMPLE);
      int y = (int) ((long) yCount * ((i * 2_654_435_761L) % SAMPLE) / SAMPLE);
      reached += passes(x, y) ? 1 : 0;
    }
    long nanos = System.nanoTime() - start;
    long compiled = nanos * 1_000 / SAMPLE / threads;
    return compiled + (input.endsInJudge ? JUDGE_NANOS * 1_000 * reached / SAMPLE : 0);
  }

  private boolean passes(int x, int y) {
    if (input.filter != null && input.filter.test(x, y) != PairTest.TRUE) {
      return false;
    }
    for (PairTest test : input.allTests) {
      if (test.test(x, y) != PairTest.TRUE) {
        return false;
      }
    }
    return true;
  }
}
