package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The `dovetail` command as a child process.
///
/// @param command what starts it: the launcher, or a JVM with a main class
/// @param home the child's `DOVETAIL_HOME`
/// @param scratch a folder for what it prints
record Engine(List<String> command, Path home, Path scratch) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// How a child ended.
  record Ended(int code, String errors, Duration took) {}

  /// What a kill met.
  ///
  /// @param workers the child's own children, at the moment before
  /// @param ended how it ended if it was faster than the kill
  record Killed(List<ProcessHandle> workers, Optional<Ended> ended) {}

  /// Runs a command to its end.
  Ended run(List<String> arguments) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process = start(arguments);
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new Violation("it did not end within " + PATIENCE.toMinutes() + " minutes");
    }
    return ended(process, start);
  }

  /// Kills a command (SIGKILL) some time after its start; its children are not touched.
  Killed kill(List<String> arguments, Duration after) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process = start(arguments);
    boolean faster = process.waitFor(after.toNanos(), TimeUnit.NANOSECONDS);
    List<ProcessHandle> workers = process.descendants().toList();
    process.destroyForcibly();
    process.waitFor();
    return new Killed(workers, faster ? Optional.of(ended(process, start)) : Optional.empty());
  }

  private Process start(List<String> arguments) throws IOException {
    List<String> line = new ArrayList<>(command);
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line).directory(scratch.toFile());
    builder.environment().put("DOVETAIL_HOME", home.toString());
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(errors().toFile())
        .start();
  }

  private Ended ended(Process process, long start) throws IOException {
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Ended(process.exitValue(), Files.readString(errors()).strip(), took);
  }

  private Path errors() {
    return scratch.resolve("stderr");
  }
}
