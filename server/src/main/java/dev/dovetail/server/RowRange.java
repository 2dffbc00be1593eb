package dev.dovetail.server;

import dev.dovetail.spaces.BatchSource;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Some rows of a source, without copies. Closing this does not close the source.
final class RowRange implements BatchSource {
  private final BatchSource source;
  private long skip;
  private long left;
  private Optional<VectorSchemaRoot> slice = Optional.empty();

  /// @param offset rows to skip; there need not be so many
  /// @param limit rows at most
  RowRange(BatchSource source, long offset, long limit) {
    this.source = source;
    this.skip = offset;
    this.left = limit;
  }

  @Override
  public Schema schema() {
    return source.schema();
  }

  @Override
  public boolean next() {
    closeSlice();
    while (left > 0 && source.next()) {
      int size = source.batch().getRowCount();
      if (skip >= size) {
        skip -= size;
        continue;
      }
      int from = (int) skip;
      int taken = (int) Math.min(left, size - from);
      skip = 0;
      left -= taken;
      if (taken < size) {
        slice = Optional.of(source.batch().slice(from, taken));
      }
      return true;
    }
    return false;
  }

  @Override
  public VectorSchemaRoot batch() {
    return slice.orElseGet(source::batch);
  }

  @Override
  public void close() {
    closeSlice();
  }

  private void closeSlice() {
    slice.ifPresent(VectorSchemaRoot::close);
    slice = Optional.empty();
  }
}
