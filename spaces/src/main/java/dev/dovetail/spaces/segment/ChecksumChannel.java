package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/// Sums up what passes on its way to a file.
final class ChecksumChannel implements WritableByteChannel {
  private final FileChannel file;
  private final CRC32C checksum = new CRC32C();
  private long byteCount;

  ChecksumChannel(FileChannel file) {
    this.file = file;
  }

  int checksum() {
    return (int) checksum.getValue();
  }

  long byteCount() {
    return byteCount;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int length = source.remaining();
    checksum.update(source.duplicate());
    while (source.hasRemaining()) {
      file.write(source);
    }
    byteCount += length;
    return length;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
