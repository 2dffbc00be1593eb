package dev.dovetail.polyglot.eval;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The end of what a process writes to its standard error. All of it is read, so that the process
/// never waits, however much it is.
final class ErrorTail {
  private static final int KEPT_BYTES = 1 << 14;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  /// Reads to the end of the stream.
  void read(InputStream in) {
    byte[] buffer = new byte[1 << 13];
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        keep(buffer, n);
      }
    } catch (IOException e) {
      // the process is gone
    }
  }

  private synchronized void keep(byte[] bytes, int length) {
    kept.write(bytes, 0, length);
    if (kept.size() > KEPT_BYTES * 2) {
      byte[] all = kept.toByteArray();
      kept.reset();
      kept.writeBytes(Arrays.copyOfRange(all, all.length - KEPT_BYTES, all.length));
    }
  }

  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }
}
