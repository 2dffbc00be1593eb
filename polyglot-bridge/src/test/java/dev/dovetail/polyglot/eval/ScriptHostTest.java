package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptHostTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private final List<JsonNode> requests = new ArrayList<>();

  private int run(String text, ScriptRequests answers, RunControl control, String... arguments)
      throws IOException {
    Path script = Files.writeString(folder.resolve("job.py"), text);
    Files.writeString(folder.resolve("nearby.py"), "ANSWER = 42\n");
    ScriptLaunch launch =
        new ScriptLaunch(
            script,
            List.of(arguments),
            Path.of("..", "python-sdk", "src"),
            Redirect.from(Files.writeString(folder.resolve("in"), "typed\n").toFile()),
            Redirect.to(folder.resolve("out").toFile()),
            Redirect.to(folder.resolve("err").toFile()));
    return new ScriptHost(Judging.settings())
        .run(
            launch,
            (json, caller) -> {
              try {
                requests.add(JSON.readTree(json));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return answers.handle(json, caller);
            },
            control);
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  @Test
  void aScriptIsAnOrdinaryProgramThatRunsTasks() throws IOException {
    String text =
        """
        import os, sys
        from nearby import ANSWER
        from dovetail import Join, errors

        LIMIT = 3
        held = open(__file__)
        print(ANSWER, sys.argv[1:], __name__, input(), "PATH" in os.environ, held.readline().strip())
        result = Join(
            name="j", input_spaces=("a", "b"), output_space="c", evidence="t",
            fn=lambda x, y: abs(x["t"] - y["t"]) <= LIMIT,
        ).run()
        print(result)
        try:
            Join(name="k", input_spaces="a", output_space="c",
                 fn=lambda x, y: held.closed or x["id"] == y["id"]).run()
        except errors.DataError as e:
            print(type(e).__name__, e.code, e.remedy)
        sys.exit(7)
        """;
    int code =
        run(
            text,
            (json, caller) -> {
              if (requests.size() == 1) {
                return "{\"results\": [{\"task\": \"j\", \"output_space\": \"c\", \"rows\": 1,"
                    + " \"session\": \"s1\"}]}";
              }
              JsonNode fn = requests.getLast().path("tasks").path(0).path("fn").path("held");
              assertThat(fn.path("because").asText()).contains("'held' is a TextIOWrapper");
              var function =
                  new FunctionSource.Held(fn.path("name").asText(), fn.path("handle").asLong(), "");
              try (SmallRows x = SmallRows.ids(3);
                  SmallRows y = SmallRows.ids(3);
                  PairJudge judge =
                      caller.judge(function, Map.of(), x, y, RunControl.unlimited())) {
                Verdicts verdicts = judge.judge(Judging.allPairs(x, y), OnFailure.STOP);
                assertThat(verdicts.outcomes()).containsExactly(1, 0, 0, 0, 1, 0, 0, 0, 1);
                assertThat(judge.judged()).isEqualTo(9);
              }
              throw new DovetailException(ErrorCode.E127, "too many", "", "Allow more.");
            },
            RunControl.unlimited(),
            "--fast",
            "é");
    assertThat(read("err")).isEmpty();
    assertThat(read("out"))
        .isEqualTo(
            """
            42 ['--fast', 'é'] __main__ typed True import os, sys
            <j: 1 row in 'c', session s1>
            E127 E127 Allow more.
            """);
    assertThat(code).isEqualTo(7);
    JsonNode task = requests.getFirst().path("tasks").path(0);
    assertThat(task.path("fn").path("lambda").path("text").asText())
        .isEqualTo("lambda x, y: abs(x[\"t\"] - y[\"t\"]) <= LIMIT");
    assertThat(task.path("fn").path("lambda").path("prelude").asText()).isEqualTo("LIMIT = 3");
    assertThat(task.path("fn").path("lambda").path("line").asInt()).isEqualTo(10);
  }

  @Test
  void anErrorOfTheScriptIsToldAsPythonTellsIt() throws IOException {
    int code = run("def f():\n    return 1 // 0\n\nf()\n", (_, _) -> "{}", RunControl.unlimited());
    assertThat(code).isEqualTo(1);
    assertThat(read("err").lines()).first().isEqualTo("Traceback (most recent call last):");
    assertThat(read("err"))
        .contains("job.py\", line 4, in <module>\n    f()\n")
        .contains("job.py\", line 2, in f\n    return 1 // 0\n")
        .contains("ZeroDivisionError")
        .doesNotContain("script.py");
  }

  @Test
  void anErrorOfATaskThatNobodyCatchesEndsTheScriptWithItsCode() throws IOException {
    int code =
        run(
            "from dovetail import Space\nSpace('nwes').drop()\n",
            (_, _) -> {
              throw new DovetailException(
                  ErrorCode.E210, "there is no Space 'nwes'", "", "Did you mean 'news'?");
            },
            RunControl.unlimited());
    assertThat(code).isEqualTo(1);
    assertThat(read("err")).isEqualTo("E210: there is no Space 'nwes'. Did you mean 'news'?\n");
  }

  @Test
  void aHeldFunctionIsGuardedWhileItJudgesOnly() throws IOException {
    String text =
        """
        import time
        from time import time as now
        from dovetail import Join
        started = now()
        lock = iter(())
        Join(name="j", input_spaces="a", output_space="c", fn=lambda x, y: now() > 0 and lock).run()
        print(now() >= started)
        """;
    int code =
        run(
            text,
            (_, caller) -> {
              try (SmallRows x = SmallRows.ids(1);
                  SmallRows y = SmallRows.ids(1);
                  PairJudge judge =
                      caller.judge(
                          new FunctionSource.Held("<lambda>", 1, ""),
                          Map.of(),
                          x,
                          y,
                          RunControl.unlimited())) {
                var failure =
                    judge.judge(Judging.allPairs(x, y), OnFailure.STOP).failures().getFirst();
                assertThat(failure.error().code()).isEqualTo(ErrorCode.E122);
                assertThat(failure.error().message()).startsWith("time.time() reads the clock");
                assertThat(failure.error().traceback()).contains("line 6, in <lambda>");
              }
              return "{\"results\": [{\"task\": \"j\"}]}";
            },
            RunControl.unlimited());
    assertThat(read("err")).isEmpty();
    assertThat(read("out")).isEqualTo("True\n");
    assertThat(code).isZero();
  }

  @Test
  void theDeadlineEndsAScriptThatDoesNotEnd() {
    try (RunControl control = new RunControl(Optional.of(Duration.ofSeconds(4)))) {
      long started = System.nanoTime();
      assertThatThrownBy(() -> run("while True: pass\n", (_, _) -> "{}", control))
          .isInstanceOfSatisfying(
              DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E401));
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(6));
    }
  }
}
