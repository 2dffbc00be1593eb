package dev.dovetail.spaces.catalog;

import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// Turns what PostgreSQL refuses into one sentence with the catalog's place in it. No message has
/// the password: neither the driver nor the server repeats it.
final class PostgresProblems {
  private PostgresProblems() {}

  static DovetailException of(SQLException failure, String place) {
    if (Thread.currentThread().isInterrupted()) {
      return problem(
          ErrorCode.E402, "the run was cancelled while it used the catalog", "", failure);
    }
    if (failure instanceof SQLTransientConnectionException) {
      // The pool's: it has tried in vain, or all its connections are in use.
      return failure.getCause() instanceof SQLException cause
          ? of(cause, place)
          : busy(place, failure);
    }
    String state = String.valueOf(failure.getSQLState());
    return switch (state) {
      // lock_not_available, deadlock_detected, serialization_failure, and a time limit of the
      // server
      case "55P03", "40P01", "40001", "57014" -> busy(place, failure);
      case "53100" ->
          problem(
              ErrorCode.E208,
              "there is no room left for the catalog " + place,
              "Nothing was changed. Make room on the database's volume.",
              failure);
      // data_corrupted, index_corrupted
      case "XX001", "XX002" -> damaged("the database says: " + text(failure), place, failure);
      default -> isUnusable(state) ? unusable(place, failure) : ofUs(failure);
    };
  }

  static DovetailException of(PoolInitializationException failure, String place) {
    if (failure.getCause() instanceof SQLException cause) {
      return of(cause, place);
    }
    throw failure;
  }

  /// Connections (08), authorization (28, 42501), no such database or schema (3D, 3F), resources
  /// (53), a server that is starting or ending (57P), one that only reads (25006).
  private static boolean isUnusable(String state) {
    return isBroken(state)
        || state.startsWith("28")
        || state.startsWith("3D")
        || state.startsWith("3F")
        || state.startsWith("53")
        || state.equals("42501")
        || state.equals("25006");
  }

  /// Whether the connection is gone, so that the answer to its last statement is not known.
  static boolean isBroken(SQLException failure) {
    return isBroken(String.valueOf(failure.getSQLState()));
  }

  private static boolean isBroken(String state) {
    return state.startsWith("08") || state.startsWith("57P");
  }

  static DovetailException busy(String place, @Nullable Throwable cause) {
    return problem(
        ErrorCode.E206,
        "other runs are writing to the catalog " + place + " and did not finish in time",
        "Nothing was changed. Run it again when they have ended.",
        cause);
  }

  static DovetailException damaged(String reason, String place, @Nullable Throwable cause) {
    return problem(
        ErrorCode.E207,
        "the catalog " + place + " is damaged: " + reason,
        "Restore the database from a copy, or give another one.",
        cause);
  }

  static DovetailException unusable(String place, SQLException failure) {
    return problem(
        ErrorCode.E220,
        "the catalog " + place + " cannot be used: " + text(failure),
        "Nothing was changed. Check that the database runs, and that the user may use it.",
        failure);
  }

  static DovetailException unusable(String place, String reason, String remedy) {
    return problem(
        ErrorCode.E220, "the catalog " + place + " cannot be used: " + reason, remedy, null);
  }

  /// The connection broke at the very moment of a commit, and nobody can say what became of it.
  static DovetailException unknown(String place, SQLException failure) {
    return problem(
        ErrorCode.E220,
        "the connection to the catalog " + place + " broke while a change was committed",
        "All of the change was made, or nothing: see whether it is there before you run it again.",
        failure);
  }

  private static DovetailException ofUs(SQLException failure) {
    return problem(
        ErrorCode.E499,
        "a statement on the catalog failed: " + text(failure),
        "This is a fault of Dovetail; please report it.",
        failure);
  }

  /// One line, without a final full stop.
  private static String text(SQLException failure) {
    String message = failure.getMessage();
    if (failure instanceof PSQLException postgres) {
      ServerErrorMessage server = postgres.getServerErrorMessage();
      message = server == null ? message : server.getMessage();
    }
    String line = String.valueOf(message).lines().findFirst().orElse("");
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private static DovetailException problem(
      ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
    return new DovetailException(new Problem(code, what, "", remedy), cause);
  }
}
