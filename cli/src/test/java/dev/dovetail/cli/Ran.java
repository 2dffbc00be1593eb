package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/// How one command ended, and what it printed.
record Ran(int code, String out, String err) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// It did its work and had nothing to complain about.
  Ran done() {
    assertThat(code).as(err).isZero();
    assertThat(err).isEmpty();
    return this;
  }

  /// It failed with this code, in one message that shows no trace, and printed no result.
  Ran failed(int exitCode, String... message) {
    assertThat(code).as("%s%s", out, err).isEqualTo(exitCode);
    assertThat(err).startsWith("dovetail: ").contains(message).doesNotContain("\tat ");
    assertThat(out).isEmpty();
    return this;
  }

  List<String> lines() {
    return out.lines().toList();
  }

  /// The output as one JSON value a line.
  List<JsonNode> json() {
    return out.lines().map(Ran::parse).toList();
  }

  static JsonNode parse(String line) {
    try {
      return JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }
}
