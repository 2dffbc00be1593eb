package dev.dovetail.benchmarks.loops;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.polyglot.compile.PredicateCompiler;
import dev.dovetail.polyglot.compile.Visible;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.util.Map;
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

/// Nanoseconds to decide a pair by a compiled condition: one X against a thousand Y.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up first
public class PairLoop {
  private static final int PAIRS = 1024;

  @Param({
    "x[\"dense\"] < y[\"dense\"]",
    "x[\"dense\"] < y[\"sparse\"] or x[\"id\"] == y[\"id\"]",
    "x[\"text\"] <= y[\"text\"]"
  })
  public String condition;

  private Sides sides;
  private PairTest test;
  private final int[] ys = Sides.permutation(PAIRS, 3);
  private final int[] selection = new int[PAIRS];
  private final byte[] outcomes = new byte[PAIRS];
  private int x;

  @Setup
  public void open() {
    sides = new Sides(1 << 14);
    var conjuncts =
        PredicateCompiler.compile(
                new FunctionSource.Lambda("lambda x, y: " + condition, "", Origin.named("loop")),
                Visible.of(sides.x.schema()),
                Visible.of(sides.y.schema()),
                Map.of())
            .conjuncts();
    if (!(conjuncts.getFirst() instanceof Conjunct.Compiled compiled) || conjuncts.size() > 1) {
      throw new IllegalStateException(condition + " is not compiled to one conjunct");
    }
    test = new PairTests(sides.x, sides.y).condition(compiled.expr());
  }

  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public int filter() {
    for (int i = 0; i < PAIRS; i++) {
      selection[i] = i;
    }
    x = (x + 1) & ((1 << 14) - 1);
    return test.filter(x, ys, selection, PAIRS, outcomes);
  }

  @TearDown
  public void close() {
    sides.close();
  }
}
