package dev.dovetail.cli;

import dev.dovetail.engine.run.RunControl;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Ctrl-C: cancels the run and gives it a moment to remove what it staged, then lets the process go
/// with exit code 130; with 0 where it came too late and the run is done.
final class Interruption {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final CountDownLatch FINISHED = new CountDownLatch(1);
  private static final AtomicInteger EXIT_CODE = new AtomicInteger(-1);

  private Interruption() {}

  /// From now on an interrupt cancels `control`.
  static void cancels(RunControl control) {
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("interrupt")
                .unstarted(
                    () -> {
                      if (EXIT_CODE.get() < 0) {
                        control.cancel();
                        await();
                      }
                    }));
  }

  private static void await() {
    try {
      boolean ended = FINISHED.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        Runtime.getRuntime().halt(130);
      }
      if (EXIT_CODE.get() == 0) {
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The command has ended and printed its message.
  static void finished(int code) {
    EXIT_CODE.set(code);
    FINISHED.countDown();
  }
}
