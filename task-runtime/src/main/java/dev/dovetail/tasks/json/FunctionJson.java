package dev.dovetail.tasks.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.tasks.FunctionSpec;
import java.util.List;
import java.util.Optional;

/// Functions as JSON: a text is a lambda; else an object whose one form says what it is.
///
/// @param file what the text is called in messages
record FunctionJson(String file) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> FORMS =
      List.of("lambda", "python_function", "importable", "held");

  FunctionSpec read(Json json) {
    if (json instanceof Json.Str(var text, var place)) {
      return lambda(text, place);
    }
    if (!(json instanceof Json.Obj(var members, _))) {
      throw Fault.at(
          file,
          json.place(),
          "fn is a lambda's text or an object, not " + json.noun(),
          "Write \"lambda x, y: ...\".");
    }
    String form = FORMS.stream().filter(members::containsKey).findFirst().orElse("");
    return switch (form) {
      case "lambda" -> lambda(inner(json, form, List.of("text", "prelude", "file", "line")));
      case "python_function" ->
          pythonFunction(
              inner(
                  json,
                  form,
                  List.of("name", "source", "prelude", "file", "line", "candidate_gate")));
      case "importable" -> importable(json);
      case "held" -> held(inner(json, form, List.of("name", "handle", "because", "text")));
      default -> {
        String first = members.keySet().stream().findFirst().orElse("");
        throw Fault.at(
            file,
            json.place(),
            first.isEmpty() ? "fn is an empty object" : "there is no form of fn '" + first + "'",
            NearestName.hint(first, FORMS));
      }
    };
  }

  static JsonNode write(FunctionSpec fn) {
    ObjectNode node = NODES.objectNode();
    switch (fn) {
      case FunctionSpec.Lambda lambda -> {
        if (lambda.equals(FunctionSpec.Lambda.of(lambda.text()))) {
          return NODES.textNode(lambda.text());
        }
        origin(
            node.putObject("lambda").put("text", lambda.text()),
            lambda.prelude(),
            lambda.file(),
            lambda.line());
      }
      case FunctionSpec.PythonFunction python -> {
        ObjectNode inner =
            node.putObject("python_function")
                .put("name", python.name())
                .put("source", python.source());
        FunctionSpec.PythonFunction plain =
            FunctionSpec.PythonFunction.of(python.name(), python.source());
        if (!python.prelude().isEmpty()
            || !python.file().equals(plain.file())
            || python.line() != plain.line()) {
          origin(inner, python.prelude(), python.file(), python.line());
        }
        python.gate().ifPresent(gate -> inner.set("candidate_gate", GateJson.write(gate)));
      }
      case FunctionSpec.Importable importable -> {
        node.put("importable", importable.reference());
        ArrayNode path = node.putArray("python_path");
        importable.pythonPath().forEach(path::add);
      }
      case FunctionSpec.Held(var name, var handle, var because, var text) -> {
        ObjectNode inner = node.putObject("held");
        inner.put("name", name).put("handle", handle).put("because", because);
        text.ifPresent(known -> inner.set("text", write(known)));
      }
    }
    return node;
  }

  private static void origin(ObjectNode node, String prelude, String file, int line) {
    node.put("prelude", prelude).put("file", file).put("line", line);
  }

  private Members inner(Json json, String form, List<String> known) {
    Members outer = Members.of(file, json, "fn", List.of(form));
    return Members.of(file, outer.require(form), "a " + form.replace('_', ' '), known);
  }

  private FunctionSpec lambda(String text, Json.Place place) {
    return new Members(file, new Json.Obj(java.util.Map.of(), place), "")
        .build(() -> FunctionSpec.Lambda.of(text));
  }

  private FunctionSpec lambda(Members lambda) {
    return lambda.build(
        () ->
            new FunctionSpec.Lambda(
                lambda.text("text"),
                lambda.text("prelude", ""),
                lambda.text("file", "<lambda>"),
                lambda.smallWhole("line", 1)));
  }

  private FunctionSpec pythonFunction(Members python) {
    String name = python.text("name");
    var gate = python.find("candidate_gate").map(json -> new GateJson(file).read(json));
    return python.build(
        () ->
            new FunctionSpec.PythonFunction(
                name,
                python.text("source"),
                python.text("prelude", ""),
                python.text("file", "<" + name + ">"),
                python.smallWhole("line", 1),
                gate));
  }

  private FunctionSpec importable(Json json) {
    Members importable =
        Members.of(file, json, "an importable fn", List.of("importable", "python_path"));
    return importable.build(
        () ->
            FunctionSpec.Importable.parse(
                importable.text("importable"), importable.texts("python_path", List.of("."))));
  }

  private FunctionSpec held(Members held) {
    var handle = held.whole("handle");
    if (handle.isEmpty()) {
      held.require("handle");
    }
    Optional<FunctionSpec> text = held.find("text").map(this::read);
    if (text.isPresent() && text.get() instanceof FunctionSpec.Held) {
      throw Fault.at(
          file,
          held.require("text").place(),
          "the text of a held function is held itself",
          "Give a lambda or a python_function.");
    }
    return new FunctionSpec.Held(
        held.text("name"), handle.orElseThrow(), held.text("because", ""), text);
  }
}
