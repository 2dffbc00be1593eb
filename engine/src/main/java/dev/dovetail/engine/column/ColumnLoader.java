package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.run.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Copies a column out of record batches into a [ColumnData].
public final class ColumnLoader {
  private final MemoryArea memory;
  private final RunControl control;

  /// Empty where the caller's thread does it all.
  private final Optional<Workers> workers;

  public ColumnLoader(MemoryArea memory, RunControl control) {
    this(memory, control, Optional.empty());
  }

  private ColumnLoader(MemoryArea memory, RunControl control, Optional<Workers> workers) {
    this.memory = memory;
    this.control = control;
    this.workers = workers;
  }

  /// A loader that has all threads read; it may not be used by one of them, which others would wait
  /// for.
  public static ColumnLoader onAllThreads(MemoryArea memory, Execution execution) {
    return new ColumnLoader(memory, execution.control(), Optional.of(execution.workers()));
  }

  /// Loads some rows of a column.
  ///
  /// @param batches the column's vectors, whose rows count on from one to the next
  /// @param rows ascending row numbers, or null for all rows
  /// @param count how many of `rows` count
  public ColumnData load(
      Field field, List<? extends FieldVector> batches, @Nullable IntArray rows, int count) {
    ValueType type = ValueType.of(field);
    if (type == ValueType.NULL) {
      return NullityColumn.allNull(count);
    }
    ColumnReader reader = reader(field, type, batches, rows, count);
    if (rows == null) {
      readAll(reader, batches, count);
    } else {
      readSome(reader, batches, rows, count);
    }
    return reader.finish();
  }

  private void readAll(ColumnReader reader, List<? extends FieldVector> batches, int count) {
    int[] firsts = new int[batches.size() + 1];
    List<ColumnReader.Batch> parts = new ArrayList<>();
    for (int b = 0; b < batches.size(); b++) {
      FieldVector vector = batches.get(b);
      firsts[b + 1] = Math.addExact(firsts[b], vector.getValueCount());
      parts.add(reader.next(vector));
      if (vector.getNullCount() > 0) {
        reader.markNulls(vector, firsts[b], 0, vector.getValueCount());
      }
    }
    if (firsts[batches.size()] != count) {
      throw new IllegalArgumentException(
          "the batches hold " + firsts[batches.size()] + " rows, not " + count);
    }
    IntConsumer read =
        b -> {
          control.check();
          parts.get(b).read(firsts[b], 0, firsts[b + 1] - firsts[b]);
        };
    if (workers.isPresent() && reader.isConcurrent()) {
      workers.get().each(parts.size(), read);
    } else {
      IntStream.range(0, parts.size()).forEach(read);
    }
  }

  private void readSome(
      ColumnReader reader, List<? extends FieldVector> batches, IntArray rows, int count) {
    int position = 0;
    long first = 0;
    for (FieldVector vector : batches) {
      long end = first + vector.getValueCount();
      ColumnReader.Batch batch = reader.next(vector);
      while (position < count) {
        long row = rows.get(position);
        if (row >= end) {
          break;
        }
        int length = run(rows, position, row, (int) Math.min(count, position + (end - row)));
        int inBatch = (int) (row - first);
        if (vector.getNullCount() > 0) {
          reader.markNulls(vector, position, inBatch, length);
        }
        batch.read(position, inBatch, length);
        position += length;
        control.check();
      }
      first = end;
    }
    if (position != count) {
      throw new IllegalArgumentException("the batches hold " + first + " rows, fewer than asked");
    }
  }

  /// How many positions from `position` on, up to `end`, have rows that follow each other.
  private static int run(IntArray rows, int position, long row, int end) {
    int p = position + 1;
    while (p < end && rows.get(p) == row + (p - position)) {
      p++;
    }
    return p - position;
  }

  private ColumnReader reader(
      Field field,
      ValueType type,
      List<? extends FieldVector> batches,
      @Nullable IntArray rows,
      int count) {
    return switch (type) {
      case BOOL, INTEGER, DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP, DURATION ->
          LongReader.of(field, type, count, memory);
      case FLOAT -> new DoubleReader(((ArrowType.FloatingPoint) field.getType()), count, memory);
      case DECIMAL ->
          LongReader.holds((ArrowType.Decimal) field.getType())
              ? LongReader.of(field, type, count, memory)
              : new BigReader(count);
      case TEXT, BINARY ->
          rows == null
              ? new AllBytesReader(type, batches, count, memory)
              : new BytesReader(type, count, memory);
      case LIST -> new ListReader(this, field, batches, count, memory);
      case STRUCT -> new StructReader(this, field, batches, rows, count);
      case NULL -> throw new IllegalStateException("a column of NULLs has no values to read");
    };
  }
}
