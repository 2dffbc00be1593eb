package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.IntArray;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Reads structs: which are NULL, and each part as a column of its own.
final class StructReader extends ColumnReader {
  private final List<ColumnData> parts = new ArrayList<>();

  StructReader(
      ColumnLoader loader,
      Field field,
      List<? extends FieldVector> batches,
      @Nullable IntArray rows,
      int count) {
    super(count);
    for (int i = 0; i < field.getChildren().size(); i++) {
      int part = i;
      List<FieldVector> children =
          batches.stream()
              .map(batch -> (FieldVector) ((StructVector) batch).getChildByOrdinal(part))
              .toList();
      parts.add(loader.load(field.getChildren().get(i), children, rows, count));
    }
  }

  @Override
  Batch next(FieldVector vector) {
    return (position, row, length) -> {};
  }

  @Override
  ColumnData finish() {
    return new StructColumn(parts, count, nulls, null);
  }
}
