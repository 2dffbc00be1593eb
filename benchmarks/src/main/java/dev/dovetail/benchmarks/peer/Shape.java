package dev.dovetail.benchmarks.peer;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.shape.Duplicates;
import dev.dovetail.engine.shape.MatchesShape;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The shapes of a result that can be measured.
enum Shape {
  MATCHES {
    @Override
    Writer writer(Sides sides, BatchSink sink, Execution execution) {
      MatchesShape shape =
          new MatchesShape(
              sides.x(),
              sides.xTable(),
              List.of(new MatchesShape.Part(sides.y(), sides.yTable())),
              Duplicates.EXPAND,
              sink,
              execution.allocator(),
              execution.control());
      return new Writer(shape, shape::flush);
    }
  };

  /// Both inputs, as rows by key and as the tables that whole rows come from.
  record Sides(KeyedRows x, Table xTable, KeyedRows y, Table yTable) {}

  /// Takes the relation; `flush` writes what is left at its end.
  record Writer(MatchConsumer consumer, Runnable flush) {}

  abstract Writer writer(Sides sides, BatchSink sink, Execution execution);

  static Shape named(String name) {
    return Arrays.stream(values())
        .filter(shape -> shape.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() -> new UnsupportedOperationException("the shape '" + name + "'"));
  }
}
