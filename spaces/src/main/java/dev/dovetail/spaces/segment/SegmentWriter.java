package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes one segment: an Arrow IPC file without compression, so that it can be read in place.
///
/// [#finish] leaves the bytes of a durable segment on the device (the entry in the folder is
/// synchronised by [SegmentFolder#sync]); closing without it removes the file.
public final class SegmentWriter implements AutoCloseable {
  private final Path path;
  private final FileChannel file;
  private final ChecksumChannel channel;
  private final VectorSchemaRoot noRows;
  private final IpcFile ipc;
  private final boolean durable;
  private long rowCount;
  private boolean finished;

  public SegmentWriter(Path path, Schema schema, BufferAllocator allocator) {
    this(path, schema, allocator, true);
  }

  /// A segment that need not outlive the process.
  static SegmentWriter temporary(Path path, Schema schema, BufferAllocator allocator) {
    return new SegmentWriter(path, schema, allocator, false);
  }

  @SuppressWarnings("NullAway") // the channel is closed by close(), whichever way the writer ends
  private SegmentWriter(Path path, Schema schema, BufferAllocator allocator, boolean durable) {
    this.path = path;
    this.durable = durable;
    FileChannel opened = null;
    VectorSchemaRoot empty = null;
    try {
      opened = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      empty = VectorSchemaRoot.create(schema, allocator);
      channel = new ChecksumChannel(opened);
      ipc = new IpcFile(empty, channel);
      ipc.start();
    } catch (IOException failure) {
      discard(opened, empty);
      throw DiskProblems.of(failure, path, "written");
    }
    file = opened;
    noRows = empty;
  }

  /// Bytes written so far.
  public long byteCount() {
    return channel.byteCount();
  }

  public long rowCount() {
    return rowCount;
  }

  /// Writes one record batch as it is; its columns have the types of the schema.
  public void write(VectorSchemaRoot batch) {
    try (ArrowRecordBatch body = new VectorUnloader(batch, true, true).getRecordBatch()) {
      ipc.append(body);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "written");
    }
    rowCount += batch.getRowCount();
  }

  public Segment finish() {
    try {
      ipc.end();
      if (durable) {
        file.force(true);
      }
      file.close();
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "written");
    }
    finished = true;
    return new Segment(
        String.valueOf(path.getFileName()), rowCount, channel.byteCount(), channel.checksum());
  }

  @Override
  public void close() {
    if (finished) {
      noRows.close();
    } else {
      discard(file, noRows);
    }
  }

  private void discard(FileChannel opened, VectorSchemaRoot empty) {
    if (empty != null) {
      empty.close();
    }
    if (opened != null) {
      try (opened) {
        Files.deleteIfExists(path);
      } catch (IOException _) {
        // The sweep of the next writer removes what cannot be removed now.
      }
    }
  }

  /// Arrow's writer of the file format, fed with batches instead of one fixed root.
  private static final class IpcFile extends ArrowFileWriter {
    IpcFile(VectorSchemaRoot schema, ChecksumChannel channel) {
      super(schema, new DictionaryProvider.MapDictionaryProvider(), channel);
    }

    void append(ArrowRecordBatch batch) throws IOException {
      writeRecordBatch(batch);
    }
  }
}
