package dev.dovetail.tasks.run;

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
/// @param memory owns what the run holds; its limit is the budget
record RunContext(
    SpaceStore store,
    Sessions sessions,
    PythonEvaluator python,
    RunSettings settings,
    RunControl control,
    Progress progress,
    BufferAllocator memory,
    RunLog log) {
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
    return new OpenInputs(store, settings, control, progress, memory);
  }
}
