package dev.dovetail.spaces;

import dev.dovetail.spaces.segment.Overflow;
import dev.dovetail.spaces.segment.OverflowFile;
import dev.dovetail.spaces.segment.Rebatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// A table outside the catalog, such as a file that is joined: held in memory, and in a temporary
/// file as far as it does not fit.
public final class MemoryTable extends BatchTable {
  private MemoryTable(Schema schema, List<VectorSchemaRoot> batches) {
    super(schema, batches);
  }

  /// Takes over the batches, which close with the table; empty ones are left out.
  public static MemoryTable of(Schema schema, List<VectorSchemaRoot> batches) {
    List<VectorSchemaRoot> filled = new ArrayList<>();
    for (VectorSchemaRoot batch : batches) {
      if (batch.getRowCount() > 0) {
        filled.add(batch);
      } else {
        batch.close();
      }
    }
    return new MemoryTable(schema, filled);
  }

  /// Reads a stream to its end, without closing it.
  public static MemoryTable copyOf(BatchSource source, BufferAllocator allocator) {
    return copyOf(source, allocator, Optional.empty());
  }

  /// Reads a stream to its end, without closing it.
  ///
  /// @param overflow where rows go from the first on that do not fit; without it that is Arrow's
  ///   OutOfMemoryException
  public static MemoryTable copyOf(
      BatchSource source, BufferAllocator allocator, Optional<Overflow> overflow) {
    try (Filling filling = new Filling(source.schema(), allocator, overflow)) {
      try (Rebatcher rebatcher = new Rebatcher(source.schema(), allocator, filling::add)) {
        while (source.next()) {
          rebatcher.add(source.batch());
        }
        rebatcher.flush();
      }
      return filling.table();
    }
  }

  /// A table while it is read.
  private static final class Filling implements AutoCloseable {
    private final Schema schema;
    private final BufferAllocator allocator;
    private final Optional<Overflow> overflow;
    private final List<VectorSchemaRoot> batches = new ArrayList<>();
    private @Nullable OverflowFile file;

    Filling(Schema schema, BufferAllocator allocator, Optional<Overflow> overflow) {
      this.schema = schema;
      this.allocator = allocator;
      this.overflow = overflow;
    }

    void add(VectorSchemaRoot batch) {
      batches.add(batch);
      if (file == null && overflow.isPresent() && overflow.get().isDue(OverflowFile.bytes(batch))) {
        file = new OverflowFile(overflow.get(), schema, allocator);
      }
      if (file != null) {
        file.add(batches.removeLast());
      }
    }

    MemoryTable table() {
      if (file != null) {
        batches.addAll(file.map());
      }
      MemoryTable table = new MemoryTable(schema, batches);
      batches.clear();
      return table;
    }

    /// Frees what did not become a table.
    @Override
    public void close() {
      batches.forEach(VectorSchemaRoot::close);
      if (file != null) {
        file.close();
      }
    }
  }
}
