package dev.dovetail.pipelines.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A node of a pipeline, as it was written.
public sealed interface NodeSpec {
  Located name();

  /// The nodes and ports that it reads, in order.
  default List<Located> inputs() {
    return switch (this) {
      case Source _ -> List.of();
      case Transform node -> List.of(node.input());
      case Route node -> List.of(node.input());
      case Merge node -> node.from();
      case Combine node -> List.copyOf(node.from().values());
      case Aggregate node -> List.of(node.input());
      case Sink node -> List.of(node.input());
    };
  }

  /// Where rows lie.
  sealed interface Store {
    /// Files.
    ///
    /// @param format as files name it; `json` is JSON lines
    record Files(Located path, boolean isGlob, String format) implements Store {}

    /// A Space; as a source without a version the latest one.
    record SpaceStore(Located space, OptionalLong version) implements Store {}
  }

  /// Where rows come from.
  ///
  /// @param title what dead letters call it
  /// @param schema declared types by column, in order
  record Source(
      Located name,
      String title,
      Store store,
      Map<String, Located> schema,
      List<SortKey> sortOrder,
      boolean refusesUnsorted,
      List<Located> correlationKey)
      implements NodeSpec {}

  /// A column of an order.
  record SortKey(Located field, boolean isDescending, boolean nullsFirst) {}

  /// Shapes each row.
  record Transform(Located name, Located input, Located cxl) implements NodeSpec {}

  /// Sends rows to ports.
  ///
  /// @param otherwise the port of what no condition takes
  record Route(
      Located name,
      Located input,
      boolean isInclusive,
      Map<String, Located> conditions,
      Optional<String> otherwise)
      implements NodeSpec {}

  /// Stacks the rows of several nodes.
  ///
  /// @param seed of an interleaving that is the same on every run
  record Merge(Located name, List<Located> from, boolean interleaves, OptionalLong seed)
      implements NodeSpec {}

  /// Joins.
  record Combine(
      Located name,
      Map<String, Located> from,
      Optional<Located> where,
      Optional<JsonNode> fn,
      MatchMode match,
      OnMiss onMiss,
      Located cxl,
      Optional<Located> drive,
      boolean startsOnDisk,
      KeyPropagation keys,
      OptionalLong maxOutputRows)
      implements NodeSpec {}

  /// What becomes of the matches of a driver's row.
  enum MatchMode {
    FIRST,
    ALL,
    COLLECT
  }

  /// What becomes of a driver's row without a match.
  enum OnMiss {
    NULL_FIELDS,
    SKIP,
    ERROR
  }

  /// Which correlation keys the output of a combine carries.
  sealed interface KeyPropagation {
    record Driver() implements KeyPropagation {}

    record All() implements KeyPropagation {}

    record Named(List<String> fields) implements KeyPropagation {
      public Named {
        fields = List.copyOf(fields);
      }
    }
  }

  /// Folds groups of rows.
  record Aggregate(Located name, Located input, List<Located> groupBy, Located cxl)
      implements NodeSpec {}

  /// Where rows go.
  record Sink(
      Located name,
      String title,
      Located input,
      Store store,
      boolean includesCorrelationKeys,
      List<SortKey> sortOrder)
      implements NodeSpec {}
}
