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
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The Python that asked for a run: that of a script, over the stream on which the script made its
/// request, or that of a client of the server. It has one function loaded at a time, so whoever
/// uses it says whose turn it is.
public final class CallerInterpreter implements Interpreter, PythonEvaluator {
  private final FrameExchange exchange;
  private @Nullable Object turn;

  CallerInterpreter(Frames frames) {
    this.exchange = new FrameExchange(frames);
  }

  /// A caller that answers over two streams. Closing them ends a call that waits.
  public CallerInterpreter(InputStream answers, OutputStream commands) {
    this(new Frames(answers, commands));
  }

  @Override
  public Frame call(Command command, Payload payload) throws IOException {
    return exchange.call(command, payload);
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
    return new CallerJudge(this, function, parameters, x, y, control);
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
        () -> {});
  }

  static DovetailException gone(String where) {
    return new DovetailException(
        ErrorCode.E128,
        "the Python that holds the function ended while it evaluated it",
        where,
        "Nothing was published. Look at what the function does with these rows.");
  }
}
