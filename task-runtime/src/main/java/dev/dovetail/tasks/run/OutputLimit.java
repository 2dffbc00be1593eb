package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import org.apache.arrow.vector.VectorSchemaRoot;

/// The limit on output rows.
final class OutputLimit {
  private OutputLimit() {}

  /// A sink that passes on so many rows and refuses the batch that would exceed them.
  static BatchSink on(BatchSink sink, RunSettings settings) {
    return new BatchSink() {
      private long rows;

      @Override
      public void write(VectorSchemaRoot batch) {
        rows += batch.getRowCount();
        check(rows, settings);
        sink.write(batch);
      }

      @Override
      public void finish() {
        sink.finish();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  /// E404 if there would be more rows than allowed; exactly as many are fine.
  static void check(long rows, RunSettings settings) {
    if (settings.maxOutputRows().isPresent() && rows > settings.maxOutputRows().getAsLong()) {
      throw new DovetailException(
          ErrorCode.E404,
          "the output would have "
              + rows
              + " rows or more, beyond "
              + settings.maxOutputRows().getAsLong(),
          "",
          "Nothing was published. Raise --max-output-rows, or take fewer rows.");
    }
  }
}
