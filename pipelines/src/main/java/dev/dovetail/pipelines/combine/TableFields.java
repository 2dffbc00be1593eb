package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.rows.ValueReader;
import dev.dovetail.spaces.Table;
import org.jspecify.annotations.Nullable;

/// The values of a table's rows as CXL has them. One per thread.
final class TableFields {
  private final Table table;
  private final RowAddress address;
  private final @Nullable ValueReader[][] readers;

  TableFields(Table table) {
    this.table = table;
    this.address = new RowAddress(table);
    this.readers = new ValueReader[table.batchCount()][];
  }

  @Nullable Object value(long row, int column) throws CxlFailure {
    int batch = address.batch(row);
    ValueReader[] ofBatch = readers[batch];
    if (ofBatch == null) {
      ofBatch =
          table.batch(batch).getFieldVectors().stream()
              .map(ValueReader::of)
              .toArray(ValueReader[]::new);
      readers[batch] = ofBatch;
    }
    return ofBatch[column].read(address.inBatch(batch, row));
  }
}
