package dev.dovetail.tests.conformance;

import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.tasks.run.RunSettings;
import java.util.ArrayList;
import java.util.List;

/// One way to run a case that must not change its answer.
///
/// @param rowsPerSegment how the tables are split
/// @param mayRefuse the strategy may be impossible for this condition, which is E101
public record Axis(String name, RunSettings settings, int rowsPerSegment, boolean mayRefuse) {
  public static final int WHOLE = 1 << 20;

  public static List<Axis> of(List<String> invariants) {
    RunSettings plain = RunSettings.defaults();
    List<Axis> axes = new ArrayList<>();
    axes.add(new Axis("default", plain, WHOLE, false));
    if (invariants.contains("strategies")) {
      for (Strategy strategy : Strategy.values()) {
        boolean mayRefuse = strategy != Strategy.NESTED_LOOP && strategy != Strategy.JUDGE;
        axes.add(
            new Axis(
                "strategy " + strategy.label(),
                plain.withStrategy(strategy.label()),
                WHOLE,
                mayRefuse));
      }
    }
    if (invariants.contains("threads")) {
      for (int threads : List.of(1, 2, 8)) {
        axes.add(new Axis(threads + " threads", plain.withThreads(threads), WHOLE, false));
      }
    }
    if (invariants.contains("spill")) {
      axes.add(new Axis("all spilled", plain.withAllSpilled(), WHOLE, false));
      axes.add(new Axis("all spilled, 2 threads", plain.withAllSpilled().withThreads(2), 2, false));
    }
    if (invariants.contains("batch_split")) {
      axes.add(new Axis("segments of 1 row", plain, 1, false));
      axes.add(new Axis("segments of 2 rows", plain, 2, false));
    }
    return axes;
  }
}
