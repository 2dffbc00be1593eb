package dev.dovetail.benchmarks.loops;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.spaces.MemoryTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Two tables of the same keys in different orders, as the engine holds them: `id` counts rows,
/// `dense` is a permutation of that, `sparse` the same spread over 64 bits, `text` the same as
/// text.
final class Sides implements AutoCloseable {
  private static final int BATCH_ROWS = 1 << 16;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  final BufferAllocator allocator = new RootAllocator();
  final Workers workers = new Workers(1);
  final Execution execution =
      new Execution(allocator, Optional.empty(), workers, RunControl.unlimited());
  final MemoryTable xTable;
  final MemoryTable yTable;
  final KeyedRows x;
  final KeyedRows y;

  Sides(int rows) {
    xTable = table(rows, 1);
    yTable = table(rows, 2);
    x = keyed("x", xTable);
    y = keyed("y", yTable);
  }

  private KeyedRows keyed(String name, MemoryTable table) {
    return KeyedRows.of(name, table, List.of("id"), List.of("dense", "sparse", "text"), execution);
  }

  private MemoryTable table(int rows, int seed) {
    int[] order = permutation(rows, seed);
    List<VectorSchemaRoot> batches = new ArrayList<>();
    for (int from = 0; from < rows; from += BATCH_ROWS) {
      batches.add(batch(order, from, Math.min(rows, from + BATCH_ROWS)));
    }
    return MemoryTable.of(batches.getFirst().getSchema(), batches);
  }

  private VectorSchemaRoot batch(int[] order, int from, int to) {
    BigIntVector id = new BigIntVector("id", allocator);
    BigIntVector dense = new BigIntVector("dense", allocator);
    BigIntVector sparse = new BigIntVector("sparse", allocator);
    VarCharVector text = new VarCharVector("text", allocator);
    for (int row = from; row < to; row++) {
      id.setSafe(row - from, row);
      dense.setSafe(row - from, order[row]);
      sparse.setSafe(row - from, order[row] * SPREAD);
      text.setSafe(row - from, ("key " + order[row]).getBytes(StandardCharsets.UTF_8));
    }
    VectorSchemaRoot root = VectorSchemaRoot.of(id, dense, sparse, text);
    root.setRowCount(to - from);
    return root;
  }

  static int[] permutation(int size, int seed) {
    int[] order = new int[size];
    Random random = new Random(seed);
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  @Override
  public void close() {
    x.close();
    y.close();
    xTable.close();
    yTable.close();
    workers.close();
    allocator.close();
  }
}
