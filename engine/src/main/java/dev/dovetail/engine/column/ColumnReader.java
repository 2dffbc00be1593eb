package dev.dovetail.engine.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/// Reads values of one column, batch by batch, run by run.
///
/// Written for speed.
abstract class ColumnReader {
  final int count;
  @Nullable Bits nulls;

  ColumnReader(int count) {
    this.count = count;
  }

  /// One batch of the column.
  interface Batch {
    /// Reads `length` rows from `row` on into the positions from `position` on. What is read where
    /// a row is NULL does not matter.
    void read(int position, int row, int length);
  }

  /// The next batch.
  abstract Batch next(FieldVector vector);

  /// Whether batches may be read on several threads, and in any order.
  boolean isConcurrent() {
    return false;
  }

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
