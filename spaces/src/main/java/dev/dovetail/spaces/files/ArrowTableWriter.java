package dev.dovetail.spaces.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes an Arrow file or stream. The batches' buffers are lent to the one root that Arrow's
/// writer is tied to.
final class ArrowTableWriter implements TableWriter {
  private final VectorSchemaRoot lent;
  private final ArrowWriter writer;

  private ArrowTableWriter(VectorSchemaRoot lent, ArrowWriter writer) throws IOException {
    this.lent = lent;
    this.writer = writer;
    writer.start();
  }

  static ArrowTableWriter file(OutputStream out, Schema schema, BufferAllocator allocator)
      throws IOException {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    return new ArrowTableWriter(
        root, new ArrowFileWriter(root, null, Channels.newChannel(new KeptOpen(out))));
  }

  static ArrowTableWriter stream(OutputStream out, Schema schema, BufferAllocator allocator)
      throws IOException {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    return new ArrowTableWriter(
        root, new ArrowStreamWriter(root, null, Channels.newChannel(new KeptOpen(out))));
  }

  @Override
  public void write(VectorSchemaRoot batch) throws IOException {
    try (ArrowRecordBatch rows = new VectorUnloader(batch).getRecordBatch()) {
      new VectorLoader(lent).load(rows);
      writer.writeBatch();
      lent.clear();
    }
  }

  @Override
  public void end() throws IOException {
    writer.end();
  }

  @Override
  public void close() {
    // Arrow's writer would end the file when it is closed, so it is only let go.
    lent.close();
  }
}
