package dev.dovetail.pipelines.combine;

import dev.dovetail.pipelines.cxl.Body;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import dev.dovetail.pipelines.document.NodeSpec.OnMiss;
import java.util.List;
import java.util.OptionalLong;

/// A combine whose texts are bound.
///
/// @param name the node's, for messages
/// @param qualifiers of the inputs, in their order
/// @param driver the position of the input that leads
/// @param body empty under `collect`
public record CombineSpec(
    String name,
    List<String> qualifiers,
    int driver,
    Where where,
    MatchMode match,
    OnMiss onMiss,
    Body body,
    OptionalLong maxOutputRows) {
  public CombineSpec {
    qualifiers = List.copyOf(qualifiers);
  }
}
