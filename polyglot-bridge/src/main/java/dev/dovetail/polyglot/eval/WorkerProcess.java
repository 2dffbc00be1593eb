package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One Python process. Used by one thread at a time, and ended by any.
final class WorkerProcess implements Interpreter, AutoCloseable {
  private static final int KEPT_ERROR_LINES = 40;

  private final Process process;
  private final Frames frames;
  private final FrameExchange exchange;
  private final Mode mode;
  private final long memoryBytes;
  private final ArrayDeque<String> errorLines = new ArrayDeque<>();
  private volatile boolean alive = true;

  private WorkerProcess(Process process, Mode mode, long memoryBytes) {
    this.process = process;
    this.mode = mode;
    this.memoryBytes = memoryBytes;
    this.frames = new Frames(process.getInputStream(), process.getOutputStream());
    this.exchange = new FrameExchange(frames);
    Thread.ofPlatform()
        .daemon()
        .name("worker-stderr-" + process.pid())
        .start(() -> keepErrors(process.getErrorStream()));
  }

  /// Starts a process and returns before it is ready.
  static WorkerProcess start(WorkerSettings settings, Mode mode) {
    List<String> flags = new ArrayList<>(List.of("-Xss4m", "-XX:+ExitOnOutOfMemoryError"));
    if (mode == Mode.QUICK) {
      settings
          .record()
          .ifPresent(
              file -> flags.addAll(List.of("-XX:AOTCacheOutput=" + file, WorkerSettings.TRAINING)));
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            settings.command(mode, "dev.dovetail.polyglot.worker.WorkerMain", flags));
    builder.environment().clear(); // a condition must not depend on it
    builder.environment().put("LANG", "C.UTF-8");
    try {
      Files.createDirectories(settings.cache());
      return new WorkerProcess(builder.start(), mode, settings.memoryBytes());
    } catch (IOException e) {
      throw new DovetailException(
          ErrorCode.E128,
          "a Python worker cannot be started: " + e.getMessage(),
          "",
          "Check the JDK at " + settings.javaHome() + " and the folder " + settings.cache() + ".");
    }
  }

  /// Waits until the process is ready.
  void awaitReady() throws IOException {
    Frame hello = frames.read();
    if (hello.command() != Command.HELLO) {
      throw new IOException("the worker does not greet");
    }
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
  public Frame call(Command command, Payload payload) throws IOException {
    return exchange.call(command, payload);
  }

  @Override
  public Stretch stretch() {
    return exchange.stretch();
  }

  /// How the process ended, as part of a sentence; waits for its end.
  String ending() {
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
      case 137 -> "was killed";
      case 143 -> "was terminated";
      default -> "ended with code " + code;
    };
  }

  /// The end of what the process wrote to its standard error.
  String errorText() {
    synchronized (errorLines) {
      return String.join("\n", errorLines);
    }
  }

  private void keepErrors(InputStream in) {
    try (var lines =
        new java.io.BufferedReader(new java.io.InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (errorLines) {
          errorLines.add(line);
          if (errorLines.size() > KEPT_ERROR_LINES) {
            errorLines.remove();
          }
        }
      }
    } catch (IOException e) {
      // the process is gone
    }
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
