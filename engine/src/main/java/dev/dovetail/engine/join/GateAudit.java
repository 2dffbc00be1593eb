package dev.dovetail.engine.join;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.run.RunControl;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/// Looks for pairs that match though their gate excludes them: at all excluded pairs where they are
/// few, else at a sample that is the same in every run. A pair that fails is no match.
final class GateAudit {
  static final int MOST_PAIRS = 4096;

  /// As many as can be gone through to find those outside.
  private static final long FEW_PAIRS = 1 << 20;

  private static final long SEED = 0x0D0FE7A11L;

  /// Draws per pair wanted; with a gate that excludes little, the sample stays smaller.
  private static final int DRAWS_PER_PAIR = 64;

  private final KeyedRows x;
  private final BoundInput input;
  private final int yInput;
  private final PairTest gate;
  private final RunControl control;

  /// Pairs looked at, as X position in the high half and Y position in the low half, ascending.
  private final long[] pairs;

  private int size;

  /// @param gate true inside
  /// @param candidates how many pairs are known to be inside
  GateAudit(
      KeyedRows x,
      BoundInput input,
      int yInput,
      PairTest gate,
      long candidates,
      RunControl control) {
    this.x = x;
    this.input = input;
    this.yInput = yInput;
    this.gate = gate;
    this.control = control;
    this.pairs = new long[MOST_PAIRS];
    BigInteger outside =
        BigInteger.valueOf(x.count())
            .multiply(BigInteger.valueOf(input.input.rows().count()))
            .subtract(BigInteger.valueOf(candidates));
    if (outside.signum() == 0) {
      return;
    }
    long possible = (long) x.count() * input.input.rows().count();
    boolean few = outside.compareTo(BigInteger.valueOf(MOST_PAIRS)) <= 0;
    if (!((few || possible <= FEW_PAIRS) && takeAll())) {
      draw();
    }
  }

  int size() {
    return size;
  }

  /// Takes every pair outside; false if there are more than are looked at.
  private boolean takeAll() {
    int yCount = input.input.rows().count();
    for (int i = 0; i < x.count(); i++) {
      for (int j = 0; j < yCount; j++) {
        if ((j & 0xffff) == 0) {
          control.check();
        }
        if (gate.test(i, j) != PairTest.TRUE) {
          if (size == MOST_PAIRS) {
            size = 0;
            return false;
          }
          pairs[size++] = (long) i << 32 | j;
        }
      }
    }
    return true;
  }

  private void draw() {
    SplittableRandom random = new SplittableRandom(SEED);
    int yCount = input.input.rows().count();
    for (int draw = 0; draw < MOST_PAIRS * DRAWS_PER_PAIR && size < MOST_PAIRS; draw++) {
      int i = random.nextInt(x.count());
      int j = random.nextInt(yCount);
      if (gate.test(i, j) != PairTest.TRUE) {
        pairs[size++] = (long) i << 32 | j;
      }
    }
    Arrays.sort(pairs, 0, size);
    int distinct = 0;
    for (int p = 0; p < size; p++) {
      if (p == 0 || pairs[p] != pairs[p - 1]) {
        pairs[distinct++] = pairs[p];
      }
    }
    size = distinct;
  }

  /// The first pair that matches.
  Optional<GateBreach> breach() {
    byte[] outcomes = new byte[size];
    int[] asked = new int[size];
    int[] xs = new int[size];
    int[] ys = new int[size];
    int count = 0;
    for (int p = 0; p < size; p++) {
      int i = (int) (pairs[p] >>> 32);
      int j = (int) pairs[p];
      byte outcome = compiled(i, j);
      if (outcome == PairTest.UNDECIDED) {
        asked[count] = p;
        xs[count] = i;
        ys[count++] = j;
      }
      outcomes[p] = outcome == PairTest.TRUE ? Verdicts.MATCH : Verdicts.NON_MATCH;
    }
    if (count > 0) {
      control.check();
      byte[] given =
          input.input.judge().judge(new PairBatch(xs, ys, count), OnFailure.CONTINUE).outcomes();
      for (int k = 0; k < count; k++) {
        outcomes[asked[k]] = given[k];
      }
    }
    for (int p = 0; p < size; p++) {
      if (outcomes[p] == Verdicts.MATCH) {
        return Optional.of(new GateBreach(yInput, (int) (pairs[p] >>> 32), (int) pairs[p]));
      }
    }
    return Optional.empty();
  }

  /// What compiled conjuncts say; undecided also where an opaque one follows.
  private byte compiled(int i, int j) {
    for (PairTest test : input.allTests) {
      byte outcome = test.test(i, j);
      if (outcome != PairTest.TRUE) {
        return outcome;
      }
    }
    return input.endsInJudge ? PairTest.UNDECIDED : PairTest.TRUE;
  }
}
