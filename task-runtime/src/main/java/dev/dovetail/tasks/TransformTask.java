package dev.dovetail.tasks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes one Space from another, row by row, in order: the way to give two inputs a key column of
/// one name before they are joined.
public record TransformTask(String name, InputRef input, OutputRef output, Change change)
    implements Task {
  public TransformTask {
    Refusal.name(name, "name");
  }

  /// What happens to each row.
  public sealed interface Change {
    /// The word of the JSON form.
    String word();
  }

  /// `fn(row)` returns the new row, a mapping of column to value.
  public record Apply(FunctionSpec fn, Map<String, FunctionParameter> parameters)
      implements Change {
    public Apply {
      parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
      FunctionParameter.checkNames(parameters.keySet());
    }

    @Override
    public String word() {
      return "fn";
    }
  }

  /// Adds columns that repeat present ones.
  ///
  /// @param columns new name -> present name
  public record Copy(Map<String, String> columns) implements Change {
    public Copy {
      columns = pairs(columns, "copy");
    }

    @Override
    public String word() {
      return "copy";
    }
  }

  /// Gives columns other names, in place.
  ///
  /// @param columns present name -> new name
  public record Rename(Map<String, String> columns) implements Change {
    public Rename {
      columns = pairs(columns, "rename");
      Refusal.names(List.copyOf(columns.values()), "rename");
    }

    @Override
    public String word() {
      return "rename";
    }
  }

  /// Leaves columns out.
  public record Drop(Set<String> columns) implements Change {
    public Drop {
      if (columns.isEmpty()) {
        throw Refusal.illegal("drop names no column", "List the columns to leave out.");
      }
      Refusal.names(List.copyOf(columns), "drop");
      columns = Collections.unmodifiableSet(new LinkedHashSet<>(columns));
    }

    @Override
    public String word() {
      return "drop";
    }
  }

  @Override
  public String kind() {
    return "transform";
  }

  @Override
  public List<InputRef> inputs() {
    return List.of(input);
  }

  @Override
  public Optional<FunctionSpec> function() {
    return change instanceof Apply(var fn, _) ? Optional.of(fn) : Optional.empty();
  }

  @Override
  public Map<String, FunctionParameter> parameters() {
    return change instanceof Apply(_, var parameters) ? parameters : Map.of();
  }

  private static Map<String, String> pairs(Map<String, String> columns, String word) {
    if (columns.isEmpty()) {
      throw Refusal.illegal(word + " names no column", "Give pairs of column names.");
    }
    Refusal.names(List.copyOf(columns.keySet()), word);
    columns.values().forEach(column -> Refusal.name(column, "a column in " + word));
    return Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }
}
