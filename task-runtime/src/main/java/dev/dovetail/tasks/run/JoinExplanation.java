package dev.dovetail.tasks.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.plan.Explanation;
import dev.dovetail.tasks.DegreeRule;
import dev.dovetail.tasks.JoinTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The plan of a join, for people and for machines.
///
/// @param joins one per Y input
public record JoinExplanation(JoinTask task, List<Explanation> joins) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public JoinExplanation {
    joins = List.copyOf(joins);
  }

  /// Several lines.
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add("task " + task.name() + " -> " + task.output().label());
    joins.forEach(join -> lines.add(join.text()));
    List<String> rules = rules();
    if (!rules.isEmpty()) {
      lines.add("checked before publishing: " + String.join(", ", rules));
    }
    return String.join("\n", lines);
  }

  public ObjectNode json() {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("task", task.name());
    node.set("joins", MAPPER.valueToTree(joins));
    node.set("checks", MAPPER.valueToTree(rules()));
    return node;
  }

  private List<String> rules() {
    return Stream.of(rule(task.perX()), rule(task.perY())).flatMap(Optional::stream).toList();
  }

  private static Optional<String> rule(DegreeRule rule) {
    return rule.max().isEmpty()
        ? Optional.empty()
        : Optional.of(
            rule.maxName()
                + "="
                + rule.max().getAsLong()
                + (rule.exact() ? " with " + rule.exactName() : ""));
  }
}
