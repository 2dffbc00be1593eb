package dev.dovetail.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskGraphTest {
  @Test
  void tasksRunAfterThoseThatMakeTheirSpaces() {
    TaskGraph graph =
        new TaskGraph(
            List.of(
                task("join", "joined", "a2", "b2"),
                task("make-b", "b2", "b"),
                task("make-a", "a2", "a"),
                task("other", "o2", "o")));
    assertThat(names(graph)).containsExactly("make-b", "make-a", "join", "other");
  }

  @Test
  void orderGivenIsKeptWhereNothingWaits() {
    TaskGraph graph =
        new TaskGraph(List.of(task("c", "3", "x"), task("a", "1", "x"), task("b", "2", "x")));
    assertThat(names(graph)).containsExactly("c", "a", "b");
  }

  @Test
  void everyShuffleOfAChainRunsInChainOrder() {
    long seed = Long.getLong("seed", 7);
    System.out.println("seed " + seed);
    List<Task> chain = new ArrayList<>();
    for (int i = 0; i < 63; i++) {
      chain.add(task("t" + i, "s" + (i + 1), "s" + i));
    }
    List<String> expected = chain.stream().map(Task::name).toList();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(chain, random);
      assertThat(names(new TaskGraph(chain))).isEqualTo(expected);
    }
  }

  @Test
  void cycleIsRefusedByTheNamesOfItsTasksOnly() {
    assertThatThrownBy(
            () ->
                new TaskGraph(
                    List.of(
                        task("reader", "r", "b"),
                        task("one", "a", "c"),
                        task("two", "b", "a"),
                        task("three", "c", "b"))))
        .isInstanceOfSatisfying(
            DovetailException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.E109);
              assertThat(e.getMessage()).contains("'one'", "'two'", "'three'");
              assertThat(e.getMessage()).doesNotContain("'reader'");
            });
  }

  @Test
  void taskMayReadTheSpaceItWrites() {
    assertThat(names(new TaskGraph(List.of(task("again", "s", "s"))))).containsExactly("again");
  }

  @Test
  void statedVersionWaitsForNobody() {
    Task old =
        JoinTask.of(
            "old",
            List.of(new InputRef.Space("s", OptionalLong.of(1), Optional.empty())),
            new OutputRef.Space("t"),
            FunctionSpec.Lambda.of("lambda x, y: True"));
    assertThat(names(new TaskGraph(List.of(old, task("new", "s", "t")))))
        .containsExactly("old", "new");
  }

  @Test
  void oneOutputHasOneWriter() {
    assertThatThrownBy(() -> new TaskGraph(List.of(task("a", "s", "x"), task("b", "s", "y"))))
        .hasMessageContainingAll("E101", "'a'", "'b'", "'s'");
    assertThatThrownBy(() -> new TaskGraph(List.of(task("a", "s", "x"), task("a", "t", "y"))))
        .hasMessageContainingAll("E101", "'a'");
  }

  @Test
  void missingInputIsReportedBeforeAnythingRuns() {
    TaskGraph graph = new TaskGraph(List.of(task("a", "s", "x"), task("b", "t", "s", "nwes")));
    assertThatThrownBy(
            () ->
                graph.requireInputs(space -> space.name().equals("x"), () -> List.of("x", "news")))
        .hasMessageContainingAll("E210", "'nwes'", "'b'", "Did you mean 'news'?");
    graph.requireInputs(space -> !space.name().equals("s"), List::of);
  }

  private static List<String> names(TaskGraph graph) {
    return graph.tasks().stream().map(Task::name).toList();
  }

  private static Task task(String name, String output, String... inputs) {
    return inputs.length == 1
        ? new TransformTask(
            name,
            InputRef.Space.latest(inputs[0]),
            new OutputRef.Space(output),
            new TransformTask.Copy(Map.of("k", "id")))
        : JoinTask.of(
            name,
            List.of(inputs).stream().<InputRef>map(InputRef.Space::latest).toList(),
            new OutputRef.Space(output),
            FunctionSpec.Lambda.of("lambda x, y: True"));
  }
}
