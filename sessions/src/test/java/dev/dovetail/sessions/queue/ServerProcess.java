package dev.dovetail.sessions.queue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A [Server] in a process of its own.
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  ServerProcess(Path home, Optional<String> catalogUrl, String name, long leaseMillis, String mode)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Server.class.getName(),
            home.toString(),
            catalogUrl.orElse(""),
            name,
            String.valueOf(leaseMillis),
            mode));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader();
  }

  /// Waits for a line that begins so, and returns the rest of it.
  String await(String beginning) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length()).strip();
      }
    }
    throw new IllegalStateException("the server ended before it said " + beginning);
  }

  /// Waits for its end.
  int finish() throws IOException, InterruptedException {
    output.readAllLines();
    return process.waitFor();
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
