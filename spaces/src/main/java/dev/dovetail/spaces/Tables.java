package dev.dovetail.spaces;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Views of tables.
public final class Tables {
  private Tables() {}

  /// The batches of a table as a stream. The table stays the caller's, and open.
  public static BatchSource stream(Table table) {
    return new BatchSource() {
      private int index = -1;

      @Override
      public Schema schema() {
        return table.schema();
      }

      @Override
      public boolean next() {
        if (index + 1 >= table.batchCount()) {
          return false;
        }
        index++;
        return true;
      }

      @Override
      public VectorSchemaRoot batch() {
        return table.batch(index);
      }

      @Override
      public void close() {
        // Nothing of its own to give back.
      }
    };
  }
}
