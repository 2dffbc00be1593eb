package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.Interpreter.Stretch;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import dev.dovetail.polyglot.worker.Frames.Payload;
import dev.dovetail.polyglot.worker.LoadRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;

/// One function with the rows of both sides, in whichever interpreter has it loaded at the time.
final class PairSession {
  /// A function that has not returned for so long is held to be the reason for a missed deadline.
  private static final long ENDLESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final FunctionSource function;
  private final Map<String, Constant> parameters;
  private final SentRows x;
  private final SentRows y;
  private final BufferAllocator allocator;
  private final RepeatSample sample = new RepeatSample();

  /// @param sideBytes how much of a side's rows the interpreter holds at once
  PairSession(
      FunctionSource function,
      Map<String, Constant> parameters,
      ConditionRows x,
      ConditionRows y,
      long sideBytes,
      BufferAllocator allocator) {
    this.function = function;
    this.parameters = Map.copyOf(parameters);
    this.x = new SentRows("x", x, sideBytes);
    this.y = new SentRows("y", y, sideBytes);
    this.allocator = allocator;
  }

  /// Loads the function into an interpreter that has none of the rows yet.
  void open(Interpreter python) throws IOException {
    x.reset();
    y.reset();
    LoadRequest request = new LoadRequest(function, parameters, List.of(x.side(), y.side()));
    python.call(Command.LOAD, request.write(), Problems.loading(function.name()));
  }

  /// Judges pairs [from, to) of a batch into `outcomes`; the failures' indexes are the batch's.
  List<Failure> judge(
      PairBatch pairs,
      int from,
      int to,
      OnFailure onFailure,
      boolean eachPair,
      byte[] outcomes,
      Interpreter python)
      throws IOException {
    x.send(pairs.x(), from, to, python, allocator);
    y.send(pairs.y(), from, to, python, allocator);
    int count = to - from;
    ByteBuffer xs = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer ys = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer twice = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = from; i < to; i++) {
      xs.putInt(x.slot(pairs.x()[i]));
      ys.putInt(y.slot(pairs.y()[i]));
      if (!eachPair && sample.takes(pairs.x()[i], pairs.y()[i])) {
        twice.putInt(i - from);
      }
    }
    byte[] sampled = java.util.Arrays.copyOf(twice.array(), twice.position());
    return python.call(
        Command.JUDGE,
        Payload.empty()
            .number(onFailure == OnFailure.STOP ? 1 : 0)
            .number(eachPair ? 1 : 0)
            .number(count)
            .number(sampled.length / 4)
            .raw(xs.array())
            .raw(ys.array())
            .raw(sampled),
        (_, answer) -> readVerdicts(answer, onFailure, from, count, outcomes));
  }

  /// Reads the verdicts on `count` pairs, which must be whole: an outcome for each pair, an error
  /// for each that failed, and no pair left out but after a failure that stops.
  private static List<Failure> readVerdicts(
      Fields answer, OnFailure onFailure, int from, int count, byte[] outcomes) throws BadAnswer {
    byte[] given = answer.raw(count);
    int failed = 0;
    int judged = count;
    for (int i = 0; i < count; i++) {
      switch (given[i]) {
        case Verdicts.NON_MATCH, Verdicts.MATCH -> {}
        case Verdicts.FAILED -> failed++;
        case Verdicts.UNJUDGED -> judged = Math.min(judged, i);
        default -> throw new BadAnswer("an outcome is " + given[i]);
      }
      if (i > judged && given[i] != Verdicts.UNJUDGED) {
        throw new BadAnswer("a pair is left out");
      }
    }
    boolean stopped = onFailure == OnFailure.STOP && failed == 1;
    if (judged < count && !(stopped && given[Math.max(0, judged - 1)] == Verdicts.FAILED)) {
      throw new BadAnswer("pairs are left out");
    }
    if (onFailure == OnFailure.STOP && failed > 1) {
      throw new BadAnswer("it did not stop");
    }
    answer.number(failed, failed);
    List<Failure> failures = new ArrayList<>(failed);
    for (int i = 0; i < count; i++) {
      if (given[i] == Verdicts.FAILED) {
        answer.number(i, i);
        failures.add(new Failure(from + i, Problems.readError(answer)));
      }
    }
    System.arraycopy(given, 0, outcomes, from, count);
    return failures;
  }

  String pairText(PairBatch pairs, int index) {
    return "x key " + x.keyText(pairs.x()[index]) + ", y key " + y.keyText(pairs.y()[index]);
  }

  /// At a missed deadline, throws E130 where one pair, or the few of a stretch, had held it up. A
  /// stretch is cut so that it takes milliseconds.
  ///
  /// @param from the pair of the batch at which the frame of the stretch begins
  void refuseEndless(PairBatch pairs, int from, Stretch stretch, RunControl control) {
    if (!control.hasMissedDeadline() || stretch.nanos() < ENDLESS_NANOS) {
      return;
    }
    int first = from + stretch.from();
    int last = from + stretch.to() - 1;
    throw new DovetailException(
        ErrorCode.E130,
        "function '"
            + functionName()
            + "' had not returned after "
            + Math.round(stretch.nanos() / 1e8) / 10.0
            + " s when the deadline passed",
        first == last
            ? "at " + pairText(pairs, first)
            : "between " + pairText(pairs, first) + " and " + pairText(pairs, last),
        "Nothing was published. Look at what the function does with this pair, or give the run more"
            + " time with --timeout.");
  }

  String functionName() {
    return function.name();
  }
}
