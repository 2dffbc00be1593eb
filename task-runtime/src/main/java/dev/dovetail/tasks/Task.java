package dev.dovetail.tasks;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One unit of work: reads Spaces or files, writes one Space or file, whole or not at all.
///
/// A task is immutable and legal: what can be refused without looking at data is refused when the
/// record is made, with a [dev.dovetail.errors.DovetailException] of E101, E106 or E111.
public sealed interface Task permits JoinTask, TransformTask {
  /// The name used in sessions and messages; not blank.
  String name();

  /// What is read, in the order of roles.
  List<InputRef> inputs();

  OutputRef output();

  /// `join` or `transform`, as in the JSON form and in versions and sessions.
  String kind();

  /// The user's function, if the task has one.
  Optional<FunctionSpec> function();

  /// Typed values for the function's own parameters, by name.
  Map<String, FunctionParameter> parameters();
}
