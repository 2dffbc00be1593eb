package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.Field;

/// Reads lists: the bounds of each, and the elements of all.
final class ListReader extends ColumnReader {
  private final IntArray starts;
  private final IntArray ends;
  private final ColumnData elements;
  private long nextBase;

  ListReader(
      ColumnLoader loader,
      Field field,
      List<? extends FieldVector> batches,
      int count,
      MemoryArea memory) {
    super(count);
    this.starts = IntArray.allocate(memory, count);
    this.ends = IntArray.allocate(memory, count);
    List<FieldVector> children =
        batches.stream().map(batch -> ((ListVector) batch).getDataVector()).toList();
    long total = children.stream().mapToLong(FieldVector::getValueCount).sum();
    if (total > Integer.MAX_VALUE) {
      throw new DovetailException(
          ErrorCode.E403,
          "the lists of column '" + field.getName() + "' hold " + total + " elements",
          "",
          "One side of a gate holds at most 2147483647; split the Space.");
    }
    this.elements = loader.load(field.getChildren().getFirst(), children, null, (int) total);
  }

  @Override
  Batch next(FieldVector vector) {
    long base = nextBase;
    nextBase += ((ListVector) vector).getDataVector().getValueCount();
    long offsets = vector.getOffsetBuffer().memoryAddress();
    return (position, row, length) -> {
      for (int i = 0; i < length; i++) {
        long at = offsets + (row + i) * 4L;
        starts.set(position + i, (int) (base + Native.getInt(at)));
        ends.set(position + i, (int) (base + Native.getInt(at + 4)));
      }
    };
  }

  @Override
  ColumnData finish() {
    return new ListColumn(starts, ends, count, elements, nulls);
  }
}
