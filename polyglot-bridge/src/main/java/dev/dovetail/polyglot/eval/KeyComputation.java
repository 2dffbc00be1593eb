package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
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

  KeyIds compute(FunctionSource xKey, FunctionSource yKey, ConditionRows x, ConditionRows y)
      throws IOException {
    python.call(Command.BEGIN_KEYS, Payload.empty());
    return new KeyIds(side("x", xKey, x), side("y", yKey, y));
  }

  private long[] side(String role, FunctionSource key, ConditionRows rows) throws IOException {
    // no row is needed twice, so each batch pushes the one before it out
    SentRows sent = new SentRows(role, rows, 0);
    Frame loaded =
        python.call(Command.LOAD, new LoadRequest(key, Map.of(), List.of(sent.side())).write());
    if (loaded.command() == Command.PROBLEM) {
      throw Problems.notLoaded(key.name(), Problems.read(loaded));
    }
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
        Frame answer =
            python.call(Command.KEYS, Payload.empty().text(role).number(sent.slot(from)));
        var in = answer.fields();
        int failedSlot = in.readInt();
        String code = Frames.readText(in);
        String message = Frames.readText(in);
        String trace = Frames.readText(in);
        if (failedSlot >= 0) {
          throw failed(key, role, rows.keyText(sent.position(failedSlot)), code, message, trace);
        }
        ByteBuffer.wrap(in.readNBytes(in.readInt()))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asLongBuffer()
            .get(ids, from, to - from);
      }
    }
    return ids;
  }

  private static DovetailException failed(
      FunctionSource key, String role, String keyText, String code, String message, String trace) {
    ErrorCode error = ErrorCode.valueOf(code);
    return new DovetailException(
        error,
        "the gate's key function '" + key.name() + "' failed: " + message,
        role + " key " + keyText + (trace.isEmpty() ? "" : "\n" + trace),
        Problems.remedy(error));
  }
}
