package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames.Payload;
import dev.dovetail.polyglot.worker.LoadRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// Computes the keys of a gate in one interpreter, which alone knows when two of them are equal.
final class KeyComputation {
  private static final int ROWS_AT_ONCE = 8_192;

  private final Interpreter python;
  private final Runnable check;

  /// @param check throws if the run is stopped
  KeyComputation(Interpreter python, Runnable check) {
    this.python = python;
    this.check = check;
  }

  /// Computes them in a worker of its own, which is given back if it is fit.
  static KeyIds inWorker(
      WorkerSource workers,
      Mode mode,
      Lost lost,
      FunctionSource xKey,
      FunctionSource yKey,
      ConditionRows x,
      ConditionRows y,
      RunControl control) {
    WorkerProcess worker = workers.take(mode, control);
    boolean fit = false;
    try (var _ = control.onStop(worker::close)) {
      KeyIds ids = new KeyComputation(worker, control::check).compute(xKey, yKey, x, y);
      fit = true;
      return ids;
    } catch (IOException e) {
      control.check();
      throw lost.because(worker, "a gate's key function", xKey.name());
    } finally {
      if (fit) {
        workers.give(worker);
      } else {
        workers.discard(worker);
      }
    }
  }

  KeyIds compute(FunctionSource xKey, FunctionSource yKey, ConditionRows x, ConditionRows y)
      throws IOException {
    python.tell(Command.BEGIN_KEYS, Payload.empty());
    return new KeyIds(side("x", xKey, x), side("y", yKey, y));
  }

  private long[] side(String role, FunctionSource key, ConditionRows rows) throws IOException {
    // no row is needed twice, so each batch pushes the one before it out
    SentRows sent = new SentRows(role, rows, 0);
    LoadRequest request = new LoadRequest(key, Map.of(), List.of(sent.side()));
    python.call(Command.LOAD, request.write(), Problems.loading(key.name()));
    long[] ids = new long[rows.count()];
    int[] positions = new int[rows.count()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        check.run();
        int to = Math.min(ids.length, from + ROWS_AT_ONCE);
        sent.send(positions, from, to, python, allocator);
        int first = sent.slot(from);
        int start = from;
        python.call(
            Command.KEYS,
            Payload.empty().text(role).number(first),
            (_, answer) -> {
              int failedSlot = answer.number(-1, first + to - start - 1);
              if (failedSlot >= 0) {
                throw failed(
                    key, role, rows.keyText(sent.position(failedSlot)), Problems.readError(answer));
              }
              answer.skipTexts(3);
              ByteBuffer.wrap(answer.bytes())
                  .order(ByteOrder.LITTLE_ENDIAN)
                  .asLongBuffer()
                  .get(ids, start, to - start);
              return true;
            });
      }
    }
    return ids;
  }

  private static DovetailException failed(
      FunctionSource key, String role, String keyText, PairError error) {
    return new DovetailException(
        new Problem(
            error.code(),
            "the gate's key function '" + key.name() + "' failed: " + error.message(),
            role + " key " + keyText,
            Problems.remedy(error.code()),
            error.traceback()));
  }
}
