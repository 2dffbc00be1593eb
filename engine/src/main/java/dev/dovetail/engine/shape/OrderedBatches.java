package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.VectorOverflow;
import dev.dovetail.engine.memory.MemoryBudget;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Workers;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.spaces.BatchSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Record batches that are built on all threads and written in the order they were asked for. Few
/// are on their way at a time; the thread that asks writes those that are due.
public final class OrderedBatches implements AutoCloseable {
  private static final int AHEAD_PER_THREAD = 2;
  private static final long MOST_BATCH_BYTES = 16L << 20;
  private static final long LEAST_BATCH_BYTES = 64L << 10;

  private final BatchSink sink;
  private final Execution execution;
  private final Deque<Future<List<VectorSchemaRoot>>> ahead = new ArrayDeque<>();

  public OrderedBatches(BatchSink sink, Execution execution) {
    this.sink = sink;
    this.execution = execution;
  }

  /// How large a batch is to be, so that those on their way take a small part of the budget.
  long batchBytes() {
    long share =
        execution.allocator().getLimit() / (8L * AHEAD_PER_THREAD * execution.workers().threads());
    return Math.clamp(share, LEAST_BATCH_BYTES, MOST_BATCH_BYTES);
  }

  /// Builds the batch of some output rows.
  public interface Builder {
    /// Builds the batch of the rows from `from` to `to`.
    ///
    /// @throws VectorOverflow if they do not fit one batch
    VectorSchemaRoot build(int from, int to);
  }

  /// Has the next rows built: as one batch, or as several where one cannot hold them.
  ///
  /// @param tooLarge what to throw about a row that does not fit a batch of its own
  public void add(int rows, Builder builder, IntFunction<DovetailException> tooLarge) {
    add(
        () -> {
          List<VectorSchemaRoot> batches = new ArrayList<>();
          try {
            build(builder, 0, rows, batches, tooLarge);
          } catch (RuntimeException | Error e) {
            batches.forEach(VectorSchemaRoot::close);
            throw e;
          }
          return batches;
        });
  }

  private static void build(
      Builder builder,
      int from,
      int to,
      List<VectorSchemaRoot> batches,
      IntFunction<DovetailException> tooLarge) {
    try {
      batches.add(builder.build(from, to));
    } catch (VectorOverflow e) {
      if (to - from == 1) {
        throw tooLarge.apply(from);
      }
      int middle = (from + to) >>> 1;
      build(builder, from, middle, batches, tooLarge);
      build(builder, middle, to, batches, tooLarge);
    }
  }

  private void add(Supplier<List<VectorSchemaRoot>> batches) {
    execution.check();
    while (ahead.size() >= AHEAD_PER_THREAD * execution.workers().threads()) {
      writeFirst();
    }
    ahead.addLast(
        execution.workers().submit(() -> MemoryBudget.within("while writing matches", batches)));
  }

  /// Writes all that was asked for.
  public void flush() {
    while (!ahead.isEmpty()) {
      writeFirst();
    }
  }

  private void writeFirst() {
    List<VectorSchemaRoot> batches = Workers.result(ahead.removeFirst());
    try {
      for (VectorSchemaRoot batch : batches) {
        execution.check();
        sink.write(batch);
      }
    } finally {
      batches.forEach(VectorSchemaRoot::close);
    }
  }

  /// Drops what is not written.
  @Override
  public void close() {
    while (!ahead.isEmpty()) {
      try {
        Workers.result(ahead.removeFirst()).forEach(VectorSchemaRoot::close);
      } catch (RuntimeException e) {
        // nobody waits for it: what ended the join was thrown before
      }
    }
  }
}
