package dev.dovetail.engine.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/// Reads values of one column, batch by batch, run by run.
abstract class ColumnReader {
  final int count;
  @Nullable Bits nulls;

  ColumnReader(int count) {
    this.count = count;
  }

  /// The next values come from `vector`.
  abstract void begin(FieldVector vector);

  /// Reads `length` rows from `row` on into the positions from `position` on. What is read where a
  /// row is NULL does not matter.
  abstract void read(int position, int row, int length);

  abstract ColumnData finish();

  final void markNulls(FieldVector vector, int position, int row, int length) {
    ArrowBuf validity = vector.getValidityBuffer();
    for (int i = 0; i < length; i++) {
      if (BitVectorHelper.get(validity, row + i) == 0) {
        if (nulls == null) {
          nulls = new Bits(count);
        }
        nulls.set(position + i);
      }
    }
  }

  final boolean isNull(int position) {
    return nulls != null && nulls.has(position);
  }
}
