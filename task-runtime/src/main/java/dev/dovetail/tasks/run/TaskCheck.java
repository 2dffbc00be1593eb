package dev.dovetail.tasks.run;

import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TransformTask;
import dev.dovetail.tasks.TransformTask.Apply;
import java.util.Set;

/// What can be refused of a task before anything is read: that its function can, and that it can be
/// called with the task's parameters.
public final class TaskCheck {
  private TaskCheck() {}

  /// Refuses the task with E106 or E107, or returns.
  public static void check(Task task) {
    switch (task) {
      case JoinTask join -> {
        FunctionSource function = FunctionSources.of(join.fn());
        Signature.check(function, 2, join.parameters().keySet());
      }
      case TransformTask transform -> {
        if (transform.change() instanceof Apply apply) {
          Set<String> given = apply.parameters().keySet();
          Signature.check(FunctionSources.of(apply.fn()), 1, given);
        }
      }
    }
  }
}
