package dev.dovetail.tasks.run;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.KeyIds;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.RowMapper;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;

/// Where Python functions are evaluated: worker processes, or the interpreter of the script that
/// made the task. Nothing is started before it is needed.
public interface PythonHost {
  /// A judge of one function over two sides; starts nothing before it has a pair to judge.
  PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  /// Numbers for the keys that functions of one row give: equal exactly where the keys are.
  KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  /// A mapper of rows by a function; starts nothing before the first row.
  ///
  /// @param rows how many rows will come
  RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control);

  /// The host that evaluates in worker processes.
  static PythonHost of(PythonWorkers workers) {
    return new PythonHost() {
      @Override
      public PairJudge judge(
          FunctionSource function,
          Map<String, Constant> parameters,
          ConditionRows x,
          ConditionRows y,
          RunControl control) {
        return workers.judge(function, parameters, x, y, control);
      }

      @Override
      public KeyIds keyIds(
          FunctionSource xKey,
          FunctionSource yKey,
          ConditionRows x,
          ConditionRows y,
          RunControl control) {
        return workers.keyIds(xKey, yKey, x, y, control);
      }

      @Override
      public RowMapper mapper(
          FunctionSource function,
          Map<String, Constant> parameters,
          long rows,
          RunControl control) {
        return workers.mapper(function, parameters, rows, control);
      }
    };
  }
}
