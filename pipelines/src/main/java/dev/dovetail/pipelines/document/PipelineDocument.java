package dev.dovetail.pipelines.document;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A pipeline as it was written, with a graph that is in order.
///
/// @param nodes each behind those that it reads
public record PipelineDocument(
    String name,
    OptionalLong memoryBytes,
    OptionalLong threads,
    List<NodeSpec> nodes,
    ErrorHandling errorHandling) {
  public PipelineDocument {
    nodes = List.copyOf(nodes);
  }

  /// What happens to rows that fail.
  ///
  /// @param goesOn whether they become dead letters; else the first ends the run
  /// @param path of the dead letters
  public record ErrorHandling(
      boolean goesOn,
      Optional<String> path,
      boolean includesReason,
      OptionalDouble maxRate,
      OptionalLong minRecords) {}
}
