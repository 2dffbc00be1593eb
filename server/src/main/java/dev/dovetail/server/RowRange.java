package dev.dovetail.server;

import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Some rows of a table, without copies. The table stays open as long as this, and closing this
/// closes nothing of it.
final class RowRange implements Table {
  private final Table table;
  private final List<VectorSchemaRoot> batches = new ArrayList<>();
  private final List<VectorSchemaRoot> slices = new ArrayList<>();
  private final List<Long> firsts = new ArrayList<>();
  private final long rows;

  /// @param offset rows to skip; there need not be so many
  /// @param limit rows at most
  RowRange(Table table, long offset, long limit) {
    this.table = table;
    long skip = offset;
    long left = limit;
    long count = 0;
    for (int b = 0; b < table.batchCount() && left > 0; b++) {
      VectorSchemaRoot batch = table.batch(b);
      int size = batch.getRowCount();
      if (skip >= size) {
        skip -= size;
        continue;
      }
      int from = (int) skip;
      int taken = (int) Math.min(left, size - from);
      skip = 0;
      left -= taken;
      firsts.add(count);
      count += taken;
      if (taken == size) {
        batches.add(batch);
      } else {
        VectorSchemaRoot slice = batch.slice(from, taken);
        slices.add(slice);
        batches.add(slice);
      }
    }
    this.rows = count;
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public long rowCount() {
    return rows;
  }

  @Override
  public int batchCount() {
    return batches.size();
  }

  @Override
  public VectorSchemaRoot batch(int index) {
    return batches.get(index);
  }

  @Override
  public long firstRow(int index) {
    return firsts.get(index);
  }

  @Override
  public void close() {
    slices.forEach(VectorSchemaRoot::close);
  }
}
