package dev.dovetail.tests.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The conformance suite's own oracle in a CPython process.
final class BruteForce implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private BruteForce(Process process) {
    this.process = process;
    this.requests = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /// Whether there is a python3 to ask.
  static boolean isThere() {
    try {
      return new ProcessBuilder("python3", "-c", "pass").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static BruteForce start(Path root) {
    List<String> command =
        List.of(
            "python3",
            root.resolve("tests/src/main/python/brute.py").toString(),
            root.resolve("tests/cases/conformance").toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    try {
      return new BruteForce(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `{"matches": ...}` or `{"error": text}`.
  JsonNode answer(JsonNode spaces, JsonNode run) {
    try {
      var request = JSON.createObjectNode();
      request.set("spaces", spaces);
      request.set("run", run);
      requests.write(request.toString());
      requests.newLine();
      requests.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new IllegalStateException("the oracle ended");
      }
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
