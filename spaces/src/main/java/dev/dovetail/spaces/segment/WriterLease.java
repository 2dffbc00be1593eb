package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// A writer's sign of life: a locked file that carries the writer's random name, which its segment
/// files carry too.
public final class WriterLease implements AutoCloseable {
  static final String SUFFIX = ".lock";

  private final LockedFile file;
  private final String writer;
  private final AtomicInteger segments = new AtomicInteger();

  private WriterLease(LockedFile file) {
    this.file = file;
    String name = String.valueOf(file.path().getFileName());
    this.writer = name.substring(0, name.length() - SUFFIX.length());
  }

  static WriterLease take(Path folder) throws IOException {
    return new WriterLease(
        LockedFile.create(() -> path(folder, UUID.randomUUID().toString().replace("-", ""))));
  }

  /// Calls `work` if no living writer has the name; nobody can take it for living meanwhile. One
  /// without a file ended in order: what it published is in the catalog, and the rest is nobody's.
  ///
  /// @return whether the writer was dead
  static boolean ifDead(Path folder, String writer, Runnable work) throws IOException {
    return LockedFile.ifAbandoned(path(folder, writer), work);
  }

  private static Path path(Path folder, String writer) {
    return folder.resolve(writer + SUFFIX);
  }

  /// A new file name for a segment of this writer.
  String nextSegment() {
    return writer + "-" + segments.getAndIncrement() + SegmentFolder.SUFFIX;
  }

  /// Ends the writer.
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException _) {
      // The lock is gone all the same; the next sweep removes the file.
    }
  }
}
