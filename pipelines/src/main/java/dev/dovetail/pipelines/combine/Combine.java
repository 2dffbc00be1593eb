package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.join.JoinSettings;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.pipelines.cxl.Body;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Runs a combine over the rows of its inputs.
public final class Combine {
  private Combine() {}

  /// Takes the rows of the output, in their order.
  public interface Rows {
    /// Takes a row; a value that does not fit its column fails.
    ///
    /// @param values by column
    /// @param leftOut how many entries of a collected array were left out
    void write(List<@Nullable Object> values, long leftOut) throws CxlFailure;
  }

  /// The names of the output's columns.
  ///
  /// @param inputs in the order of the qualifiers
  public static List<String> columns(CombineSpec spec, List<Table> inputs) {
    if (spec.match() != MatchMode.COLLECT) {
      return spec.body().emits().stream().map(Body.Emit::name).toList();
    }
    List<String> names = new ArrayList<>(names(inputs.get(spec.driver())));
    names.add(spec.qualifiers().get(spec.driver() == 0 ? 1 : 0));
    return names;
  }

  private static List<String> names(Table table) {
    return table.schema().getFields().stream().map(Field::getName).toList();
  }

  /// Runs it.
  ///
  /// @param inputs in the order of the qualifiers; they stay open
  /// @throws dev.dovetail.errors.DovetailException E319 upon a miss that is an error, E325 beyond
  ///   the limit of rows, and what the engine's joins throw
  public static void run(
      CombineSpec spec,
      List<Table> inputs,
      JoinSettings settings,
      Execution execution,
      Progress progress,
      Rows rows,
      DeadLetters deadLetters) {
    Candidates candidates =
        new CombineJoin(
                spec.where(),
                spec.qualifiers(),
                inputs,
                spec.driver(),
                settings,
                execution,
                progress)
            .run();
    new CombineOutput(
            spec,
            inputs.stream().map(TableFields::new).toList(),
            inputs.stream().map(Combine::names).toList(),
            rows,
            deadLetters)
        .write(candidates);
  }
}
