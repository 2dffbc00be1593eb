package dev.dovetail.polyglot.function;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/// A fingerprint of what a function says. Where it stands (file, line) is not part of it, nor is
/// the order of an importable function's files.
public final class FunctionHash {
  private FunctionHash() {}

  /// SHA-256 in lower-case hexadecimal.
  public static String sha256(FunctionSource function) {
    MessageDigest digest = sha256();
    switch (function) {
      case FunctionSource.Lambda lambda -> add(digest, "lambda", lambda.text(), lambda.prelude());
      case FunctionSource.Module module ->
          add(digest, "module", module.name(), module.source(), module.prelude());
      case FunctionSource.Importable importable -> {
        add(digest, "importable", importable.module(), importable.name());
        new TreeMap<>(importable.files()).forEach((path, text) -> add(digest, path, text));
      }
      case FunctionSource.Held held ->
          add(
              digest,
              "held",
              held.name(),
              held.because(),
              held.text().map(FunctionHash::sha256).orElse(""));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Each text with its length before it, so that no two sequences of texts look alike.
  private static void add(MessageDigest digest, String... texts) {
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
