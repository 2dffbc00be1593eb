package dev.dovetail.polyglot.worker;

import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/// Answers the engine's commands with the interpreter of this process: one function at a time.
final class Guest implements AutoCloseable {
  /// A stretch of pairs between two reports of progress lasts about this long, so that the pair at
  /// which a process died is known closely, and at no cost to fast conditions.
  private static final long REPORT_NANOS = 5_000_000;

  private static final int LONGEST_STRETCH = 1 << 14;

  private final Context context;
  private final Value judging;
  private @Nullable Value session;

  /// @param always whether the guards hold also where no session runs, as in a worker
  Guest(Context context, boolean always) {
    this.context = context;
    Value bindings = context.getBindings("python");
    context.eval(PythonText.source("boot"));
    ProxyExecutable zones =
        args -> {
          byte[] file = ZoneFile.of(args[0].asString());
          return file == null ? null : new String(file, StandardCharsets.ISO_8859_1);
        };
    ProxyExecutable library = args -> PythonText.of(args[0].asString());
    judging = bindings.getMember("start").execute(library, zones, always);
  }

  /// The function that runs a script.
  Value script() {
    context.eval(PythonText.source("script"));
    return context.getBindings("python").getMember("run_script");
  }

  Value judging() {
    return judging;
  }

  /// Carries out one command and writes its answer.
  void answer(Frame frame, Frames frames) throws IOException {
    DataInputStream in = frame.trusted();
    switch (frame.command()) {
      case LOAD -> load(in, frames);
      case ROWS -> rows(in, frames);
      case FORGET -> {
        live().invokeMember("forget_rows", Frames.readText(in));
        frames.write(Command.DONE, Payload.empty());
      }
      case JUDGE -> judge(in, frames);
      case BEGIN_KEYS -> {
        judging.invokeMember("begin_keys");
        frames.write(Command.DONE, Payload.empty());
      }
      case KEYS -> keys(in, frames);
      case MAP -> map(in, frames);
      case RUN_SCRIPT,
          DONE,
          PROBLEM,
          VERDICTS,
          IDS,
          MAPPED,
          PROGRESS,
          HELLO,
          REQUEST,
          ANSWER,
          EXIT ->
          throw new IOException("a worker takes no " + frame.command());
    }
  }

  private Value live() throws IOException {
    if (session == null) {
      throw new IOException("no function is loaded");
    }
    return session;
  }

  private void load(DataInputStream in, Frames frames) throws IOException {
    LoadRequest request = LoadRequest.read(in);
    session = null;
    Value opened;
    try {
      opened = request.open(judging);
    } catch (PolyglotException e) {
      problem(frames, "E107", "loading the function failed: " + reason(e), "");
      return;
    }
    if (opened.hasArrayElements()) {
      problem(
          frames,
          opened.getArrayElement(0).asString(),
          opened.getArrayElement(1).asString(),
          opened.getArrayElement(2).asString());
      return;
    }
    for (LoadRequest.Side side : request.sides()) {
      opened.invokeMember(
          "open_side", side.role(), side.names().toArray(), side.nested().toArray());
    }
    session = opened;
    frames.write(Command.DONE, Payload.empty());
  }

  private static void problem(Frames frames, String code, String what, String where)
      throws IOException {
    frames.write(Command.PROBLEM, Payload.empty().text(code).text(what).text(where));
  }

  private void rows(DataInputStream in, Frames frames) throws IOException {
    String role = Frames.readText(in);
    int before = in.readInt();
    try (BufferAllocator allocator = new RootAllocator();
        var reader =
            new ArrowStreamReader(new ByteArrayInputStream(in.readAllBytes()), allocator)) {
      int base = before;
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        Object[] columns = new Object[batch.getFieldVectors().size()];
        for (int i = 0; i < columns.length; i++) {
          FieldVector vector = batch.getVector(i);
          try {
            columns[i] = PackedColumns.pack(vector);
          } catch (PackedColumns.CannotHold e) {
            Field field = vector.getField();
            frames.write(
                Command.PROBLEM,
                Payload.empty()
                    .text("E213")
                    .text(
                        "column '"
                            + field.getName()
                            + "' holds "
                            + e.what
                            + ", which Python has no value for")
                    .text(Integer.toString(base + e.row)));
            return;
          }
        }
        live().invokeMember("add_rows", role, columns);
        base += batch.getRowCount();
      }
    }
    frames.write(Command.DONE, Payload.empty());
  }

  private void judge(DataInputStream in, Frames frames) throws IOException {
    Value live = live();
    boolean stop = in.readInt() == 1;
    boolean eachPair = in.readInt() == 1;
    int count = in.readInt();
    int sampled = in.readInt();
    String xs = Frames.readLatin1(in, count * 4);
    String ys = Frames.readLatin1(in, count * 4);
    String sample = Frames.readLatin1(in, sampled * 4);
    live.invokeMember("begin", xs, ys, stop);
    int stretch = 1;
    int at = 0;
    while (at < count) {
      int end = Math.min(count, at + stretch);
      frames.write(Command.PROGRESS, Payload.empty().number(at).number(end));
      long started = System.nanoTime();
      int reached = run(live, at, end);
      if (reached < end) {
        break;
      }
      at = end;
      if (!eachPair) {
        long took = Math.max(1, System.nanoTime() - started);
        stretch =
            took * 2 < REPORT_NANOS
                ? Math.min(LONGEST_STRETCH, stretch * 2)
                : took > REPORT_NANOS * 2 ? Math.max(1, stretch / 2) : stretch;
      }
    }
    recheck(live, sample, frames);
    Payload reply = Payload.empty();
    reply.raw(live.invokeMember("outcomes").asString().getBytes(StandardCharsets.ISO_8859_1));
    Value failures = live.invokeMember("failed_pairs");
    long fields = failures.getArraySize();
    reply.number((int) (fields / 4));
    for (long i = 0; i < fields; i += 4) {
      reply
          .number(failures.getArrayElement(i).asInt())
          .text(failures.getArrayElement(i + 1).asString())
          .text(failures.getArrayElement(i + 2).asString())
          .text(failures.getArrayElement(i + 3).asString());
    }
    frames.write(Command.VERDICTS, reply);
  }

  /// Judges the sampled pairs once more, last first, and says before each few which they are.
  private static void recheck(Value live, String sample, Frames frames) throws IOException {
    int chunk = 1;
    int to = sample.length() / 4;
    while (to > 0) {
      int from = Math.max(0, to - chunk);
      frames.write(
          Command.PROGRESS,
          Payload.empty().number(sampled(sample, from)).number(sampled(sample, to - 1) + 1));
      long started = System.nanoTime();
      recheck(live, sample, from, to);
      to = from;
      chunk =
          (System.nanoTime() - started) * 2 < REPORT_NANOS
              ? Math.min(LONGEST_STRETCH, chunk * 2)
              : Math.max(1, chunk / 2);
    }
  }

  /// As with [#run], an error of the interpreter itself is the pair's at which it happens.
  private static void recheck(Value live, String sample, int from, int to) {
    try {
      live.invokeMember("recheck", sample.substring(from * 4, to * 4));
    } catch (PolyglotException e) {
      live.invokeMember("restore");
      if (to - from > 1) {
        for (int i = to - 1; i >= from; i--) {
          recheck(live, sample, i, i + 1);
        }
      } else {
        live.invokeMember("broken", sampled(sample, from), reason(e));
        live.invokeMember("recheck", ""); // the first failure of all is the one that stops
      }
    }
  }

  /// One of the packed little-endian numbers of a text of Latin-1.
  private static int sampled(String packed, int i) {
    int value = 0;
    for (int b = 3; b >= 0; b--) {
      value = value << 8 | packed.charAt(i * 4 + b);
    }
    return value;
  }

  /// Where Python stopped. An error of the interpreter itself passes Python's handlers by; the
  /// stretch is then taken pair by pair to learn whose it is.
  private static int run(Value live, int start, int end) {
    try {
      return live.invokeMember("run", start, end).asInt();
    } catch (PolyglotException e) {
      if (end - start > 1) {
        for (int i = start; i < end; i++) {
          if (run(live, i, i + 1) == i) {
            return i;
          }
        }
        return end;
      }
      boolean stops = live.invokeMember("broken", start, reason(e)).asBoolean();
      return stops ? start : end;
    }
  }

  private void keys(DataInputStream in, Frames frames) throws IOException {
    Value found = live().invokeMember("ids_of", Frames.readText(in), in.readInt());
    frames.write(
        Command.IDS,
        Payload.empty()
            .number(found.getArrayElement(1).asInt())
            .text(found.getArrayElement(2).asString())
            .text(found.getArrayElement(3).asString())
            .text(found.getArrayElement(4).asString())
            .bytes(found.getArrayElement(0).asString().getBytes(StandardCharsets.ISO_8859_1)));
  }

  private void map(DataInputStream in, Frames frames) throws IOException {
    Value mapped = live().invokeMember("mapped", in.readInt());
    int failedSlot = mapped.getArrayElement(0).asInt();
    Payload reply = Payload.empty().number(failedSlot);
    if (failedSlot >= 0) {
      for (int i = 1; i <= 3; i++) {
        reply.text(mapped.getArrayElement(i).asString());
      }
    } else {
      PackedResult.write(mapped.getArrayElement(1), reply);
    }
    frames.write(Command.MAPPED, reply);
  }

  /// An error that is none of Python's: the cause's kind and text.
  static String reason(PolyglotException e) {
    if (e.isExit()) {
      return "SystemExit: " + e.getExitStatus();
    }
    String message = e.getMessage();
    return message == null ? "the interpreter failed" : message;
  }

  @Override
  public void close() {
    context.close(true);
  }
}
