package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.segment.DiskProblems;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/// Turns what SQLite refuses into one sentence with the catalog's path in it.
final class SqliteProblems {
  private SqliteProblems() {}

  static DovetailException of(SQLException failure, Path catalog) {
    // Extended codes carry the plain one in their low byte.
    int code = failure.getErrorCode() & 0xff;
    return switch (SQLiteErrorCode.getErrorCode(code)) {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL -> busy(catalog, failure);
      case SQLITE_FULL -> DiskProblems.full(failure, catalog);
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT ->
          damaged("it is not a readable database", catalog, failure);
      case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH ->
          DiskProblems.hasNoRoom(catalog)
              ? DiskProblems.full(failure, catalog)
              : problem(
                  ErrorCode.E201,
                  "the catalog " + catalog + " cannot be used: " + failure.getMessage(),
                  "Check that the folder exists and that you may write to it.",
                  failure);
      default ->
          problem(
              ErrorCode.E499,
              "a statement on the catalog failed: " + failure.getMessage(),
              "This is a fault of Dovetail; please report it.",
              failure);
    };
  }

  static DovetailException busy(Path catalog, @Nullable Throwable cause) {
    return problem(
        ErrorCode.E206,
        "another run is writing to the catalog " + catalog + " and did not finish in time",
        "Nothing was changed. Run it again when the other run has ended.",
        cause);
  }

  static DovetailException damaged(String reason, Path catalog, @Nullable Throwable cause) {
    return problem(
        ErrorCode.E207,
        "the catalog " + catalog + " is damaged: " + reason,
        "Restore the folder from a copy, or set DOVETAIL_HOME to another folder.",
        cause);
  }

  private static DovetailException problem(
      ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
    return new DovetailException(new Problem(code, what, "", remedy), cause);
  }
}
