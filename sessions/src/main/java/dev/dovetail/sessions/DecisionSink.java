package dev.dovetail.sessions;

import dev.dovetail.spaces.Types;
import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.LockedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Takes the match decisions of one run, in X order, into a file that appears with its session.
///
/// [#finish] puts the bytes on the device, [#keep] says that the session is recorded; closing
/// without it removes the file.
public final class DecisionSink implements AutoCloseable {
  /// The column that names the Y input.
  static final String SPACE = "space";

  private final Path path;
  private final LockedFile lease;
  private final FileChannel channel;
  private final VectorSchemaRoot root;
  private final ArrowFileWriter writer;
  private boolean kept;

  @SuppressWarnings("NullAway") // what was opened is closed when the constructor fails
  DecisionSink(Path path, LockedFile lease, Schema schema, BufferAllocator allocator) {
    this.path = path;
    this.lease = lease;
    FileChannel opened = null;
    VectorSchemaRoot columns = null;
    try {
      opened = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      columns = VectorSchemaRoot.create(schema, allocator);
      writer =
          new ArrowFileWriter(
              columns,
              new DictionaryProvider.MapDictionaryProvider(),
              opened,
              Map.of(),
              IpcOption.DEFAULT,
              CommonsCompressionFactory.INSTANCE,
              CompressionUtil.CodecType.ZSTD);
      writer.start();
    } catch (IOException failure) {
      discard(opened, columns);
      throw DiskProblems.of(failure, path, "written");
    }
    channel = opened;
    root = columns;
  }

  /// Writes decisions: a batch of [#schema], whose X keys follow those before.
  public void write(VectorSchemaRoot batch) {
    root.clear();
    for (int i = 0; i < batch.getFieldVectors().size(); i++) {
      batch
          .getVector(i)
          .makeTransferPair(root.getVector(i))
          .splitAndTransfer(0, batch.getRowCount());
    }
    root.setRowCount(batch.getRowCount());
    try {
      writer.writeBatch();
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "written");
    }
    root.clear();
  }

  /// The decisions are complete.
  ///
  /// @return the size of the file
  public long finish() {
    try {
      writer.end();
      channel.force(true);
      long bytes = channel.position();
      channel.close();
      return bytes;
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "written");
    }
  }

  /// The session is recorded: the file stays.
  public void keep() {
    kept = true;
  }

  @Override
  public void close() {
    if (kept) {
      root.close();
      release();
    } else {
      discard(channel, root);
    }
  }

  /// The columns of decisions: `x_<key>`, `y_<key>` and `space`, the Y input. An X key that matches
  /// nothing has one row, in which `space` is NULL.
  public static Schema schema(List<Field> xKey, List<Field> yKey) {
    List<Field> fields = new ArrayList<>();
    xKey.forEach(field -> fields.add(Types.renamed(field, "x_" + field.getName())));
    yKey.forEach(field -> fields.add(Types.renamed(field, "y_" + field.getName())));
    fields.add(Types.parse(SPACE, "utf8"));
    return new Schema(fields);
  }

  private void discard(@Nullable FileChannel opened, @Nullable VectorSchemaRoot columns) {
    if (columns != null) {
      columns.close();
    }
    if (opened != null) {
      try (opened) {
        Files.deleteIfExists(path);
      } catch (IOException _) {
        // It has no session, so nobody sees it.
      }
    }
    release();
  }

  private void release() {
    try {
      lease.close();
    } catch (IOException _) {
      // The lock is gone all the same; the next run removes the file.
    }
  }
}
