package dev.dovetail.polyglot.eval;

/// What a running script asks of the engine.
public interface ScriptRequests {
  /// Answers a request, both as JSON. A [dev.dovetail.errors.DovetailException] becomes a Python
  /// exception in the script.
  ///
  /// @param caller the script's own interpreter, which waits for the answer meanwhile
  String handle(String json, PythonEvaluator caller);
}
