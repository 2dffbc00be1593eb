package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Several tasks in the order in which they run: a task runs after those that make the Spaces and
/// files it reads, and otherwise in the order given.
///
/// Refused: two tasks of one name or with one output (E101), tasks that wait for each other (E109).
/// A task may read the Space it writes; it reads the version before. An input with a version stated
/// waits for nobody, since that version exists already or never will.
public record TaskGraph(List<Task> tasks) {
  public TaskGraph {
    refuseTwins(tasks);
    tasks = inOrder(tasks);
  }

  /// Refuses with E210 an input Space that is neither there nor made by a task before its reader
  /// runs; so that nothing runs in vain.
  ///
  /// @param exists whether the Space is there now
  /// @param present the names of the Spaces that are there, to suggest one
  public void requireInputs(Predicate<InputRef.Space> exists, Supplier<List<String>> present) {
    Set<String> made = new HashSet<>();
    for (Task task : tasks) {
      for (InputRef input : task.inputs()) {
        if (input instanceof InputRef.Space space
            && !(space.version().isEmpty() && made.contains(space.name()))
            && !exists.test(space)) {
          Set<String> names = new LinkedHashSet<>(present.get());
          names.addAll(made);
          String version =
              space.version().isPresent() ? "version " + space.version().getAsLong() + " of " : "";
          throw new DovetailException(
              ErrorCode.E210,
              "there is no "
                  + version
                  + "Space '"
                  + space.name()
                  + "', which task '"
                  + task.name()
                  + "' reads, and no task makes it",
              "",
              NearestName.hint(space.name(), names));
        }
      }
      if (task.output() instanceof OutputRef.Space(var name)) {
        made.add(name);
      }
    }
  }

  private static void refuseTwins(List<Task> tasks) {
    Set<String> names = new HashSet<>();
    Map<String, String> writers = new HashMap<>();
    for (Task task : tasks) {
      if (!names.add(task.name())) {
        throw Refusal.illegal(
            "two tasks are named '" + task.name() + "'", "Give each task a name of its own.");
      }
      String other = writers.put(outputKey(task.output()), task.name());
      if (other != null) {
        throw Refusal.illegal(
            "tasks '"
                + other
                + "' and '"
                + task.name()
                + "' both write '"
                + task.output().label()
                + "'",
            "Let each task write an output of its own.");
      }
    }
  }

  private static String outputKey(OutputRef output) {
    return switch (output) {
      case OutputRef.Space(var name) -> "space " + name;
      case OutputRef.File(var path, _) -> "file " + path;
    };
  }

  private static @Nullable String inputKey(InputRef input) {
    return switch (input) {
      case InputRef.Space(var name, var version, _) -> version.isEmpty() ? "space " + name : null;
      case InputRef.File(var path, _, _) -> path.equals("-") ? null : "file " + path;
    };
  }

  /// Repeatedly takes the first task, in the order given, that waits for none of the rest.
  private static List<Task> inOrder(List<Task> tasks) {
    List<Task> waiting = new ArrayList<>(tasks);
    List<Task> ordered = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Task next =
          waiting.stream()
              .filter(task -> waiting.stream().noneMatch(other -> waitsFor(task, other)))
              .findFirst()
              .orElseThrow(() -> cycle(waiting));
      waiting.remove(next);
      ordered.add(next);
    }
    return List.copyOf(ordered);
  }

  private static boolean waitsFor(Task reader, Task writer) {
    return !reader.equals(writer)
        && reader.inputs().stream()
            .anyMatch(input -> outputKey(writer.output()).equals(inputKey(input)));
  }

  /// Names one cycle: from any waiting task, go to one it waits for until a task comes round again.
  private static DovetailException cycle(List<Task> waiting) {
    List<Task> path = new ArrayList<>();
    Task at = waiting.getFirst();
    while (!path.contains(at)) {
      path.add(at);
      Task here = at;
      at = waiting.stream().filter(other -> waitsFor(here, other)).findFirst().orElseThrow();
    }
    List<String> names =
        path.subList(path.indexOf(at), path.size()).stream().map(Task::name).toList();
    return new DovetailException(
        ErrorCode.E109,
        "tasks wait for each other: '"
            + String.join("' reads what '", names)
            + "' makes, which reads what '"
            + names.getFirst()
            + "' makes",
        "",
        "Break the circle: let one of them read a Space that none of the others writes.");
  }
}
