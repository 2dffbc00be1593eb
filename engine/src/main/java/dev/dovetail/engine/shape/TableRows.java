package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.ColumnSource;
import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.engine.column.RowSelection;
import dev.dovetail.engine.column.VectorGather;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The rows of one table, or of several with columns in common, and how those that are chosen are
/// copied. Thread-safe.
public final class TableRows {
  private final RowAddress[] addresses;

  /// Index of the first batch of each table among the batches of all.
  private final int[] firstPart;

  private final Map<String, ColumnSource> columns = new HashMap<>();
  private final double bytesPerRow;

  public TableRows(List<? extends Table> tables) {
    addresses = tables.stream().map(RowAddress::new).toArray(RowAddress[]::new);
    firstPart = new int[tables.size() + 1];
    double most = 0;
    for (int t = 0; t < tables.size(); t++) {
      firstPart[t + 1] = firstPart[t] + tables.get(t).batchCount();
      most = Math.max(most, bytesPerRow(tables.get(t)));
    }
    bytesPerRow = most;
    for (Table table : tables) {
      table
          .schema()
          .getFields()
          .forEach(
              field ->
                  columns.computeIfAbsent(
                      field.getName(), name -> ColumnSource.of(vectors(tables, name))));
    }
  }

  private static @Nullable FieldVector[] vectors(List<? extends Table> tables, String column) {
    List<@Nullable FieldVector> vectors = new ArrayList<>();
    for (Table table : tables) {
      for (int b = 0; b < table.batchCount(); b++) {
        vectors.add(table.batch(b).getVector(column));
      }
    }
    return vectors.toArray(FieldVector[]::new);
  }

  private static double bytesPerRow(Table table) {
    long bytes = 0;
    for (int b = 0; b < table.batchCount(); b++) {
      for (FieldVector vector : table.batch(b).getFieldVectors()) {
        bytes += vector.getBufferSize();
      }
    }
    return table.rowCount() == 0 ? 0 : (double) bytes / table.rowCount();
  }

  /// About how many bytes a row takes; of the widest table.
  public double bytesPerRow() {
    return bytesPerRow;
  }

  /// Finds rows.
  ///
  /// @param tables the table of each row; empty if there is one table
  /// @param rows row numbers, from index `from` on; -1 for a row that is not there
  public RowSelection locate(Optional<short[]> tables, int[] rows, int from, int count) {
    int[] part = new int[count];
    int[] row = new int[count];
    for (int i = 0; i < count; i++) {
      int number = rows[from + i];
      if (number < 0) {
        part[i] = -1;
        continue;
      }
      int table = tables.isPresent() ? tables.get()[from + i] : 0;
      RowAddress address = addresses[table];
      int batch = address.batch(number);
      part[i] = firstPart[table] + batch;
      row[i] = address.inBatch(batch, number);
    }
    return RowSelection.of(part, row, count);
  }

  /// Copies a column of the rows into an empty vector.
  ///
  /// @throws dev.dovetail.engine.column.VectorOverflow if they do not fit one
  public void copy(String column, RowSelection rows, FieldVector target) {
    VectorGather.gather(source(column), rows, target);
  }

  /// A column of the rows, which the caller closes: shared with the table where they lie one behind
  /// the other, else copied.
  ///
  /// @param field of the new vector, whose name is the column's
  /// @throws dev.dovetail.engine.column.VectorOverflow if they do not fit one
  FieldVector take(Field field, RowSelection rows, BufferAllocator allocator) {
    return VectorGather.take(source(field.getName()), rows, field, allocator);
  }

  private ColumnSource source(String column) {
    ColumnSource source = columns.get(column);
    if (source == null) {
      throw new IllegalArgumentException("no table has a column " + column);
    }
    return source;
  }
}
