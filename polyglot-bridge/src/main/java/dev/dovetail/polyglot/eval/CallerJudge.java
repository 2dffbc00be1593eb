package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.function.FunctionSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Judges in the interpreter of a script that waits for its answer.
final class CallerJudge implements PairJudge {
  private static final int FRAME_PAIRS = 4_096;
  private static final long SIDE_BYTES = 256L << 20;

  private final CallerInterpreter python;
  private final PairSession session;
  private final RunControl control;
  private final BufferAllocator allocator = new RootAllocator();
  private long judged;

  CallerJudge(
      CallerInterpreter python,
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    this.python = python;
    this.control = control;
    this.session = new PairSession(function, parameters, x, y, SIDE_BYTES, allocator);
  }

  @Override
  public Verdicts judge(PairBatch pairs, OnFailure onFailure) {
    byte[] outcomes = new byte[pairs.size()];
    Arrays.fill(outcomes, Verdicts.UNJUDGED);
    List<Failure> failures = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += FRAME_PAIRS) {
      control.check();
      int to = Math.min(pairs.size(), from + FRAME_PAIRS);
      try {
        if (python.takeTurn(session)) {
          session.open(python);
        }
        failures.addAll(session.judge(pairs, from, to, onFailure, false, outcomes, python));
      } catch (IOException e) {
        session.refuseEndless(pairs, from, python.stretch(), control);
        control.check();
        throw CallerInterpreter.gone(
            "at or after "
                + session.pairText(pairs, Math.min(to - 1, from + python.stretch().from())));
      }
      if (onFailure == OnFailure.STOP && !failures.isEmpty()) {
        judged += failures.getFirst().index() + 1L - from;
        break;
      }
      judged += to - from;
    }
    return new Verdicts(outcomes, failures);
  }

  @Override
  public long judged() {
    return judged;
  }

  @Override
  public void close() {
    allocator.close();
  }
}
