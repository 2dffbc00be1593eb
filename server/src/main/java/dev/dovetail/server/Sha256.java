package dev.dovetail.server;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hash by which the server names what it must not keep as it is, or what may be any text.
final class Sha256 {
  private Sha256() {}

  /// 64 lower-case hexadecimal digits.
  static String hex(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
