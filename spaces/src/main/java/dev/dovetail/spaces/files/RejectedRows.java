package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/// The rows of one file that cannot be read: all are counted, the first ten are named.
final class RejectedRows {
  private static final int NAMED = 10;

  private final String file;
  private final List<String> named = new ArrayList<>();
  private long count;

  RejectedRows(String file) {
    this.file = file;
  }

  /// @param line from 1; the first line of a row that spans several
  /// @param column the name of the column, or empty if the whole row is at fault
  void add(long line, String column, String what) {
    count++;
    if (named.size() < NAMED) {
      named.add(
          "line " + line + (column.isEmpty() ? "" : ", column '" + column + "'") + ": " + what);
    }
  }

  boolean any() {
    return count > 0;
  }

  /// Throws E203 if there are any.
  void refuse() {
    if (any()) {
      throw problem("");
    }
  }

  /// The E203 of a file that could not be read to its end.
  DovetailException unfinished(String because) {
    return problem("; reading stopped there: " + because);
  }

  private DovetailException problem(String end) {
    String rows = count == 1 ? "1 row cannot be read: " : count + " rows cannot be read: ";
    String more = count > named.size() ? "; and " + (count - named.size()) + " more" : "";
    return new DovetailException(
        ErrorCode.E203,
        rows + String.join("; ", named) + more + end,
        file,
        "Correct the rows, or declare other types or another dialect.");
  }
}
