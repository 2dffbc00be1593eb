package dev.dovetail.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/// Who may call, by the token of a request.
public interface Access {
  /// The namespace of those who have none of their own.
  String DEFAULT = "default";

  /// A caller that is let in.
  ///
  /// @param id of the token, for logs and limits; says nothing of what the token is
  /// @param namespace the name of what it works in
  record Caller(String id, String namespace, Scope scope, TokenLimits limits) {
    /// The user whose machine this is.
    static final Caller OWNER = new Caller("", DEFAULT, Scope.ADMIN, TokenLimits.NONE);
  }

  /// The caller of a token; empty if it is not known. Takes no longer for a token that is nearly
  /// right.
  Optional<Caller> caller(Optional<String> token);

  /// One secret that opens everything, as for the local engine of one user.
  static Access secret(String secret) {
    byte[] expected = secret.getBytes(StandardCharsets.UTF_8);
    return token ->
        token
            .filter(
                given -> MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8)))
            .map(_ -> Caller.OWNER);
  }

  /// Everybody, which only a server on loopback may have.
  static Access open() {
    return _ -> Optional.of(Caller.OWNER);
  }
}
