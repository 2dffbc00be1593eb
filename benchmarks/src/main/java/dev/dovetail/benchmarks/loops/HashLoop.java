package dev.dovetail.benchmarks.loops;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.hash.KeyGroups;
import dev.dovetail.engine.memory.MemoryArea;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

/// Nanoseconds for each X row to group Y by key and to find the group of X, on one thread.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up first
public class HashLoop {
  private static final int ROWS = 1 << 20;

  /// Small integers without gaps, integers of 64 bits, text.
  @Param({"dense", "sparse", "text"})
  public String key;

  private Sides sides;
  private KeyPairs keys;
  private KeyPairs within;

  @Setup
  public void open() {
    sides = new Sides(ROWS);
    var x = sides.x.column(sides.x.column(key));
    var y = sides.y.column(sides.y.column(key));
    keys = KeyPairs.of(List.of(x), List.of(y));
    within = KeyPairs.of(List.of(y), List.of(y));
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long groups() {
    try (MemoryArea area = sides.execution.area()) {
      return KeyGroups.of(keys, within, ROWS, ROWS, area, sides.execution).pairs();
    }
  }

  @TearDown
  public void close() {
    sides.close();
  }
}
