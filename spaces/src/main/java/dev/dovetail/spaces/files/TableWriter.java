package dev.dovetail.spaces.files;

import java.io.IOException;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Writes batches in one format to a stream that it does not own.
interface TableWriter extends AutoCloseable {
  void write(VectorSchemaRoot batch) throws IOException;

  /// Writes what belongs behind the last batch.
  void end() throws IOException;

  @Override
  void close() throws IOException;
}
