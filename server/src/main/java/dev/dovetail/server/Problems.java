package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import io.helidon.http.Status;

/// Problems as documents of RFC 9457, `application/problem+json`.
final class Problems {
  static final String MEDIA_TYPE = "application/problem+json";

  private static final Status UNPROCESSABLE = Status.create(422, "Unprocessable Content");
  private static final Status INSUFFICIENT_STORAGE = Status.create(507, "Insufficient Storage");

  private Problems() {}

  /// A problem of Dovetail's own, with everything that its command line tells.
  static ObjectNode document(Problem problem) {
    ErrorCode code = problem.code();
    ObjectNode node = document(status(code), code.title(), problem.toString());
    node.put("type", "urn:dovetail:error:" + code.name());
    node.put("code", code.name())
        .put("blame", code.blame().name())
        .put("exit_code", code.blame().exitCode());
    return node.put("what", problem.what())
        .put("where", problem.where())
        .put("remedy", problem.remedy())
        .put("traceback", problem.traceback());
  }

  /// A request that HTTP itself has a word for.
  static ObjectNode document(Status status, String what) {
    return document(status, status.reasonPhrase(), what).put("type", "about:blank");
  }

  private static ObjectNode document(Status status, String title, String detail) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("title", title)
        .put("status", status.code())
        .put("detail", detail);
  }

  static Status status(ErrorCode code) {
    if (code == ErrorCode.E210 || code == ErrorCode.E405) {
      return Status.NOT_FOUND_404;
    }
    return switch (code.blame()) {
      case REQUEST -> Status.BAD_REQUEST_400;
      case DATA -> UNPROCESSABLE;
      case RESOURCE -> INSUFFICIENT_STORAGE;
      case DEADLINE -> Status.GATEWAY_TIMEOUT_504;
      case CANCELLED -> Status.CONFLICT_409;
      case US -> Status.INTERNAL_SERVER_ERROR_500;
    };
  }
}
