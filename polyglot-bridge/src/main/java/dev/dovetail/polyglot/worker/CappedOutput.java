package dev.dovetail.polyglot.worker;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Keeps the first 64 KiB of what a function prints and lets go of the rest, so that a flood of
/// output costs nothing.
final class CappedOutput extends OutputStream {
  private static final int LIMIT_BYTES = 1 << 16;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  @Override
  public synchronized void write(int b) {
    if (kept.size() < LIMIT_BYTES) {
      kept.write(b);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    kept.write(bytes, offset, Math.min(length, LIMIT_BYTES - kept.size()));
  }

  synchronized String takeText() {
    String text = kept.toString(StandardCharsets.UTF_8);
    kept.reset();
    return text;
  }
}
