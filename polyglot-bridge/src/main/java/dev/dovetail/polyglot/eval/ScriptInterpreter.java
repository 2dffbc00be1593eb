package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The interpreter of a script, over the stream on which the script made its request. It has one
/// function loaded at a time, so whoever uses it says whose turn it is.
final class ScriptInterpreter implements Interpreter, PythonEvaluator {
  private final FrameExchange exchange;
  private @Nullable Object turn;

  ScriptInterpreter(Frames frames) {
    this.exchange = new FrameExchange(frames);
  }

  @Override
  public <T> T call(Command command, Payload payload, AnswerReader<T> reader) throws IOException {
    return exchange.call(command, payload, reader);
  }

  @Override
  public Stretch stretch() {
    return exchange.stretch();
  }

  /// Whether `who` was not the last to load a function; it is from now on.
  @SuppressWarnings("ReferenceEquality") // it is one object's turn, not that of its equals
  boolean takeTurn(Object who) {
    boolean changed = turn != who;
    turn = who;
    return changed;
  }

  @Override
  public PairJudge judge(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    return new ScriptJudge(this, function, parameters, x, y, control);
  }

  @Override
  public KeyIds keyIds(
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    takeTurn(xKey);
    try {
      return new KeyComputation(this, control::check).compute(xKey, yKey, x, y);
    } catch (IOException e) {
      control.check();
      throw gone("in the key function '" + xKey.name() + "'");
    }
  }

  @Override
  public RowMapper mapper(
      FunctionSource function, Map<String, Constant> parameters, long rows, RunControl control) {
    return new InterpreterMapper(
        function,
        parameters,
        () -> {
          takeTurn(function);
          return this;
        },
        control,
        (in, where) -> gone("in " + in + ", " + where),
        () -> {});
  }

  static DovetailException gone(String where) {
    return new DovetailException(
        ErrorCode.E128,
        "the script's interpreter ended while it evaluated a function",
        where,
        "Nothing was published. Look at what the function does with these rows.");
  }
}
