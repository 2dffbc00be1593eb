package dev.dovetail.benchmarks.loops;

import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Nanoseconds to read a long and compare it, by where it lies: an array of Java, an Arrow vector
/// through its own accessor, and memory off the heap as the engine reads it. All fit the cache, so
/// that the access itself is what counts.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up first
public class ReadLoop {
  private static final int VALUES = 1 << 12;

  private final BufferAllocator allocator = new RootAllocator();
  private final MemoryArea area = new MemoryArea(allocator, Optional.empty());
  private final int[] order = Sides.permutation(VALUES, 5);
  private long[] values;
  private LongArray offHeap;
  private BigIntVector vector;
  private long limit;

  @Setup
  public void open() {
    values = new Random(7).longs(VALUES).toArray();
    offHeap = LongArray.copyOf(values, VALUES, area);
    vector = new BigIntVector("v", allocator);
    vector.allocateNew(VALUES);
    for (int i = 0; i < VALUES; i++) {
      vector.set(i, values[i]);
    }
    vector.setValueCount(VALUES);
  }

  @Benchmark
  @OperationsPerInvocation(VALUES)
  public int javaArrayInOrder() {
    int below = 0;
    for (int i = 0; i < VALUES; i++) {
      below += values[i] < limit ? 1 : 0;
    }
    return below;
  }

  @Benchmark
  @OperationsPerInvocation(VALUES)
  public int javaArrayScattered() {
    int below = 0;
    for (int i = 0; i < VALUES; i++) {
      below += values[order[i]] < limit ? 1 : 0;
    }
    return below;
  }

  @Benchmark
  @OperationsPerInvocation(VALUES)
  public int offHeapInOrder() {
    int below = 0;
    for (int i = 0; i < VALUES; i++) {
      below += offHeap.get(i) < limit ? 1 : 0;
    }
    return below;
  }

  @Benchmark
  @OperationsPerInvocation(VALUES)
  public int offHeapScattered() {
    int below = 0;
    for (int i = 0; i < VALUES; i++) {
      below += offHeap.get(order[i]) < limit ? 1 : 0;
    }
    return below;
  }

  @Benchmark
  @OperationsPerInvocation(VALUES)
  public int arrowAccessorScattered() {
    int below = 0;
    for (int i = 0; i < VALUES; i++) {
      below += vector.get(order[i]) < limit ? 1 : 0;
    }
    return below;
  }

  @TearDown
  public void close() {
    vector.close();
    area.close();
    allocator.close();
  }
}
