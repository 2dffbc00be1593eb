package dev.dovetail.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/// Who may call, by the token of a request.
public interface Access {
  /// A caller that is let in.
  ///
  /// @param namespace the name of what it works in
  record Caller(String namespace, Scope scope) {}

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
            .map(_ -> new Caller(DEFAULT, Scope.ADMIN));
  }

  /// Everybody, which only a server on loopback may have.
  static Access open() {
    return _ -> Optional.of(new Caller(DEFAULT, Scope.ADMIN));
  }

  String DEFAULT = "default";
}
