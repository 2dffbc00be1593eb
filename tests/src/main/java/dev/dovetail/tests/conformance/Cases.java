package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// The tables of a case, where its runs can be run.
interface Cases extends AutoCloseable {
  /// What differs from the expected answer; empty if nothing does.
  Optional<String> difference(JsonNode run, Axis axis);

  @Override
  void close();
}
