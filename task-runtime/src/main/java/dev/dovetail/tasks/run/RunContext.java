package dev.dovetail.tasks.run;

import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.FunctionSpec;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/// What surrounds one run.
///
/// @param python evaluates this task's function
record RunContext(
    SpaceStore store,
    Sessions sessions,
    PythonEvaluator python,
    RunSettings settings,
    Execution execution,
    Progress progress,
    RunLog log) {
  RunControl control() {
    return execution.control();
  }

  /// Owns what the run holds; its limit is the budget.
  BufferAllocator memory() {
    return execution.allocator();
  }

  /// The function, read, checked and noted.
  ///
  /// @param rows how many row arguments it is called with
  FunctionSource function(FunctionSpec spec, int rows, Set<String> parameters) {
    FunctionSource source = FunctionSources.of(spec);
    log.function(FunctionSources.text(source));
    Signature.check(source, rows, parameters);
    return source;
  }

  OpenInputs openInputs() {
    return new OpenInputs(store, settings, execution, progress);
  }
}
