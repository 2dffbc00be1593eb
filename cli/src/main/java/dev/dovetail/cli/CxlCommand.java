package dev.dovetail.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.cxl.Binder;
import dev.dovetail.pipelines.cxl.Body;
import dev.dovetail.pipelines.cxl.Condition;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlParser;
import dev.dovetail.pipelines.cxl.CxlPrinter;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.pipelines.cxl.Scope;
import dev.dovetail.pipelines.document.CxlText;
import dev.dovetail.pipelines.rows.JsonValues;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail cxl ...`: the language of pipelines, tried by itself.
@Command(name = "cxl", description = "The language of pipelines: eval, check, fmt.")
final class CxlCommand implements Runnable {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: eval, check, fmt");
  }

  @Command(
      name = "eval",
      description = "The value of an expression, or the row that statements make, as JSON.")
  void eval(
      @Parameters(paramLabel = "TEXT", description = "An expression, or statements.") String text,
      @Option(
              names = "--row",
              paramLabel = "JSON",
              defaultValue = "{}",
              description = "The fields, as a JSON object.")
          String row) {
    List<Scope.Field> fields = new ArrayList<>();
    List<JsonNode> values = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : row(row).properties()) {
      fields.add(new Scope.Field(field.getKey(), type(field)));
      values.add(field.getValue());
    }
    Scope scope = Scope.of(fields);
    CxlText cxl = CxlText.ofFile(text, "the text");
    try {
      if (text.strip().matches("(?s)(emit|let|filter)\\b.*")) {
        Body body = cxl.orThrow(t -> Binder.body(CxlParser.program(t), scope));
        print(emitted(body, values).map(ObjectNode::toString).orElse("null"));
      } else {
        Condition value = cxl.orThrow(t -> Binder.value(CxlParser.expression(t), scope));
        Interpreter interpreter = at(values, value.slots());
        print(JsonValues.json(interpreter.value(value.term())).toString());
      }
    } catch (CxlFailure failure) {
      throw new DovetailException(
          ErrorCode.E343, failure.getMessage(), "", "Guard the value that it does not expect.");
    }
  }

  private static Optional<ObjectNode> emitted(Body body, List<JsonNode> values) throws CxlFailure {
    Interpreter interpreter = at(values, body.slots());
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    for (Body.Step step : body.steps()) {
      switch (step) {
        case Body.Let(int slot, var value) -> interpreter.let(slot, interpreter.value(value));
        case Body.Filter(var condition) -> {
          if (!interpreter.isTrue(condition)) {
            return Optional.empty();
          }
        }
        case Body.Emit(String name, var value) ->
            row.set(name, JsonValues.json(interpreter.value(value)));
      }
    }
    return Optional.of(row);
  }

  private static Interpreter at(List<JsonNode> values, int slots) {
    return new Interpreter(slots).at((_, column) -> JsonValues.value(values.get(column)));
  }

  private static ObjectNode row(String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException _) {
      // told below
    }
    throw new DovetailException(
        ErrorCode.E101, "--row is no JSON object", "", "Write it like {\"price\": 2.5}.");
  }

  private static CxlType type(Map.Entry<String, JsonNode> field) {
    return JsonValues.type(field.getValue())
        .orElseThrow(
            () ->
                new DovetailException(
                    ErrorCode.E101,
                    "the array '" + field.getKey() + "' of --row has elements of several types",
                    "",
                    "Give them one type."));
  }

  @Command(name = "check", description = "Read statements and say all that is wrong with them.")
  void check(@Parameters(paramLabel = "FILE", description = "A file of statements.") String file) {
    var _ = CxlText.ofFile(TaskFile.text(file), file).orThrow(CxlParser::program);
    print(dovetail.json ? "{\"ok\":true}" : file + ": in order");
  }

  @Command(name = "fmt", description = "Statements as they are written in one way.")
  void fmt(@Parameters(paramLabel = "FILE", description = "A file of statements.") String file) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        CxlPrinter.print(CxlText.ofFile(TaskFile.text(file), file).orThrow(CxlParser::program)));
    out.flush();
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
