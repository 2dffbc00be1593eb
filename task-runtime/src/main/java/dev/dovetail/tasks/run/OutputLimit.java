package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;

/// The limit on output rows, which is known before a row is written.
final class OutputLimit {
  private OutputLimit() {}

  /// E404 if there would be more rows than allowed; exactly as many are fine.
  static void check(long rows, RunSettings settings) {
    if (settings.maxOutputRows().isPresent() && rows > settings.maxOutputRows().getAsLong()) {
      throw new DovetailException(
          ErrorCode.E404,
          "the output would have "
              + rows
              + " rows, more than "
              + settings.maxOutputRows().getAsLong(),
          "",
          "Nothing was published. Raise --max-output-rows, or take fewer rows.");
    }
  }
}
