package dev.dovetail.spaces.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream lent to a library that closes what it writes to: closing only flushes.
final class KeptOpen extends FilterOutputStream {
  KeptOpen(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
