package dev.dovetail.tasks.run;

import dev.dovetail.sessions.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/// What tells a file's content from another: size, time of change, SHA-256. Empty for standard
/// input and for what cannot be read (the reader says why).
record FilePrint(OptionalLong bytes, Optional<Instant> modifiedAt, Optional<String> sha256) {
  private static final FilePrint NONE =
      new FilePrint(OptionalLong.empty(), Optional.empty(), Optional.empty());

  static FilePrint of(String pathOrDash) {
    Path path = Path.of(pathOrDash);
    if (pathOrDash.equals("-") || !Files.isRegularFile(path)) {
      return NONE;
    }
    try {
      return new FilePrint(
          OptionalLong.of(Files.size(path)),
          Optional.of(Files.getLastModifiedTime(path).toInstant()),
          Optional.of(sha256(path)));
    } catch (IOException _) {
      return NONE;
    }
  }

  /// Whether the file was written meanwhile, as far as size and time of change show.
  boolean isStale(String pathOrDash) {
    if (this.equals(NONE)) {
      return false;
    }
    Path path = Path.of(pathOrDash);
    try {
      return Files.size(path) != bytes.orElseThrow()
          || !Files.getLastModifiedTime(path).toInstant().equals(modifiedAt.orElseThrow());
    } catch (IOException _) {
      return true;
    }
  }

  Session.FileInput input(String label) {
    return new Session.FileInput(label, bytes, modifiedAt, sha256);
  }

  private static String sha256(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
