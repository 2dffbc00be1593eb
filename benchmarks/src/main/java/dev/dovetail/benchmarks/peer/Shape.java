package dev.dovetail.benchmarks.peer;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.shape.Duplicates;
import dev.dovetail.engine.shape.MatchesShape;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;

/// The shapes of a result that can be measured.
enum Shape {
  MATCHES {
    @Override
    Writer writer(Sides sides, BatchSink sink, BufferAllocator allocator, RunControl control) {
      MatchesShape shape =
          new MatchesShape(
              sides.x(),
              sides.xTable(),
              List.of(new MatchesShape.Part(sides.y(), sides.yTable())),
              Duplicates.EXPAND,
              sink,
              allocator,
              control);
      return new Writer(shape, shape::flush);
    }
  };

  /// Both inputs, as rows by key and as the tables that whole rows come from.
  record Sides(KeyedRows x, Table xTable, KeyedRows y, Table yTable) {}

  /// Takes the relation; `flush` writes what is left at its end.
  record Writer(MatchConsumer consumer, Runnable flush) {}

  abstract Writer writer(
      Sides sides, BatchSink sink, BufferAllocator allocator, RunControl control);

  static Shape named(String name) {
    return Arrays.stream(values())
        .filter(shape -> shape.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() -> new UnsupportedOperationException("the shape '" + name + "'"));
  }
}
