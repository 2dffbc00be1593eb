package dev.dovetail.sessions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Metrics as JSON, as Jackson reads them into the records. Written by hand: every run writes them
/// once, and the library would look at all the records first, a tenth of a small join's time.
final class MetricsJson {
  private MetricsJson() {}

  static ObjectNode node(Metrics metrics) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode inputs = node.putArray("inputs");
    for (Metrics.InputRows input : metrics.inputs()) {
      inputs
          .addObject()
          .put("name", input.name())
          .put("rows", input.rows())
          .put("distinctKeys", input.distinctKeys());
    }
    node.put("pairsPossible", metrics.pairsPossible());
    ArrayNode candidates = node.putArray("candidates");
    for (Metrics.Candidates step : metrics.candidates()) {
      candidates.addObject().put("where", step.where()).put("pairs", step.pairs());
    }
    node.put("pairsCompiled", metrics.pairsCompiled())
        .put("pairsPython", metrics.pairsPython())
        .put("matches", metrics.matches())
        .put("outputRows", metrics.outputRows());
    histogram(node.putObject("matchesPerX"), metrics.matchesPerX());
    histogram(node.putObject("matchesPerY"), metrics.matchesPerY());
    ArrayNode stages = node.putArray("stages");
    for (Metrics.Stage stage : metrics.stages()) {
      stages
          .addObject()
          .put("name", stage.name())
          .put("seconds", stage.seconds())
          .put("bytes", stage.bytes());
    }
    return node.put("peakMemoryBytes", metrics.peakMemoryBytes());
  }

  private static void histogram(ObjectNode node, Histogram histogram) {
    ArrayNode buckets = node.putArray("buckets");
    for (Histogram.Bucket bucket : histogram.buckets()) {
      buckets
          .addObject()
          .put("from", bucket.from())
          .put("to", bucket.to())
          .put("keys", bucket.keys());
    }
  }
}
