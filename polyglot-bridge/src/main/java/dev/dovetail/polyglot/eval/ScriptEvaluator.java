package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;

/// Evaluates functions in the interpreter of a script while the script waits for an answer: those
/// that it holds ([FunctionSource.Held]) and any other. Same contract and same checks as a worker.
public interface ScriptEvaluator {
  PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  RowMapper mapper(FunctionSource function, Map<String, Constant> parameters, RunControl control);
}
