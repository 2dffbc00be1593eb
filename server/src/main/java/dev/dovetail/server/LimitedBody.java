package dev.dovetail.server;

import io.helidon.http.Status;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body that may not be longer than some bytes, whatever its headers say.
final class LimitedBody extends FilterInputStream {
  private final long most;
  private long read;

  LimitedBody(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int got = super.read(buffer, offset, length);
    count(Math.max(0, got));
    return got;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count(skipped);
    return skipped;
  }

  private void count(long bytes) {
    read += bytes;
    if (read > most) {
      throw new Refusal(
          Status.REQUEST_ENTITY_TOO_LARGE_413, "the body is longer than " + most + " bytes");
    }
  }
}
