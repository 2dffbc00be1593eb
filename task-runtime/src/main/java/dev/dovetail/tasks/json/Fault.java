package dev.dovetail.tasks.json;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;

/// Refusals of a task text: E112 with file, line and column.
final class Fault {
  private Fault() {}

  static DovetailException at(String file, Json.Place place, String what, String remedy) {
    return new DovetailException(ErrorCode.E112, what, where(file, place), remedy);
  }

  /// The same problem with a place in the text, for refusals by a record that knows no text.
  static DovetailException placed(DovetailException refused, String file, Json.Place place) {
    Problem problem = refused.problem();
    if (problem.where().contains(file + ", line ")) {
      return refused;
    }
    String inside = problem.where().isEmpty() ? "" : problem.where() + ", ";
    return new DovetailException(
        new Problem(problem.code(), problem.what(), inside + where(file, place), problem.remedy()),
        refused);
  }

  private static String where(String file, Json.Place place) {
    return file + ", line " + place.line() + ", column " + place.column();
  }
}
