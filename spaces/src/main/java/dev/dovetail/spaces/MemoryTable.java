package dev.dovetail.spaces;

import dev.dovetail.spaces.segment.Rebatcher;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// A table that is held in memory: a file that is joined without entering the catalog.
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
    List<VectorSchemaRoot> batches = new ArrayList<>();
    boolean complete = false;
    try (Rebatcher rebatcher = new Rebatcher(source.schema(), allocator, batches::add)) {
      while (source.next()) {
        rebatcher.add(source.batch());
      }
      rebatcher.flush();
      complete = true;
    } finally {
      if (!complete) {
        batches.forEach(VectorSchemaRoot::close);
      }
    }
    return new MemoryTable(source.schema(), batches);
  }
}
