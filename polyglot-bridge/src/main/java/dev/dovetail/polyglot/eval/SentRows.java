package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.join.ConditionRows;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames.Payload;
import dev.dovetail.polyglot.worker.LoadRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;

/// Which rows of one side an interpreter has, and under which slot. Each row is sent once, unless
/// the interpreter's share of memory is used up; then it forgets them all and starts over.
final class SentRows {
  private static final int ROWS_A_FRAME = 8_192;

  /// A Python row takes some ten times the bytes of its Arrow form.
  private static final int PYTHON_GROWTH = 10;

  /// What a row takes however little it holds.
  private static final int ROW_BYTES = 300;

  private final String role;
  private final ConditionRows rows;
  private final long limitBytes;

  /// Slot plus one; 0 where the row was not sent.
  private final int[] slotOf;

  private int[] positionOf = new int[64];
  private int sent;
  private long usedBytes;

  SentRows(String role, ConditionRows rows, long limitBytes) {
    this.role = role;
    this.rows = rows;
    this.limitBytes = limitBytes;
    this.slotOf = new int[rows.count()];
  }

  LoadRequest.Side side() {
    List<String> names = new ArrayList<>();
    List<String> nested = new ArrayList<>();
    for (Field field : rows.schema().getFields()) {
      names.add(field.getName());
      if (!field.getChildren().isEmpty()) {
        nested.add(field.getName());
      }
    }
    return new LoadRequest.Side(role, names, nested);
  }

  /// The interpreter has none of the rows any more.
  void reset() {
    Arrays.fill(slotOf, 0);
    sent = 0;
    usedBytes = 0;
  }

  int count() {
    return rows.count();
  }

  String keyText(int position) {
    return rows.keyText(position);
  }

  /// Sends what is missing of some positions.
  void send(int[] positions, int from, int to, Interpreter python, BufferAllocator allocator)
      throws IOException {
    if (usedBytes > limitBytes) {
      python.tell(Command.FORGET, Payload.empty().text(role));
      reset();
    }
    int[] missing = new int[64];
    int count = 0;
    for (int i = from; i < to; i++) {
      int position = positions[i];
      if (slotOf[position] != 0) {
        continue;
      }
      if (count == missing.length) {
        missing = Arrays.copyOf(missing, count * 2);
      }
      missing[count++] = position;
      if (sent == positionOf.length) {
        positionOf = Arrays.copyOf(positionOf, sent * 2);
      }
      positionOf[sent] = position;
      slotOf[position] = ++sent;
    }
    for (int start = 0; start < count; start += ROWS_A_FRAME) {
      sendFrame(missing, start, Math.min(count, start + ROWS_A_FRAME), count, python, allocator);
    }
  }

  private void sendFrame(
      int[] positions, int from, int to, int total, Interpreter python, BufferAllocator allocator)
      throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (VectorSchemaRoot batch = rows.gather(positions, from, to, allocator);
        var writer = new ArrowStreamWriter(batch, null, stream)) {
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    usedBytes += (long) stream.size() * PYTHON_GROWTH + (long) (to - from) * ROW_BYTES;
    int firstSlot = sent - total + from;
    python.call(
        Command.ROWS,
        Payload.empty().text(role).number(firstSlot).raw(stream.toByteArray()),
        (kind, answer) -> {
          if (kind == Command.PROBLEM) {
            throw refused(Problems.read(answer));
          }
          return true;
        });
  }

  private DovetailException refused(Problems.Reported problem) {
    int position = positionOf[Objects.checkIndex(Integer.parseInt(problem.where()), sent)];
    return new DovetailException(
        ErrorCode.E213,
        problem.what(),
        role.equals("input")
            ? "row " + rows.keyText(position)
            : role + " key " + rows.keyText(position),
        "Leave the column out of evidence=, or convert it with a Transform.");
  }

  /// The slot of a position that was sent.
  int slot(int position) {
    return slotOf[position] - 1;
  }

  int position(int slot) {
    return positionOf[slot];
  }
}
