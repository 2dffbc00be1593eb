package dev.dovetail.engine.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ends a run early: by deadline or by the user. Thread-safe.
///
/// Loops call [#check] between batches. What blocks outside Java (a worker process) registers with
/// [#onStop] and is ended by the callback.
public final class RunControl implements AutoCloseable {
  private final List<Runnable> callbacks = new ArrayList<>();
  private final @Nullable Thread timer;
  private volatile @Nullable ErrorCode stopped;
  private final Optional<Duration> timeout;

  public RunControl(Optional<Duration> timeout) {
    this.timeout = timeout;
    this.timer = timeout.map(this::startTimer).orElse(null);
  }

  public static RunControl unlimited() {
    return new RunControl(Optional.empty());
  }

  private Thread startTimer(Duration duration) {
    return Thread.ofPlatform()
        .daemon()
        .name("deadline")
        .start(
            () -> {
              try {
                Thread.sleep(duration);
                stop(ErrorCode.E401);
              } catch (InterruptedException e) {
                // closed before the deadline
              }
            });
  }

  /// The user no longer wants the run (Ctrl-C).
  public void cancel() {
    stop(ErrorCode.E402);
  }

  private void stop(ErrorCode code) {
    List<Runnable> due;
    synchronized (callbacks) {
      if (stopped != null) {
        return;
      }
      stopped = code;
      due = List.copyOf(callbacks);
    }
    due.forEach(Runnable::run);
  }

  /// Runs `callback` when the run is stopped; at once if it already was. Closing the result
  /// unregisters it.
  public Registration onStop(Runnable callback) {
    boolean late;
    synchronized (callbacks) {
      late = stopped != null;
      if (!late) {
        callbacks.add(callback);
      }
    }
    if (late) {
      callback.run();
    }
    return () -> {
      synchronized (callbacks) {
        callbacks.remove(callback);
      }
    };
  }

  public boolean isStopped() {
    return stopped != null;
  }

  /// Whether the deadline passed before the run ended or was cancelled.
  public boolean hasMissedDeadline() {
    return stopped == ErrorCode.E401;
  }

  /// Throws E401 or E402 if the run is stopped.
  public void check() {
    ErrorCode code = stopped;
    if (code == null) {
      return;
    }
    throw code == ErrorCode.E401
        ? new DovetailException(
            code,
            "the run did not end within "
                + timeout.map(t -> t.toMillis() / 1000.0 + " s").orElse("its deadline"),
            "",
            "Nothing was published. Give it more time with --timeout, or make the condition cheaper.")
        : new DovetailException(code, "the run was cancelled", "", "Nothing was published.");
  }

  @Override
  public void close() {
    if (timer != null) {
      timer.interrupt();
    }
  }

  /// A callback that can be taken back.
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
