package dev.dovetail.benchmarks.loops;

import dev.dovetail.engine.column.VectorGather;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.FieldVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Nanoseconds to copy one value of a random row of a table larger than the cache into a batch.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up first
public class GatherLoop {
  private static final int ROWS = 1 << 21;
  private static final int BATCH = 1 << 14;

  @Param({"dense", "text"})
  public String column;

  private Sides sides;
  private FieldVector[] sources;
  private final int[] rows = Sides.permutation(ROWS, 4);
  private final int[] part = new int[BATCH];
  private final int[] row = new int[BATCH];
  private int at;

  @Setup
  public void open() {
    sides = new Sides(ROWS);
    sources = new FieldVector[sides.yTable.batchCount()];
    for (int b = 0; b < sources.length; b++) {
      sources[b] = sides.yTable.batch(b).getVector(column);
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int gather() {
    int batchRows = sources[0].getValueCount();
    for (int i = 0; i < BATCH; i++) {
      int chosen = rows[at++ & (ROWS - 1)];
      part[i] = chosen / batchRows;
      row[i] = chosen % batchRows;
    }
    try (FieldVector target = sources[0].getField().createVector(sides.allocator)) {
      VectorGather.gather(sources, part, row, BATCH, target);
      return target.getValueCount();
    }
  }

  @TearDown
  public void close() {
    sides.close();
  }
}
