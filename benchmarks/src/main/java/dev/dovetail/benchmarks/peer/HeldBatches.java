package dev.dovetail.benchmarks.peer;

import dev.dovetail.spaces.BatchSink;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/// A result that stays in memory: takes the buffers of each batch over instead of copying them.
final class HeldBatches implements BatchSink {
  private final BufferAllocator allocator;
  private final List<VectorSchemaRoot> batches = new ArrayList<>();
  private long rows;

  HeldBatches(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public void write(VectorSchemaRoot batch) {
    List<FieldVector> vectors = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      TransferPair pair = vector.getTransferPair(vector.getField(), allocator);
      pair.transfer();
      vectors.add((FieldVector) pair.getTo());
    }
    batches.add(new VectorSchemaRoot(batch.getSchema(), vectors, batch.getRowCount()));
    rows += batch.getRowCount();
  }

  @Override
  public void finish() {}

  List<VectorSchemaRoot> batches() {
    return batches;
  }

  long rows() {
    return rows;
  }

  @Override
  public void close() {
    batches.forEach(VectorSchemaRoot::close);
    batches.clear();
  }
}
