package dev.dovetail.tasks.json;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.errors.NearestName;
import dev.dovetail.tasks.DegreeRule;
import dev.dovetail.tasks.Duplicates;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.OutputShape;
import dev.dovetail.tasks.Scalar;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TransformTask;
import dev.dovetail.tasks.TransformTask.Change;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the tasks of one text.
///
/// @param file what the text is called in messages
record TaskReader(String file) {
  private static final List<String> JOIN =
      List.of(
          "task",
          "name",
          "input_spaces",
          "output_space",
          "primary_key",
          "evidence",
          "fn",
          "function_parameters",
          "max_matches_per_x",
          "max_matches_per_y",
          "exact_x",
          "exact_y",
          "duplicates",
          "shape",
          "latest_by");
  private static final List<String> CHANGES = List.of("fn", "copy", "rename", "drop");
  private static final List<String> TRANSFORM =
      List.of(
          "task",
          "name",
          "input_space",
          "output_space",
          "fn",
          "function_parameters",
          "copy",
          "rename",
          "drop");

  Task task(Json json) {
    if (!(json instanceof Json.Obj(var members, _))) {
      throw Fault.at(
          file, json.place(), "a task is an object, not " + json.noun(), "Write {\"task\": ...}.");
    }
    Json kind = members.get("task");
    if (kind == null) {
      throw Fault.at(
          file,
          json.place(),
          "the object does not say which task it is",
          "Add \"task\": \"join\" or \"task\": \"transform\".");
    }
    String word = kind instanceof Json.Str(var text, _) ? text : "";
    return switch (word) {
      case "join" -> join(Members.of(file, json, "a join", JOIN));
      case "transform" -> transform(Members.of(file, json, "a transform", TRANSFORM));
      default ->
          throw Fault.at(
              file,
              kind.place(),
              "there is no task " + kind.noun(),
              NearestName.hint(word, List.of("join", "transform")));
    };
  }

  private JoinTask join(Members task) {
    List<InputRef> inputs =
        task.require("input_spaces") instanceof Json.Arr
            ? task.list("input_spaces", this::input)
            : List.of(input(task.require("input_spaces")));
    DegreeRule perX =
        task.build(
            () -> new DegreeRule(Side.X, task.whole("max_matches_per_x"), task.flag("exact_x")));
    DegreeRule perY =
        task.build(
            () -> new DegreeRule(Side.Y, task.whole("max_matches_per_y"), task.flag("exact_y")));
    String name = task.text("name");
    OutputRef output = output(task.require("output_space"));
    List<String> primaryKey = task.texts("primary_key", List.of("id"));
    List<String> evidence = task.texts("evidence", List.of());
    FunctionJson functions = new FunctionJson(file);
    var fn = functions.read(task.require("fn"));
    Map<String, FunctionParameter> parameters = parameters(task);
    Duplicates duplicates = duplicates(task);
    OutputShape shape = shape(task);
    return task.build(
        () ->
            new JoinTask(
                name,
                inputs,
                output,
                primaryKey,
                evidence,
                fn,
                parameters,
                perX,
                perY,
                duplicates,
                shape));
  }

  private TransformTask transform(Members task) {
    List<String> present = CHANGES.stream().filter(task::has).toList();
    if (present.size() != 1) {
      throw Fault.at(
          file,
          task.object().place(),
          "a transform has exactly one of fn, copy, rename and drop, and this one has "
              + (present.isEmpty() ? "none" : String.join(" and ", present)),
          "Chain several transforms to do several things.");
    }
    String word = present.getFirst();
    if (task.has("function_parameters") && !word.equals("fn")) {
      throw Fault.at(
          file,
          task.require("function_parameters").place(),
          "function_parameters go with fn, and this transform has " + word,
          "Leave them out.");
    }
    Change change =
        task.build(
            () ->
                switch (word) {
                  case "copy" -> new TransformTask.Copy(task.textMap("copy"));
                  case "rename" -> new TransformTask.Rename(task.textMap("rename"));
                  case "drop" -> new TransformTask.Drop(drop(task));
                  default ->
                      new TransformTask.Apply(
                          new FunctionJson(file).read(task.require("fn")), parameters(task));
                });
    InputRef input = input(task.require("input_space"));
    OutputRef output = output(task.require("output_space"));
    return task.build(() -> new TransformTask(task.text("name"), input, output, change));
  }

  private LinkedHashSet<String> drop(Members task) {
    LinkedHashSet<String> columns = new LinkedHashSet<>();
    for (String column : task.texts("drop")) {
      if (!columns.add(column)) {
        throw Fault.at(
            file,
            task.require("drop").place(),
            "drop names '" + column + "' twice",
            "Name each column once.");
      }
    }
    return columns;
  }

  private InputRef input(Json json) {
    if (json instanceof Json.Str(var name, _)) {
      return placed(json, () -> InputRef.Space.latest(name));
    }
    if (json instanceof Json.Obj(var members, _) && members.containsKey("file")) {
      Members input = Members.of(file, json, "a file", List.of("file", "format", "schema"));
      return input.build(
          () ->
              new InputRef.File(
                  input.text("file"), input.optionalText("format"), input.textMap("schema")));
    }
    Members input = Members.of(file, json, "an input", List.of("space", "version", "as"));
    return input.build(
        () ->
            new InputRef.Space(
                input.text("space"), input.whole("version"), input.optionalText("as")));
  }

  private OutputRef output(Json json) {
    if (json instanceof Json.Str(var name, _)) {
      return placed(json, () -> new OutputRef.Space(name));
    }
    if (json instanceof Json.Obj(var members, _) && members.containsKey("file")) {
      Members output = Members.of(file, json, "a file", List.of("file", "format"));
      return output.build(
          () -> new OutputRef.File(output.text("file"), output.optionalText("format")));
    }
    Members output = Members.of(file, json, "an output", List.of("space"));
    return output.build(() -> new OutputRef.Space(output.text("space")));
  }

  private Map<String, FunctionParameter> parameters(Members task) {
    Map<String, Json> members = task.map("function_parameters", json -> json);
    Map<String, FunctionParameter> parameters = new LinkedHashMap<>();
    members.forEach((name, json) -> parameters.put(name, parameter(name, json)));
    return parameters;
  }

  private FunctionParameter parameter(String name, Json json) {
    Members parameter =
        Members.of(file, json, "parameter '" + name + "'", List.of("type", "value", "candidates"));
    Json value = parameter.object().members().get("value"); // null is a value here
    if (value == null) {
      value = parameter.require("value");
    }
    Scalar scalar = ScalarJson.read(file, value);
    List<Scalar> candidates =
        parameter.has("candidates")
            ? parameter.list("candidates", item -> ScalarJson.read(file, item))
            : List.of();
    return parameter.build(
        () -> FunctionParameter.of(name, parameter.text("type"), scalar, candidates));
  }

  private Duplicates duplicates(Members task) {
    String word = task.text("duplicates", Duplicates.EXPAND.word());
    return Arrays.stream(Duplicates.values())
        .filter(rule -> rule.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.at(
                    file,
                    task.require("duplicates").place(),
                    "there is no rule for duplicates '" + word + "'",
                    NearestName.hint(
                        word, Arrays.stream(Duplicates.values()).map(Duplicates::word).toList())));
  }

  private OutputShape shape(Members task) {
    String word = task.text("shape", JoinShape.MATCHES.label());
    JoinShape kind =
        JoinShape.named(word)
            .orElseThrow(
                () ->
                    Fault.at(
                        file,
                        task.require("shape").place(),
                        "there is no shape '" + word + "'",
                        NearestName.hint(
                            word,
                            Arrays.stream(JoinShape.values()).map(JoinShape::label).toList())));
    Optional<String> latestBy =
        task.has("latest_by") ? Optional.of(task.text("latest_by")) : Optional.empty();
    return task.build(() -> new OutputShape(kind, latestBy));
  }

  private <T> T placed(Json json, java.util.function.Supplier<T> make) {
    return new Members(file, new Json.Obj(Map.of(), json.place()), "").build(make);
  }
}
