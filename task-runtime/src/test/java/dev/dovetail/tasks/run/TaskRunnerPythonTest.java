package dev.dovetail.tasks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.sessions.Session;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs whose function an interpreter evaluates, at least in part.
class TaskRunnerPythonTest {
  @TempDir static Path folder;
  private static Bench bench;

  @BeforeAll
  static void fill() {
    bench = new Bench(folder);
    bench.put("l", List.of("id"), "{'id': 30, 'a': 4}", "{'id': 10, 'a': 2}", "{'id': 20, 'a': 0}");
    bench.put("r", List.of("id"), "{'id': 7, 'b': 1}", "{'id': 8, 'b': 2}", "{'id': 9, 'b': 4}");
  }

  @AfterAll
  static void noBufferIsLost() {
    bench.close();
  }

  @Test
  void firstFailingPairIsNamedWithTheTraceback() {
    assertThatThrownBy(() -> run("lambda x, y: 100 // (x['a'] - y['b']) > 0"))
        .isInstanceOfSatisfying(
            DovetailException.class,
            e -> {
              assertThat(e.getMessage().lines().findFirst().orElseThrow())
                  .startsWith("E120: fn raised ZeroDivisionError")
                  .contains("(x key 30, y key 9)");
              assertThat(e.problem().traceback()).contains("line 1");
              assertThat(e.getMessage()).endsWith(e.problem().traceback().stripTrailing());
            });
    Session session = bench.sessions.require(bench.sessions.list(1).getFirst().id());
    assertThat(session.outcome())
        .isInstanceOfSatisfying(
            Session.Failed.class,
            failed -> {
              assertThat(failed.code()).isEqualTo("E120");
              assertThat(failed.traceback()).contains("line 1");
            });
    assertThat(bench.store.find("out")).isEmpty();
  }

  @Test
  void valueThatIsNoBoolIsNamed() {
    assertThatThrownBy(() -> run("lambda x, y: x['a'] & y['b']"))
        .hasMessageContainingAll("E121", "int", "bool", "x key 30, y key 7");
  }

  @Test
  void interpreterAnswersWhatCannotBeCompiled() {
    RunResult result = run("lambda x, y: bool(x['a'].__and__(y['b']))", "plain");
    assertThat(bench.rows("plain"))
        .containsExactly("30 4 [{id:9,b:4}]", "10 2 [{id:8,b:2}]", "20 0 []");
    assertThat(result.session().metrics().pairsPython()).isEqualTo(9);
  }

  @Test
  void parametersReachTheFunction() {
    bench.run(
        """
        {"task": "join", "name": "near", "input_spaces": ["l", "r"], "output_space": "near",
         "evidence": ["a", "b"], "fn": {"python_function": {"name": "near", "source":
         "def near(x, y, tolerance=0):\\n    return abs(x['a'] - y['b']) <= tolerance\\n"}},
         "function_parameters": {"tolerance": {"type": "int64", "value": 1}}}""");
    assertThat(bench.rows("near"))
        .containsExactly("30 4 [{id:9,b:4}]", "10 2 [{id:7,b:1},{id:8,b:2}]", "20 0 [{id:7,b:1}]");
  }

  @Test
  void parametersOfEveryTypeReachTheFunction() {
    String source =
        """
        from datetime import date, datetime, time, timedelta, timezone
        from decimal import Decimal

        def typed(x, y, day, at, when, instant, span, words, thing):
            words.append('changed')
            return (
                day == date(2024, 2, 29)
                and at == time(12, 30, 0, 5)
                and when == datetime(2024, 2, 29, 12, 30).replace()
                and when.nanosecond == 0
                and instant == datetime(2024, 2, 29, 10, 30, tzinfo=timezone.utc)
                and span == timedelta(hours=-1, microseconds=1)
                and words == ['a', None, 'changed']
                and thing == {'n': 9007199254740993, 'd': Decimal('1.20')}
                and x['a'] == y['b']
            )
        """;
    bench.run(
        """
        {"task": "join", "name": "typed", "input_spaces": ["l", "r"], "output_space": "typed",
         "evidence": ["a", "b"], "fn": {"python_function": {"name": "typed", "source": "%s"}},
         "function_parameters": {
          "day": {"type": "date", "value": {"$date": "2024-02-29"}},
          "at": {"type": "time", "value": {"$time": "12:30:00.000005"}},
          "when": {"type": "timestamp(ns)", "value": {"$ts": "2024-02-29T12:30:00"}},
          "instant": {"type": "timestamp(us,UTC)", "value": {"$ts": "2024-02-29T12:30:00+02:00"}},
          "span": {"type": "duration(us)", "value": {"$dur": "PT-1H0.000001S"}},
          "words": {"type": "list<utf8>", "value": ["a", null]},
          "thing": {"type": "struct<n:int64,d:decimal(5,2)>",
                    "value": {"n": {"$int": "9007199254740993"}, "d": {"$dec": "1.20"}}}}}"""
            .formatted(source.replace("\n", "\\n")));
    assertThat(bench.rows("typed"))
        .containsExactly("30 4 [{id:9,b:4}]", "10 2 [{id:8,b:2}]", "20 0 []");
  }

  @Test
  void gateByKeyFunctionLimitsTheCandidates() {
    String json =
        """
        {"task": "join", "name": "g", "input_spaces": ["l", "r"], "output_space": "gated",
         "evidence": ["a", "b"], "fn": {"python_function": {"name": "same", "source":
         "def same(x, y):\\n    return (x['a'] & 6) == (y['b'] & 6)\\n",
         "candidate_gate": {"kind": "equality", "x_key": "lambda r: r['a'] & %d",
         "y_key": "lambda r: r['b'] & %d"}}}}""";
    RunResult result = bench.run(json.formatted(6, 6));
    assertThat(bench.rows("gated"))
        .containsExactly("30 4 [{id:9,b:4}]", "10 2 [{id:8,b:2}]", "20 0 [{id:7,b:1}]");
    assertThat(result.session().metrics().candidates().getFirst().pairs()).isEqualTo(3);
    assertThatThrownBy(() -> bench.run(json.formatted(7, 7)))
        .hasMessageContainingAll("E124", "gate", "x key 20, y key 7");
  }

  @Test
  void transformByFunctionMakesTypedColumns() {
    bench.run(
        """
        {"task": "transform", "name": "t", "input_space": "l", "output_space": "mapped",
         "fn": "lambda row: {'id': row['id'], 'half': row['a'] / 2, 'big': row['a'] > 2}"}""");
    assertThat(bench.rows("mapped")).containsExactly("30 2.0 true", "10 1.0 false", "20 0.0 false");
    assertThat(bench.store.require("mapped").primaryKey()).containsExactly("id");
    assertThatThrownBy(
            () ->
                bench.run(
                    """
                    {"task": "transform", "name": "t", "input_space": "l", "output_space": "bad",
                     "fn": "lambda row: {'x': 1 // row['a']}"}"""))
        .hasMessageContainingAll("E120", "ZeroDivisionError");
    assertThat(bench.store.find("bad")).isEmpty();
  }

  private static RunResult run(String fn) {
    return run(fn, "out");
  }

  private static RunResult run(String fn, String output) {
    return bench.run(
        """
        {"task": "join", "name": "j", "input_spaces": ["l", "r"], "output_space": "%s",
         "evidence": ["a", "b"], "fn": "%s"}"""
            .formatted(output, fn));
  }
}
