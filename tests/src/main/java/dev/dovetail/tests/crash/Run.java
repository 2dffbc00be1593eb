package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A command that computes something from the Spaces `x` and `y`.
///
/// @param text what is written to the file that is run, if one is
/// @param file that file
/// @param steps what each of its commits does
record Run(
    String name, List<String> arguments, String text, Path file, List<UnaryOperator<State>> steps)
    implements Deed {
  private static final String SAME_ID = "lambda x, y: x['id'] == y['id']";

  private static final int ALL = Integer.MAX_VALUE;

  /// Few enough for Python to decide quickly: `int` of a text is not compiled.
  private static final int FEW = 2000;

  private static final String IN_PYTHON =
      SAME_ID + " and x['id'] < " + FEW + " and int(str(x['generation'])) >= 0";

  private static final String GRAPH =
      """
      {"tasks": [
        {"task": "join", "name": "pair", "input_spaces": ["x", "y"], "output_space": "paired",
         "primary_key": ["id"], "fn": "%s"},
        {"task": "transform", "name": "part", "input_space": "paired", "output_space": "parted",
         "drop": ["matches"]}
      ]}
      """
          .formatted(SAME_ID);

  private static final String SCRIPT =
      """
      from dovetail import Join, Transform

      Join(name="judge", input_spaces=("x", "y"), output_space="judged-by-script", primary_key="id",
           evidence="generation", fn=%s).run()
      Transform(name="strip", input_space="judged-by-script", output_space="stripped",
                drop=["matches"]).run()
      """
          .formatted(IN_PYTHON);

  /// Python that never ends, and asks the engine for nothing.
  static List<Run> endless(Folders at) {
    UnaryOperator<State> never = state -> state.withSpace("never", state.x().content());
    return List.of(
        of(at.inputs().resolve("endless.py"), "while True:\n    pass\n", List.of(never)),
        join(
            "endless join",
            "lambda x, y: all(True for _ in iter(int, 1))",
            "never",
            List.of(never)));
  }

  /// All that end.
  static List<Run> all(Folders at) {
    String file = "joined.arrow";
    return List.of(
        join("join", SAME_ID, "joined", List.of(s -> s.withSpace("joined", joined(s, ALL)))),
        join(
            "join with a worker",
            IN_PYTHON,
            "judged",
            List.of(s -> s.withSpace("judged", joined(s, FEW)))),
        join(
            "join to a file",
            SAME_ID,
            at.outputs().resolve(file).toString(),
            List.of(s -> s.withFile(file, joined(s, ALL)))),
        of(
            at.inputs().resolve("graph.json"),
            GRAPH,
            List.of(
                s -> s.withSpace("paired", joined(s, ALL)),
                s -> s.withSpace("parted", s.x().content()))),
        of(
            at.inputs().resolve("script.py"),
            SCRIPT,
            List.of(
                s -> s.withSpace("judged-by-script", joined(s, FEW)),
                s -> s.withSpace("stripped", s.x().content()))));
  }

  private static Content joined(State state, int below) {
    return state.x().joined(state.y(), below);
  }

  private static Run join(String name, String fn, String output, List<UnaryOperator<State>> steps) {
    List<String> arguments = new ArrayList<>(List.of("join", "--x", "x", "--y", "y"));
    arguments.addAll(List.of("--primary-key", "id", "--evidence", "generation"));
    arguments.addAll(List.of("--fn", fn, "--out", output, "--quiet"));
    return new Run(name, arguments, "", Path.of(""), steps);
  }

  private static Run of(Path file, String text, List<UnaryOperator<State>> steps) {
    List<String> arguments = List.of("run", file.toString(), "--quiet");
    return new Run("run " + file.getFileName(), arguments, text, file, steps);
  }

  @Override
  public void prepare(State before) throws IOException {
    if (!text.isEmpty()) {
      Files.writeString(file, text);
    }
  }

  @Override
  public List<State> commits(State before) {
    List<State> states = new ArrayList<>();
    State state = before;
    for (UnaryOperator<State> step : steps) {
      state = step.apply(state);
      states.add(state);
    }
    return states;
  }
}
