package dev.dovetail.engine.column;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Reads lists: the bounds of each, and the elements of all.
final class ListReader extends ColumnReader {
  private final int[] starts;
  private final int[] ends;
  private final ColumnData elements;
  private long base;
  private long nextBase;
  private @Nullable ArrowBuf offsets;

  ListReader(ColumnLoader loader, Field field, List<? extends FieldVector> batches, int count) {
    super(count);
    this.starts = new int[count];
    this.ends = new int[count];
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
  void begin(FieldVector vector) {
    base = nextBase;
    nextBase += ((ListVector) vector).getDataVector().getValueCount();
    offsets = vector.getOffsetBuffer();
  }

  @Override
  @SuppressWarnings("NullAway") // begin comes first
  void read(int position, int row) {
    starts[position] = (int) (base + offsets.getInt(row * 4L));
    ends[position] = (int) (base + offsets.getInt((row + 1L) * 4L));
  }

  @Override
  ColumnData finish() {
    return new ListColumn(starts, ends, count, elements, nulls);
  }
}
