package dev.dovetail.sessions.queue;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Optional;

/// What somebody wants to be run.
///
/// @param namespace whose Spaces and runs these are
/// @param tokenId who asks
/// @param json the request, as it was sent; legal JSON
/// @param idempotencyKey makes a request that is sent again the same run; 1 to 255 printable ASCII
///   characters, else E101
public record RunRequest(
    String namespace, String tokenId, String json, Optional<String> idempotencyKey) {
  public RunRequest {
    idempotencyKey.ifPresent(RunRequest::requireLegal);
  }

  private static void requireLegal(String key) {
    if (key.isEmpty() || key.length() > 255 || !key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new DovetailException(
          ErrorCode.E101,
          "the idempotency key is not legal",
          "",
          "Give 1 to 255 printable ASCII characters without spaces.");
    }
  }
}
