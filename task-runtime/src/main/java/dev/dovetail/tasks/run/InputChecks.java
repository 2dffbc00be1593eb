package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.tasks.GateSpec;
import dev.dovetail.tasks.JoinTask;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;

/// What can be refused once the inputs' columns are known, before a row is looked at.
final class InputChecks {
  private InputChecks() {}

  /// Checks a join against its inputs, in the task's order.
  static void check(JoinTask task, List<OpenInput> inputs) {
    for (OpenInput input : inputs) {
      for (String key : task.primaryKey()) {
        requireKeyColumn(key, input);
      }
    }
    for (String evidence : task.evidence()) {
      requireEvidence(evidence, inputs);
    }
    task.fn().declaredGate().ifPresent(gate -> checkGate(task, inputs, gate));
  }

  private static void requireKeyColumn(String key, OpenInput input) {
    Set<String> columns = columns(input);
    if (!columns.contains(key)) {
      throw new DovetailException(
          ErrorCode.E103,
          "'" + input.name() + "' has no column '" + key + "', which primary_key names",
          "",
          NearestName.hint(key, columns)
              + " Where the inputs name it differently, copy it to one name first: "
              + "Transform(copy={\""
              + key
              + "\": ...}).");
    }
  }

  private static void requireEvidence(String evidence, List<OpenInput> inputs) {
    Set<String> columns = new LinkedHashSet<>();
    inputs.forEach(input -> columns.addAll(columns(input)));
    if (!columns.contains(evidence)) {
      throw new DovetailException(
          ErrorCode.E104,
          "no input has a column '" + evidence + "', which evidence names",
          "searched "
              + String.join(", ", inputs.stream().map(input -> "'" + input.name() + "'").toList()),
          NearestName.hint(evidence, columns));
    }
  }

  private static void checkGate(JoinTask task, List<OpenInput> inputs, GateSpec gate) {
    OpenInput x = inputs.getFirst();
    gate.xFields().forEach(field -> requireGateField(task, field, x, "x"));
    for (OpenInput y : task.isSelfJoin() ? inputs : inputs.subList(1, inputs.size())) {
      gate.yFields().forEach(field -> requireGateField(task, field, y, "y"));
    }
  }

  /// The gate is part of the function, so it sees what the function sees.
  private static void requireGateField(JoinTask task, String field, OpenInput input, String role) {
    List<String> visible = new ArrayList<>(task.primaryKey());
    visible.addAll(task.evidence());
    Set<String> columns = columns(input);
    visible.removeIf(name -> !columns.contains(name));
    if (visible.contains(field)) {
      return;
    }
    boolean hidden = columns.contains(field);
    throw new DovetailException(
        ErrorCode.E111,
        "the candidate gate reads the field '"
            + field
            + "' of "
            + role
            + (hidden
                ? ", which is neither primary key nor evidence"
                : ", which '" + input.name() + "' does not have"),
        "'" + input.name() + "'",
        hidden ? "Declare it: evidence=[\"" + field + "\"]." : NearestName.hint(field, visible));
  }

  private static Set<String> columns(OpenInput input) {
    Set<String> names = new LinkedHashSet<>();
    for (Field field : input.table().schema().getFields()) {
      names.add(field.getName());
    }
    return names;
  }
}
