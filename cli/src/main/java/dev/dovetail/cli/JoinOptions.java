package dev.dovetail.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.json.TaskJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// One join, as the command line says it. It becomes the JSON of a task, so that the command line,
/// files and the SDK are read by one reader.
final class JoinOptions {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern SPACE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");

  @Option(
      names = "--x",
      required = true,
      paramLabel = "S",
      description = "X: a Space or a file (or - for standard input).")
  String x = "";

  @Option(
      names = "--y",
      paramLabel = "S",
      description = "Y: a Space or a file; repeat for several. Without: X joins itself.")
  List<String> ys = new ArrayList<>();

  @Option(
      names = "--primary-key",
      paramLabel = "A,B",
      split = ",",
      description = "The columns that identify a row, on both sides (default: id).")
  List<String> primaryKey = new ArrayList<>();

  @Option(
      names = "--evidence",
      paramLabel = "A,B",
      split = ",",
      description = "Further columns that the function may read.")
  List<String> evidence = new ArrayList<>();

  @Option(
      names = "--fn",
      required = true,
      paramLabel = "TEXT",
      description = "A lambda, or package.module:name.")
  String fn = "";

  @Option(
      names = "--python-path",
      paramLabel = "DIR",
      description = "Where package.module is found (default: the working folder).")
  List<String> pythonPath = new ArrayList<>();

  @Option(
      names = "--param",
      paramLabel = "K=V",
      description = "A function parameter; V is a JSON value, else text.")
  List<String> parameters = new ArrayList<>();

  @Option(
      names = "--max-matches-per-x",
      paramLabel = "N",
      description = "Every X has at most N matches.")
  @Nullable Long maxMatchesPerX;

  @Option(
      names = "--max-matches-per-y",
      paramLabel = "N",
      description = "Every Y has at most N matches.")
  @Nullable Long maxMatchesPerY;

  @Option(names = "--exact-x", description = "Every X has exactly its maximum.")
  boolean exactX;

  @Option(names = "--exact-y", description = "Every Y has exactly its maximum.")
  boolean exactY;

  @Option(
      names = "--duplicates",
      paramLabel = "HOW",
      description = "X rows of one key: expand (all, the default), collapse (the first), error.")
  String duplicates = "expand";

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      description =
          "What the output looks like: matches (X rows with a list, the default), inner, left,"
              + " right, full, first, as-of, semi, anti, degrees.")
  String shape = "matches";

  @Option(
      names = "--latest-by",
      paramLabel = "FIELD",
      description = "With --shape as-of: the field of Y by which the latest match is taken.")
  @Nullable String latestBy;

  @Option(
      names = "--schema",
      paramLabel = "S",
      description = "Types of the files' columns, as JSON or a file of it.")
  @Nullable String schema;

  @Option(
      names = "--name",
      paramLabel = "N",
      description = "The task's name in sessions (default: join).")
  String name = "join";

  /// @param output a Space or a file
  /// @param spaces tells a Space whose name looks like a file's
  JoinTask task(String output, SpaceStore spaces) {
    ObjectNode task = JSON.createObjectNode().put("task", "join").put("name", name);
    ArrayNode inputs = task.putArray("input_spaces");
    inputs.add(input(x, spaces));
    ys.forEach(y -> inputs.add(input(y, spaces)));
    task.set(
        "output_space",
        isFile(output) ? outputFile(output) : JSON.getNodeFactory().textNode(output));
    ArrayNode key = task.putArray("primary_key");
    (primaryKey.isEmpty() ? List.of("id") : primaryKey).forEach(column -> key.add(column.strip()));
    ArrayNode fields = task.putArray("evidence");
    evidence.forEach(column -> fields.add(column.strip()));
    task.set("fn", function());
    if (!parameters.isEmpty()) {
      ObjectNode values = task.putObject("function_parameters");
      parameters.forEach(parameter -> parameter(values, parameter));
    }
    if (maxMatchesPerX != null) {
      task.put("max_matches_per_x", maxMatchesPerX);
    }
    if (maxMatchesPerY != null) {
      task.put("max_matches_per_y", maxMatchesPerY);
    }
    task.put("exact_x", exactX).put("exact_y", exactY).put("duplicates", duplicates);
    task.put("shape", shape);
    if (latestBy != null) {
      task.put("latest_by", latestBy);
    }
    return (JoinTask) TaskJson.read(task.toString(), "the command line");
  }

  /// Standard output has no name that tells its format; JSON lines can hold every join's rows.
  private static JsonNode outputFile(String path) {
    ObjectNode file = JSON.createObjectNode().put("file", path);
    return path.equals("-") ? file.put("format", FileFormat.JSON_LINES.id()) : file;
  }

  private JsonNode input(String text, SpaceStore spaces) {
    if (!isFile(text) || (isSpace(text, spaces) && !Files.exists(Path.of(text)))) {
      return JSON.getNodeFactory().textNode(text);
    }
    ObjectNode file = JSON.createObjectNode().put("file", text);
    if (schema != null) {
      file.set("schema", schema(schema));
    }
    return file;
  }

  /// A legal name of a Space without a dot is a Space, anything else a file.
  private static boolean isFile(String text) {
    return text.contains(".") || !SPACE_NAME.matcher(text).matches();
  }

  private static boolean isSpace(String text, SpaceStore spaces) {
    return SPACE_NAME.matcher(text).matches() && spaces.find(text).isPresent();
  }

  private JsonNode function() {
    String text = fn.strip();
    if (!text.matches("[\\p{L}_][\\p{L}\\p{N}_.]*:[\\p{L}_][\\p{L}\\p{N}_]*")) {
      return JSON.getNodeFactory().textNode(fn);
    }
    ObjectNode importable = JSON.createObjectNode().put("importable", text);
    ArrayNode path = importable.putArray("python_path");
    (pythonPath.isEmpty() ? List.of(".") : pythonPath).forEach(path::add);
    return importable;
  }

  private static void parameter(ObjectNode values, String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new DovetailException(
          ErrorCode.E106,
          "--param takes name=value, not '" + text + "'",
          "",
          "For example --param tolerance=3.");
    }
    String name = text.substring(0, equals);
    if (values.has(name)) {
      throw new DovetailException(
          ErrorCode.E106, "--param gives '" + name + "' twice", "", "Leave one of them out.");
    }
    JsonNode value = json(text.substring(equals + 1));
    ObjectNode parameter = values.putObject(name);
    parameter.put("type", typeOf(value)).set("value", value);
  }

  private static JsonNode json(String text) {
    try {
      JsonNode value = JSON.readTree(text);
      return value == null || value.isMissingNode() ? JSON.getNodeFactory().textNode(text) : value;
    } catch (IOException e) {
      return JSON.getNodeFactory().textNode(text);
    }
  }

  private static String typeOf(JsonNode value) {
    if (value.isBoolean()) {
      return "bool";
    }
    if (value.isIntegralNumber()) {
      return "int64";
    }
    return value.isNumber() ? "float64" : "utf8";
  }

  private static JsonNode schema(String inlineOrFile) {
    String text = inlineOrFile.strip();
    try {
      return JSON.readTree(text.startsWith("{") ? text : Files.readString(Path.of(text)));
    } catch (IOException | InvalidPathException e) {
      throw new DovetailException(
          ErrorCode.E205,
          "the schema cannot be read: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          text.startsWith("{") ? "--schema" : text,
          "Write {\"id\": \"int64\"}, or name a file that holds it.");
    }
  }
}
