package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.Map;

/// Where Python functions are evaluated: worker processes ([PythonWorkers]), or the interpreter of
/// a script while the script waits for an answer, which can also evaluate the functions that it
/// holds ([FunctionSource.Held]). Same contract and same checks. Nothing is started or loaded
/// before it is needed; an error of the function's text is thrown then (E107, E122, E123).
public interface PythonEvaluator {
  /// A judge of one function over two sides.
  PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  /// The ids of the keys that a gate computes from each side's rows: equal exactly where the keys
  /// are. An error of a key function is thrown with the row's key.
  KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control);

  /// A mapper of rows by a function.
  ///
  /// @param rows how many rows will come
  RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control);
}
