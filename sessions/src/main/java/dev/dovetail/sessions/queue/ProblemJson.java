package dev.dovetail.sessions.queue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;

/// A problem in a column of the catalog.
final class ProblemJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ProblemJson() {}

  static String write(Problem problem) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", problem.code().name())
        .put("what", problem.what())
        .put("where", problem.where())
        .put("remedy", problem.remedy())
        .put("traceback", problem.traceback())
        .toString();
  }

  static Problem read(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      return new Problem(
          ErrorCode.valueOf(json.path("code").asText()),
          json.path("what").asText(),
          json.path("where").asText(),
          json.path("remedy").asText(),
          json.path("traceback").asText());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the error of a run is not JSON", e);
    }
  }
}
