package dev.dovetail.tasks.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.Scalar;
import dev.dovetail.tasks.Task;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskJsonTest {
  private static final String JOIN =
      """
      {"task": "join", "name": "j", "input_spaces": ["a", "b"], "output_space": "o",
       "fn": "lambda x, y: True"%s}""";

  @Test
  void taskThatWasWrittenReadsBackEqual() {
    long seed = Long.getLong("seed", 20261130);
    System.out.println("seed " + seed);
    RandomTasks tasks = new RandomTasks(seed);
    for (int i = 0; i < 2000; i++) {
      Task task = tasks.next();
      String text = TaskJson.write(task);
      assertThat(TaskJson.read(text, "t.json")).as(text).isEqualTo(task);
      assertThat(TaskJson.write(TaskJson.read(text, "t.json"))).isEqualTo(text);
    }
  }

  @Test
  void valuesThatOtherReadersWouldRoundAreTagged() {
    assertThat(ScalarJson.write(Scalar.Int.of(1L << 53))).hasToString("9007199254740992");
    assertThat(ScalarJson.write(Scalar.Int.of((1L << 53) + 1)))
        .hasToString("{\"$int\":\"9007199254740993\"}");
    assertThat(ScalarJson.write(new Scalar.Real(-0.0))).hasToString("{\"$f64\":\"-0.0\"}");
  }

  @Test
  void graphReadsBackEqual() {
    RandomTasks tasks = new RandomTasks(1);
    List<Task> list = List.of(tasks.next(), tasks.next(), tasks.next());
    assertThat(TaskJson.readAll(TaskJson.write(list), "g.json")).isEqualTo(list);
    assertThat(TaskJson.readAll(TaskJson.write(list.getFirst()), "g.json"))
        .containsExactly(list.getFirst());
    assertThat(TaskJson.readAll("{\"tasks\": []}", "g.json")).isEmpty();
  }

  @Test
  void shortFormsStandForTheirLongOnes() {
    Task task =
        TaskJson.read(
            """
            {"task": "join", "name": "j", "input_spaces": "p", "output_space": {"file": "o.jsonl"},
             "primary_key": "k", "evidence": null, "fn": "lambda x, y: True"}""",
            "t.json");
    JoinTask plain =
        JoinTask.of(
            "j",
            List.of(InputRef.Space.latest("p")),
            OutputRef.File.of("o.jsonl"),
            FunctionSpec.Lambda.of("lambda x, y: True"));
    assertThat(task)
        .isEqualTo(
            new JoinTask(
                "j",
                plain.inputs(),
                plain.output(),
                List.of("k"),
                List.of(),
                plain.fn(),
                plain.parameters(),
                plain.perX(),
                plain.perY(),
                plain.duplicates(),
                plain.shape()));
  }

  @Test
  void unknownFieldIsNamedWithItsNeighbourAndPlace() {
    refused(
        "{\n  \"task\": \"join\",\n  \"nam\": \"j\"\n}",
        "E112",
        "'nam'",
        "Did you mean 'name'?",
        "t.json, line 3, column 10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          , "max_matches_per_x": "1"       ; max_matches_per_x ; whole number
          , "max_matches_per_x": 1.5       ; max_matches_per_x ; whole number
          , "max_matches_per_x": -1        ; E101              ; below zero
          , "exact_x": true                ; exact_x           ; max_matches_per_x
          , "exact_x": 1                   ; exact_x           ; true or false
          , "duplicates": "expnd"          ; expnd             ; expand
          , "primary_key": []              ; primary_key       ; E101
          , "primary_key": ["a", 1]        ; primary_key       ; not 1
          , "evidence": {"a": 1}           ; evidence          ; list of texts
          , "fn": {"lambada": {}}          ; lambada           ; lambda
          , "fn": {"importable": "a"}      ; E107              ; 'a'
          , "fn": 7                        ; fn                ; not 7
          , "function_parameters": {"t": {"type": "int64"}}            ; 't'  ; 'value'
          , "function_parameters": {"t": {"type": "int6", "value": 1}} ; E205 ; int6
          , "function_parameters": {"t": {"type": "int64", "value": 7, "candidates": [3]}} ; E106 ; 7
          , "function_parameters": {"t": {"type": "date", "value": {"$date": "yesterday"}}} ; yesterday ; $date
          , "function_parameters": {"t": {"type": "date", "value": {"$day": "1"}}} ; $day ; $date
          , "input_spaces": [{"space": "a", "vers": 1}]                ; vers ; version
          , "input_spaces": [{"file": "a.csv", "form": "csv"}]         ; form ; format
          , "output_space": {"file": 1}                                ; file ; a text
          """)
  void whatIsWrongIsSaid(String field, String first, String second) {
    // A later field of the same name would be refused as a duplicate: drop the default one.
    String text = JOIN.formatted(field.strip());
    if (field.contains("\"fn\"")) {
      text = text.replace("\"fn\": \"lambda x, y: True\", ", "");
    }
    if (field.contains("\"input_spaces\"")) {
      text = text.replace("\"input_spaces\": [\"a\", \"b\"], ", "");
    }
    if (field.contains("\"output_space\"")) {
      text = text.replace("\"output_space\": \"o\",", "");
    }
    refused(text, first, second, "t.json, line");
  }

  @Test
  void gatesAreReadStrictly() {
    refused(gated("{\"kind\": \"bnd\"}"), "'bnd'", "band");
    refused(gated("{\"kind\": \"band\", \"x\": \"a\", \"y\": \"a\"}"), "width");
    refused(gated("{\"kind\": \"prefix\", \"x\": \"a\", \"y\": \"a\", \"length\": 0}"), "E111");
    refused(
        gated("{\"kind\": \"equality\", \"key\": \"lambda r: 1\", \"x\": [\"a\"]}"), "'x'", "key");
    refused(gated("{\"kind\": \"range_overlap\", \"x\": [\"a\"], \"y\": [\"a\", \"b\"]}"), "end");
  }

  @Test
  void textThatIsNoJsonIsRefusedWithItsPlace() {
    refused("", "E112", "empty");
    refused("{", "E112", "line 1");
    refused("{\"task\": \"join\", \"task\": \"join\"}", "E112", "uplicate");
    refused("[]", "E112", "a list");
    refused("{}", "E112", "which task");
    refused("{\"task\": \"jion\"}", "E112", "'jion'", "Did you mean 'join'?");
    refused("{\"task\": \"join\"} x", "E112");
    refused("[".repeat(10_000), "E112");
    assertThatThrownBy(() -> TaskJson.readAll("{\"tasks\": 1}", "g.json"))
        .hasMessageContainingAll("E112", "tasks", "a list");
  }

  @Test
  void transformDoesOneThing() {
    String text =
        "{\"task\": \"transform\", \"name\": \"t\", \"input_space\": \"a\", \"output_space\": \"b\"%s}";
    refused(text.formatted(""), "none");
    refused(text.formatted(", \"copy\": {\"a\": \"b\"}, \"drop\": [\"a\"]"), "copy and drop");
    refused(text.formatted(", \"drop\": [\"a\", \"a\"]"), "'a' twice");
    refused(
        text.formatted(", \"drop\": [\"a\"], \"function_parameters\": {}"), "function_parameters");
  }

  private static String gated(String gate) {
    return "{\"task\": \"join\", \"name\": \"j\", \"input_spaces\": [\"a\"], \"output_space\": \"o\", "
        + "\"fn\": {\"python_function\": {\"name\": \"f\", \"source\": \"s\", \"candidate_gate\": "
        + gate
        + "}}}";
  }

  private static void refused(String text, String... mentions) {
    assertThatThrownBy(() -> TaskJson.read(text, "t.json"))
        .isInstanceOf(DovetailException.class)
        .hasMessageContainingAll(mentions);
  }
}
