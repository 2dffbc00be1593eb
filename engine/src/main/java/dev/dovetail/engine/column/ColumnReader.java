package dev.dovetail.engine.column;

import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/// Reads values of one column, batch by batch, position by position.
abstract class ColumnReader {
  final int count;
  @Nullable Bits nulls;

  ColumnReader(int count) {
    this.count = count;
  }

  /// The next values come from `vector`.
  abstract void begin(FieldVector vector);

  /// Reads the value of `row`, which is not NULL.
  abstract void read(int position, int row);

  abstract ColumnData finish();

  final void markNull(int position) {
    if (nulls == null) {
      nulls = new Bits(count);
    }
    nulls.set(position);
  }
}
