package dev.dovetail.pipelines.combine;

/// Takes what fails in a combine.
public interface DeadLetters {
  /// A candidate that failed.
  ///
  /// @param rows by input, -1 where there is none
  /// @param stage `where` or `cxl`
  /// @param detail why, in one sentence
  void add(int[] rows, String stage, String detail);

  /// Ends the run with the first failure, in the order of the driver's rows.
  static DeadLetters none(String node, int driver) {
    return (rows, stage, detail) -> {
      throw new dev.dovetail.errors.DovetailException(
          dev.dovetail.errors.ErrorCode.E343,
          detail,
          "the " + stage + " of combine '" + node + "', driver row " + (rows[driver] + 1),
          "Guard the value, or let rows that fail become dead letters: error_handling: {strategy: continue}.");
    };
  }
}
