package dev.dovetail.tasks.run;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.KeyIds;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.eval.RowMapper;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;

/// Judges that a plan has and never asks, for functions that nobody here can evaluate.
///
/// @param others evaluate the key functions of gates
record PlannedOnly(PythonEvaluator others) implements PythonEvaluator {
  @Override
  public PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    return new PairJudge() {
      @Override
      public Verdicts judge(PairBatch pairs, OnFailure onFailure) {
        throw new IllegalStateException("a plan has asked for pairs of " + function.name());
      }

      @Override
      public long judged() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    return others.keyIds(xKey, yKey, x, y, control);
  }

  @Override
  public RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control) {
    return others.mapper(function, parameters, rows, control);
  }
}
