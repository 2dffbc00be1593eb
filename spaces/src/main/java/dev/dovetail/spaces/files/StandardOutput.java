package dev.dovetail.spaces.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/// Standard output, which says so when it takes no more; `System.out` keeps such trouble to itself,
/// and half a table would look like a whole one. Closing it leaves standard output open.
final class StandardOutput extends OutputStream {
  private final PrintStream out = System.out;

  @Override
  public void write(int value) throws IOException {
    out.write(value);
    check();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    check();
  }

  @Override
  public void flush() throws IOException {
    check();
  }

  /// Flushes as well.
  private void check() throws IOException {
    if (out.checkError()) {
      throw new IOException("it takes no more, as its reader has gone or its disk is full");
    }
  }
}
