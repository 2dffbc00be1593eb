package dev.dovetail.engine.testing;

import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Judges pairs by a reference, and checks that it is asked in order and by one thread at a time.
public final class ReferenceJudge implements PairJudge {
  private final Condition condition;
  private final AtomicBoolean busy = new AtomicBoolean();
  private long lastPair = -1;
  private long judged;

  /// The condition of one Y input; throws where a pair fails.
  public interface Condition {
    boolean holds(int x, int y);
  }

  public ReferenceJudge(Condition condition) {
    this.condition = condition;
  }

  @Override
  public Verdicts judge(PairBatch pairs, OnFailure onFailure) {
    if (!busy.compareAndSet(false, true)) {
      throw new AssertionError("two threads ask one judge");
    }
    byte[] outcomes = new byte[pairs.size()];
    Arrays.fill(outcomes, Verdicts.UNJUDGED);
    List<Verdicts.Failure> failures = new ArrayList<>();
    for (int p = 0; p < pairs.size(); p++) {
      long pair = ((long) pairs.x()[p] << 32) | pairs.y()[p];
      if (onFailure == OnFailure.STOP && pair <= lastPair) {
        throw new AssertionError("pairs come out of order");
      }
      lastPair = onFailure == OnFailure.STOP ? pair : lastPair;
      judged++;
      try {
        outcomes[p] =
            condition.holds(pairs.x()[p], pairs.y()[p]) ? Verdicts.MATCH : Verdicts.NON_MATCH;
      } catch (Reference.Raised e) {
        outcomes[p] = Verdicts.FAILED;
        failures.add(new Verdicts.Failure(p, new PairError(ErrorCode.E120, e.getMessage(), "")));
        if (onFailure == OnFailure.STOP) {
          break;
        }
      }
    }
    busy.set(false);
    return new Verdicts(outcomes, failures);
  }

  @Override
  public long judged() {
    return judged;
  }

  @Override
  public void close() {}
}
