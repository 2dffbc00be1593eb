package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// A temporary folder for a home and for the Python files of a case.
final class CaseFolder implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  CaseFolder() {
    try {
      folder = Files.createTempDirectory("dovetail-case");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path home() {
    return folder.resolve("home");
  }

  /// The task of a run, whose function finds its files here.
  ObjectNode task(JsonNode run, String output) {
    JsonNode args = run.get("args");
    ObjectNode task = JSON.createObjectNode().put("task", "join").put("name", "case");
    args.properties().forEach(argument -> task.set(argument.getKey(), argument.getValue()));
    task.put("output_space", output);
    JsonNode fn = args.get("fn");
    if (fn.has("importable")) {
      fn.get("files").properties().forEach(file -> write(file.getKey(), file.getValue()));
      ObjectNode importable =
          JSON.createObjectNode().put("importable", fn.get("importable").textValue());
      importable.putArray("python_path").add(python().toString());
      task.set("fn", importable);
    }
    return task;
  }

  private Path python() {
    return folder.resolve("python");
  }

  private void write(String name, JsonNode text) {
    Path file = python().resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text.textValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
