package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the tests of workers share: settings, functions from text, and all pairs of two sides.
final class Judging {
  private Judging() {}

  static WorkerSettings settings() {
    System.setProperty(
        "dovetail.cache", Path.of("target", "python-cache").toAbsolutePath().toString());
    return WorkerSettings.fromSystem().withMemory(384L << 20);
  }

  static FunctionSource lambda(String text) {
    return new FunctionSource.Lambda(text, "", Origin.named("<lambda>"));
  }

  static FunctionSource module(String name, String source) {
    return new FunctionSource.Module(name, source, "", new Origin("match.py", 1));
  }

  static PairBatch allPairs(SmallRows x, SmallRows y) {
    int[] xs = new int[x.count() * y.count()];
    int[] ys = new int[xs.length];
    for (int i = 0; i < xs.length; i++) {
      xs[i] = i / y.count();
      ys[i] = i % y.count();
    }
    return new PairBatch(xs, ys, xs.length);
  }

  static Verdicts verdicts(
      PythonEvaluator workers, FunctionSource function, SmallRows x, SmallRows y) {
    return verdicts(workers, function, Map.of(), x, y, OnFailure.STOP);
  }

  static Verdicts verdicts(
      PythonEvaluator workers,
      FunctionSource function,
      Map<String, Constant> parameters,
      SmallRows x,
      SmallRows y,
      OnFailure onFailure) {
    PairBatch pairs = allPairs(x, y);
    try (PairJudge judge = workers.judge(function, parameters, x, y, RunControl.unlimited())) {
      return judge.judge(pairs, onFailure);
    }
  }

  /// The pairs that match, as `x-y`.
  static List<String> matches(
      PythonEvaluator workers, FunctionSource function, SmallRows x, SmallRows y) {
    Verdicts verdicts = verdicts(workers, function, x, y);
    if (!verdicts.failures().isEmpty()) {
      throw new AssertionError(verdicts.failures().toString());
    }
    List<String> found = new ArrayList<>();
    for (int i = 0; i < verdicts.outcomes().length; i++) {
      if (verdicts.outcomes()[i] == Verdicts.MATCH) {
        found.add(i / y.count() + "-" + i % y.count());
      }
    }
    return found;
  }

  /// The error of the first failing pair.
  static PairError failure(PythonEvaluator workers, FunctionSource function) {
    try (SmallRows x = SmallRows.ids(2);
        SmallRows y = SmallRows.ids(2)) {
      return verdicts(workers, function, x, y).failures().getFirst().error();
    }
  }
}
