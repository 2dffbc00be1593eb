package dev.dovetail.spaces.segment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Writes rows into as many segments as they need, each of bounded size: an upsert rewrites whole
/// segments, so a segment must not be a whole table.
public final class RollingWriter implements AutoCloseable {
  private static final long SEGMENT_ROWS = 1 << 20;
  private static final long SEGMENT_BYTES = 256L << 20;

  private final Supplier<Path> newFile;
  private final long segmentRows;
  private final long segmentBytes;
  private final Schema schema;
  private final BufferAllocator allocator;
  private final Rebatcher rebatcher;
  private final List<Segment> finished = new ArrayList<>();
  private @Nullable SegmentWriter current;

  private RollingWriter(
      Supplier<Path> newFile,
      long segmentRows,
      long segmentBytes,
      Schema schema,
      BufferAllocator allocator) {
    this.newFile = newFile;
    this.segmentRows = segmentRows;
    this.segmentBytes = segmentBytes;
    this.schema = schema;
    this.allocator = allocator;
    this.rebatcher = new Rebatcher(schema, allocator, this::append);
  }

  /// Writes rows into segments of bounded size.
  ///
  /// @param newFile gives the path of each new segment
  public static RollingWriter of(Supplier<Path> newFile, Schema schema, BufferAllocator allocator) {
    return new RollingWriter(newFile, SEGMENT_ROWS, SEGMENT_BYTES, schema, allocator);
  }

  /// Writes all rows into one segment, which takes the place of another one.
  public static RollingWriter ofOneSegment(
      Supplier<Path> newFile, Schema schema, BufferAllocator allocator) {
    return new RollingWriter(newFile, Long.MAX_VALUE, Long.MAX_VALUE, schema, allocator);
  }

  /// Takes a copy of the rows.
  public void write(VectorSchemaRoot batch) {
    rebatcher.add(batch);
  }

  /// The segments, in the order of their rows; none if there were no rows.
  public List<Segment> finish() {
    rebatcher.flush();
    roll();
    return List.copyOf(finished);
  }

  @Override
  public void close() {
    rebatcher.close();
    if (current != null) {
      current.close();
      current = null;
    }
  }

  private void append(VectorSchemaRoot batch) {
    try (batch) {
      SegmentWriter writer = current;
      if (writer == null) {
        writer = new SegmentWriter(newFile.get(), schema, allocator);
        current = writer;
      }
      writer.write(batch);
      if (writer.rowCount() >= segmentRows || writer.byteCount() >= segmentBytes) {
        roll();
      }
    }
  }

  private void roll() {
    SegmentWriter writer = current;
    if (writer != null) {
      finished.add(writer.finish());
      writer.close();
      current = null;
    }
  }
}
