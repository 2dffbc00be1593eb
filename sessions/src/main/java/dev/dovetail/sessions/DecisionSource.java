package dev.dovetail.sessions;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.BatchSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Reads a file of decisions batch by batch and keeps the rows that a filter wants.
final class DecisionSource implements BatchSource {
  private final Path path;
  private final DecisionFilter filter;
  private final Optional<List<String>> x;
  private final Optional<List<String>> y;
  private final FileChannel channel;
  private final ArrowFileReader reader;
  private final VectorSchemaRoot all;
  private final VectorSchemaRoot kept;
  private final int keyColumns;

  @SuppressWarnings("NullAway") // what was opened is closed when the constructor fails
  DecisionSource(Path path, DecisionFilter filter, BufferAllocator allocator) {
    this.path = path;
    this.filter = filter;
    FileChannel opened = null;
    ArrowFileReader ipc = null;
    try {
      opened = FileChannel.open(path, StandardOpenOption.READ);
      ipc = new ArrowFileReader(opened, allocator, CommonsCompressionFactory.INSTANCE);
      all = ipc.getVectorSchemaRoot();
    } catch (IOException | RuntimeException failure) {
      close(ipc, opened);
      throw damaged(failure);
    }
    channel = opened;
    reader = ipc;
    keyColumns = (all.getSchema().getFields().size() - 1) / 2;
    try {
      x = filter.x().map(this::parts);
      y = filter.y().map(this::parts);
    } catch (DovetailException e) {
      close(reader, channel);
      throw e;
    }
    kept = VectorSchemaRoot.create(all.getSchema(), allocator);
  }

  @Override
  public Schema schema() {
    return all.getSchema();
  }

  @Override
  public boolean next() {
    while (load()) {
      if (filter.keepsAll()) {
        return true;
      }
      kept.clear();
      int rows = 0;
      for (int row = 0; row < all.getRowCount(); row++) {
        if (wanted(row)) {
          for (int column = 0; column < all.getFieldVectors().size(); column++) {
            kept.getVector(column).copyFromSafe(row, rows, all.getVector(column));
          }
          rows++;
        }
      }
      if (rows > 0) {
        kept.setRowCount(rows);
        return true;
      }
    }
    return false;
  }

  @Override
  public VectorSchemaRoot batch() {
    return filter.keepsAll() ? all : kept;
  }

  @Override
  public void close() {
    kept.close();
    close(reader, channel);
  }

  private boolean load() {
    try {
      return reader.loadNextBatch();
    } catch (IOException | RuntimeException failure) {
      throw damaged(failure);
    }
  }

  /// One text for each key column; a key of one column may itself hold commas.
  private List<String> parts(List<String> key) {
    if (keyColumns == 1) {
      return List.of(String.join(",", key));
    }
    if (key.size() != keyColumns) {
      throw new DovetailException(
          ErrorCode.E101,
          "'"
              + String.join(",", key)
              + "' is no key: the primary key has "
              + keyColumns
              + " columns",
          "",
          "Give a value for each, separated by commas.");
    }
    return key;
  }

  private boolean wanted(int row) {
    return x.map(key -> matches(key, 0, row)).orElse(true)
        && y.map(key -> !all.getVector(2 * keyColumns).isNull(row) && matches(key, keyColumns, row))
            .orElse(true);
  }

  private boolean matches(List<String> key, int firstColumn, int row) {
    for (int i = 0; i < keyColumns; i++) {
      FieldVector column = all.getVector(firstColumn + i);
      if (!KeyValue.text(column, row).equals(key.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static void close(@Nullable ArrowFileReader ipc, @Nullable FileChannel opened) {
    try (opened) {
      if (ipc != null) {
        ipc.close(false);
      }
    } catch (IOException _) {
      // Only read from: nothing can be lost.
    }
  }

  private DovetailException damaged(Exception cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E207,
            "the decisions of the session cannot be read: " + cause.getMessage(),
            path.toString(),
            "Run the task again to have them anew."),
        cause);
  }
}
