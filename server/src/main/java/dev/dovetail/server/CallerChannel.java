package dev.dovetail.server;

import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.CallerInterpreter;
import dev.dovetail.polyglot.worker.Frames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// The frames between a run and the Python that asked for it: commands go down one long answer, and
/// the bodies of further requests bring what the Python says. While nothing is asked the engine
/// sends a sign of life, so that a caller that has gone is noticed.
final class CallerChannel implements AutoCloseable {
  private static final long SIGN_OF_LIFE_SECONDS = 2;
  private static final long PATIENCE_SECONDS = 30;

  /// No frame is empty.
  private static final byte[] END = new byte[0];

  private final BlockingQueue<byte[]> commands = new LinkedBlockingQueue<>();
  private final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
  private final AtomicBoolean attached = new AtomicBoolean();
  private final CallerInterpreter interpreter =
      new CallerInterpreter(new Answers(), new Commands());
  private volatile boolean ended;

  /// Evaluates functions at the caller's.
  CallerInterpreter interpreter() {
    return interpreter;
  }

  /// Sends commands until the run ends. A caller that no longer listens cancels the run, since what
  /// it holds can be evaluated nowhere else.
  ///
  /// @return false if somebody listens already
  boolean listen(OutputStream out, RunControl control) throws InterruptedException {
    if (!attached.compareAndSet(false, true)) {
      return false;
    }
    try (out) {
      while (true) {
        byte[] next = commands.poll(SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS);
        if (next != null && next.length == 0) {
          return true;
        }
        out.write(next == null ? Frames.signOfLife() : next);
        out.flush();
      }
    } catch (IOException | RuntimeException gone) {
      control.cancel();
      close();
      return true;
    }
  }

  /// Takes frames that the caller sent.
  void accept(byte[] frames) {
    if (frames.length > 0 && !ended) {
      answers.add(frames);
    }
  }

  /// Refuses to go on where nobody has come to listen.
  void awaitListener(RunControl control) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!attached.get()) {
      control.check();
      if (System.nanoTime() > until) {
        throw new DovetailException(
            ErrorCode.E108,
            "the function stays with the client, which did not come to evaluate it",
            "",
            "Open the run's evaluator within " + PATIENCE_SECONDS + " seconds.");
      }
      try {
        TimeUnit.MILLISECONDS.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        control.cancel();
      }
    }
  }

  /// Ends both directions; a call that waits for an answer fails.
  @Override
  public void close() {
    ended = true;
    commands.add(END);
    answers.add(END);
  }

  private final class Commands extends OutputStream {
    private final ByteArrayOutputStream frame = new ByteArrayOutputStream();

    @Override
    public void write(int value) {
      frame.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      frame.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      if (ended) {
        throw new IOException("the caller has gone");
      }
      if (frame.size() > 0) {
        commands.add(frame.toByteArray());
        frame.reset();
      }
    }
  }

  private final class Answers extends InputStream {
    private byte[] current = END;
    private int at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (at == current.length && !next()) {
        return -1;
      }
      int count = Math.min(length, current.length - at);
      System.arraycopy(current, at, buffer, offset, count);
      at += count;
      return count;
    }

    @Override
    public int available() {
      return current.length - at;
    }

    private boolean next() throws IOException {
      try {
        current = answers.take();
        at = 0;
        return current.length > 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
