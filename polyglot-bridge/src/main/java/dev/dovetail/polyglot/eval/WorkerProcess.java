package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.Deadlines.Missed;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One Python process. Used by one thread at a time, and ended by any.
final class WorkerProcess implements Interpreter, AutoCloseable {
  private static final long START_NANOS = TimeUnit.MINUTES.toNanos(2);

  /// Starts the processes. The kernel ends a process that is to die with its parent when the
  /// *thread* that started it ends, so that must be one that does not.
  private static final Executor STARTER =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("worker-starter").factory());

  private final Process process;
  private final Frames frames;
  private final FrameExchange exchange;
  private final Mode mode;
  private final long memoryBytes;
  private final ErrorTail errors = new ErrorTail();
  private volatile boolean alive = true;
  private volatile boolean ready;

  /// When the process began with what it does now, and until when it may; 0 while it does nothing.
  private volatile long busySince;

  private volatile long batchNanos = START_NANOS;
  private volatile long sessionEnds = Long.MAX_VALUE;
  private volatile @Nullable Missed missed;
  private volatile @Nullable BadAnswer bad;

  /// @param longestAnswer the bytes of the longest frame that it may send
  WorkerProcess(Process process, Mode mode, long memoryBytes, int longestAnswer) {
    this.process = process;
    this.mode = mode;
    this.memoryBytes = memoryBytes;
    this.frames = new Frames(process.getInputStream(), process.getOutputStream(), longestAnswer);
    this.exchange = new FrameExchange(frames);
    Thread.ofPlatform()
        .daemon()
        .name("worker-stderr-" + process.pid())
        .start(() -> errors.read(process.getErrorStream()));
  }

  /// Starts a process with the rights of the user and returns before it is ready.
  static WorkerProcess start(WorkerSettings settings, Mode mode) {
    List<String> flags = new ArrayList<>(List.of("-Xss4m", "-XX:+ExitOnOutOfMemoryError"));
    if (mode == Mode.QUICK) {
      settings
          .record()
          .ifPresent(
              file -> flags.addAll(List.of("-XX:AOTCacheOutput=" + file, WorkerSettings.TRAINING)));
    }
    List<String> command = settings.command(mode, "dev.dovetail.polyglot.worker.WorkerMain", flags);
    return new WorkerProcess(
        started(settings, command), mode, settings.memoryBytes(), Frames.MAX_BYTES);
  }

  /// A process of these settings whose command line is already complete.
  static Process started(WorkerSettings settings, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear(); // a condition must not depend on it
    builder.environment().put("LANG", "C.UTF-8");
    try {
      Files.createDirectories(settings.cache());
      return CompletableFuture.supplyAsync(() -> startNow(builder), STARTER).join();
    } catch (IOException | CompletionException e) {
      Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      throw new DovetailException(
          ErrorCode.E128,
          "a Python worker cannot be started: " + (cause == null ? e : cause).getMessage(),
          "",
          "Check the JDK at " + settings.javaHome() + " and the folder " + settings.cache() + ".");
    }
  }

  private static Process startNow(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /// Waits until the process is ready.
  void awaitReady() throws IOException {
    busySince = System.nanoTime();
    try {
      Frame hello = frames.read();
      if (hello.command() != Command.HELLO) {
        throw new BadAnswer("it does not greet");
      }
      ready = true;
    } catch (BadAnswer e) {
      bad = e;
      close();
      throw e;
    } finally {
      busySince = 0;
    }
  }

  boolean isReady() {
    return ready;
  }

  /// How long it may take from now on: for each command, and in all.
  void allow(long commandNanos, long sessionNanos) {
    batchNanos = commandNanos;
    sessionEnds = System.nanoTime() + sessionNanos;
  }

  /// Ends the process if it is late.
  ///
  /// @param pairNanos how long it may be at one pair
  void endIfLate(long pairNanos) {
    long since = busySince;
    if (since == 0 || missed != null) {
      return;
    }
    long now = System.nanoTime();
    Missed found =
        stretch().nanos() > pairNanos
            ? Missed.PAIR
            : now - since > batchNanos
                ? Missed.BATCH
                : sessionEnds != Long.MAX_VALUE && now - sessionEnds > 0 ? Missed.SESSION : null;
    if (found != null) {
      missed = found;
      close();
    }
  }

  /// The deadline for which the process was ended, if it was.
  @Nullable Missed missed() {
    return missed;
  }

  Mode mode() {
    return mode;
  }

  boolean isAlive() {
    return alive && process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public <T> T call(Command command, Payload payload, AnswerReader<T> reader) throws IOException {
    busySince = System.nanoTime();
    try {
      return exchange.call(command, payload, reader);
    } catch (BadAnswer e) {
      bad = e;
      close();
      throw e;
    } finally {
      busySince = 0;
    }
  }

  @Override
  public Stretch stretch() {
    return exchange.stretch();
  }

  /// How the process ended, as part of a sentence; waits for its end.
  String ending() {
    BadAnswer said = bad;
    if (said != null) {
      return "gave an answer that makes no sense (" + said.getMessage() + ") and was ended";
    }
    if (missed != null) {
      return "did not answer in time and was ended";
    }
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        close();
        return "stopped answering and was ended";
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int code = process.isAlive() ? -1 : process.exitValue();
    return switch (code) {
      case 3 -> "ran out of memory (" + (memoryBytes >> 20) + " MB)";
      case 134 -> "crashed, most likely for want of memory";
      case 137 -> "was killed";
      case 143 -> "was terminated";
      default -> "ended with code " + code;
    };
  }

  /// The line of its standard error that says what went wrong, before the frames that say where.
  String firstError() {
    return errors
        .text()
        .lines()
        .filter(line -> !line.startsWith("\tat ") && !line.startsWith("SLF4J"))
        .findFirst()
        .orElse("");
  }

  /// Lets go of the process and waits, for some minutes at most, until it ends by itself; used
  /// where it writes a cache then.
  void closeOrderly() {
    try {
      process.getOutputStream().close();
      var _ = process.waitFor(3, TimeUnit.MINUTES);
    } catch (IOException e) {
      // it has ended before
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  /// Ends the process with all that it started, at once. A blocked [#call] returns.
  @Override
  public void close() {
    alive = false;
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
