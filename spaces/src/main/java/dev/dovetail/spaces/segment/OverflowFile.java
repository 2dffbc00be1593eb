package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Batches on their way to a temporary file, from which they are then read in place. The file has
/// no name any more once it is mapped, so that nothing remains of it however the process ends.
public final class OverflowFile implements AutoCloseable {
  private final Overflow overflow;
  private final Path path;
  private final Schema schema;
  private final SegmentWriter writer;

  /// @param allocator for one batch at a time
  public OverflowFile(Overflow overflow, Schema schema, BufferAllocator allocator) {
    this.overflow = overflow;
    this.path = overflow.newFile();
    this.schema = schema;
    this.writer = SegmentWriter.temporary(path, schema, allocator);
  }

  /// Writes a batch and closes it.
  public void add(VectorSchemaRoot batch) {
    try (batch) {
      overflow.reserve(bytes(batch));
      writer.write(batch);
    }
  }

  /// The bytes that a batch takes.
  public static long bytes(VectorSchemaRoot batch) {
    return batch.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
  }

  /// The batches, in place; the caller closes them.
  public List<VectorSchemaRoot> map() {
    Segment segment = writer.finish();
    try {
      try {
        return MappedSegment.open(path, segment, false, schema, overflow.mapped());
      } finally {
        Files.deleteIfExists(path);
      }
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "read");
    } catch (DamagedSegment damage) {
      throw new IllegalStateException("a file that was written just now is damaged", damage);
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
