package dev.dovetail.spaces;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A [StoreProgram] in a process of its own.
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  static ChildJvm start(List<String> flags, Path home, Optional<String> catalogUrl, String... deed)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1"));
    command.addAll(flags);
    catalogUrl.ifPresent(url -> command.add("-D" + StoreProgram.CATALOG + "=" + url));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(StoreProgram.class.getName());
    command.add(home.toString());
    command.addAll(List.of(deed));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /// Waits until it has begun.
  void awaitReady() throws IOException {
    await("ready");
  }

  /// Waits for a line of its output.
  void await(String expected) throws IOException {
    String line = output.readLine();
    while (line != null && !line.equals(expected)) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the child ended before it said " + expected);
    }
  }

  /// Lets a child that waits for its input go on.
  void release() throws IOException {
    process.getOutputStream().close();
  }

  /// All that it prints, and then its exit code in the last line.
  List<String> finish() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(output.readAllLines());
    lines.add(String.valueOf(process.waitFor()));
    return lines;
  }

  /// SIGKILL where there is such a thing.
  void kill() {
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
