package dev.dovetail.cli;

import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.spaces.SpaceStore;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// What a command works with: the store, memory, the deadline and the progress bar of this process.
final class Workbench implements AutoCloseable {
  private final Path home;
  private final BufferAllocator allocator;
  private final SpaceStore store;
  private final RunControl control;
  private final Progress progress;
  private final Path spoolFolder;

  private Workbench(Dovetail options) {
    home = home();
    spoolFolder = options.spillDir != null ? options.spillDir : home.resolve("tmp");
    allocator = new RootAllocator();
    store = SpaceStore.open(home, allocator);
    control = new RunControl(Optional.ofNullable(options.timeout).map(Timeout::duration));
    Interruption.cancels(control);
    boolean terminal = System.console() != null && System.console().isTerminal();
    progress = options.quiet || !terminal || piped() ? Progress.NONE : new ProgressBars(System.err);
  }

  static Workbench open(Dovetail options) {
    return new Workbench(options);
  }

  /// `DOVETAIL_HOME`, by default `.dovetail` in the working folder.
  static Path home() {
    String home = System.getenv("DOVETAIL_HOME");
    return Path.of(home == null || home.isBlank() ? ".dovetail" : home);
  }

  /// Whether stderr, where a bar would go, is no terminal. The launcher says so: a JVM cannot ask.
  private static boolean piped() {
    return !"tty".equals(System.getProperty("dovetail.stderr"));
  }

  SpaceStore store() {
    return store;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  RunControl control() {
    return control;
  }

  Progress progress() {
    return progress;
  }

  Path home(String folder) {
    return home.resolve(folder);
  }

  Path spoolFolder() {
    return spoolFolder;
  }

  @Override
  public void close() {
    if (progress instanceof ProgressBars bars) {
      bars.close();
    }
    control.close();
    store.close();
    allocator.close();
  }
}
