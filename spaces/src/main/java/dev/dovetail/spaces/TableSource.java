package dev.dovetail.spaces;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// The batches of a table, one after the other and without copies. Closing this closes the table.
public final class TableSource implements BatchSource {
  private final Table table;
  private int batch = -1;

  public TableSource(Table table) {
    this.table = table;
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public boolean next() {
    if (batch + 1 >= table.batchCount()) {
      return false;
    }
    batch++;
    return true;
  }

  @Override
  public VectorSchemaRoot batch() {
    return table.batch(batch);
  }

  @Override
  public void close() {
    table.close();
  }
}
