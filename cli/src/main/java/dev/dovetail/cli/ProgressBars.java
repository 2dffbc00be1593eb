package dev.dovetail.cli;

import dev.dovetail.engine.run.Progress;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Progress as a bar on stderr. A bar appears only when a stage takes longer than people notice.
final class ProgressBars implements Progress, AutoCloseable {
  private static final long NOTICEABLE_NANOS = 700_000_000L;

  private final PrintStream out;
  private @Nullable ProgressBar bar;
  private String stage = "";
  private long total;
  private long done;
  private long startedNanos;

  ProgressBars(PrintStream out) {
    this.out = out;
  }

  @Override
  public synchronized void start(String stage, long total) {
    close();
    this.stage = stage;
    this.total = total;
    done = 0;
    startedNanos = System.nanoTime();
  }

  @Override
  public synchronized void advance(long steps) {
    done += steps;
    if (bar == null && System.nanoTime() - startedNanos > NOTICEABLE_NANOS) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(stage)
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new Line(out))
              .setUpdateIntervalMillis(250)
              .continuousUpdate()
              .build();
    }
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  @Override
  public synchronized void note(String message) {
    close();
    out.println("Note: " + message);
  }

  /// The bar's line. The library draws a bar that is closed once more, below itself; the line has
  /// ended by then.
  private static final class Line extends ConsoleProgressBarConsumer {
    private boolean ended;

    Line(PrintStream out) {
      super(out);
    }

    @Override
    public synchronized void accept(String text) {
      if (!ended) {
        super.accept(text);
      }
    }

    @Override
    public synchronized void close() {
      if (!ended) {
        ended = true;
        super.close();
      }
    }
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
