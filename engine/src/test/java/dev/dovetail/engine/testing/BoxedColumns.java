package dev.dovetail.engine.testing;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ColumnLoader;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.RunControl;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/// Columns of boxed values, loaded as the engine loads them.
public final class BoxedColumns implements Columns, AutoCloseable {
  private final MemoryArea memory;
  private final List<ColumnData> columns = new ArrayList<>();
  private final int count;

  public BoxedColumns(BufferAllocator allocator, List<Kind> kinds, List<List<Object>> rows) {
    memory = Executions.of(allocator).area();
    count = rows.size();
    List<String> names = IntStream.range(0, kinds.size()).mapToObj(i -> "c" + i).toList();
    try (MemoryTable table = MemoryTable.of(allocator, names, kinds, rows, 3)) {
      ColumnLoader loader = new ColumnLoader(memory, RunControl.unlimited());
      for (int c = 0; c < kinds.size(); c++) {
        int column = c;
        columns.add(
            loader.load(
                table.schema().getFields().get(c),
                IntStream.range(0, table.batchCount())
                    .mapToObj(b -> table.batch(b).getVector(column))
                    .toList(),
                null,
                count));
      }
    }
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public ColumnData column(int index) {
    return columns.get(index);
  }

  @Override
  public void close() {
    memory.close();
  }
}
