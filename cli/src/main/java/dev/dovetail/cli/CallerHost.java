package dev.dovetail.cli;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.KeyIds;
import dev.dovetail.polyglot.eval.RowMapper;
import dev.dovetail.polyglot.eval.ScriptEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.tasks.run.PythonHost;
import java.util.Map;

/// Evaluates in the interpreter of the script that asked.
record CallerHost(ScriptEvaluator caller) implements PythonHost {
  @Override
  public PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    return caller.judge(function, parameters, x, y, control);
  }

  @Override
  public KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    return caller.keyIds(xKey, yKey, x, y, control);
  }

  @Override
  public RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control) {
    return caller.mapper(function, parameters, control);
  }
}
