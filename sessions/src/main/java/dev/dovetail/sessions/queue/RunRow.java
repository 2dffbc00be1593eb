package dev.dovetail.sessions.queue;

import dev.dovetail.spaces.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs as rows of the catalog's table `run`.
final class RunRow {
  private RunRow() {}

  /// @param condition what follows the name of the table
  static List<Run> select(Connection catalog, String condition, Object... parameters)
      throws SQLException {
    try (PreparedStatement select =
            prepare(
                catalog,
                "SELECT id, namespace, token_id, idempotency_key, request, state, owner,"
                    + " lease_until, attempts, lost, result, error, submitted_at, updated_at FROM run "
                    + condition,
                parameters);
        ResultSet row = select.executeQuery()) {
      List<Run> runs = new ArrayList<>();
      while (row.next()) {
        runs.add(read(row));
      }
      return runs;
    }
  }

  /// @param condition likewise
  static int count(Connection catalog, String condition, Object... parameters) throws SQLException {
    try (PreparedStatement select =
            prepare(catalog, "SELECT count(*) FROM run " + condition, parameters);
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  /// Changes rows.
  ///
  /// @return how many
  static int update(Connection catalog, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement update = prepare(catalog, sql, parameters)) {
      return update.executeUpdate();
    }
  }

  private static PreparedStatement prepare(
      Connection catalog, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = catalog.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      Object value = parameters[i];
      statement.setObject(i + 1, value instanceof Instant time ? SqlDialect.text(time) : value);
    }
    return statement;
  }

  private static Run read(ResultSet row) throws SQLException {
    return new Run(
        row.getString("id"),
        row.getString("namespace"),
        row.getString("token_id"),
        Optional.ofNullable(row.getString("idempotency_key")),
        row.getString("request"),
        RunState.of(row.getString("state")),
        Optional.ofNullable(row.getString("owner")),
        Optional.ofNullable(row.getString("lease_until")).map(Instant::parse),
        row.getInt("attempts"),
        row.getInt("lost"),
        Optional.ofNullable(row.getString("result")),
        Optional.ofNullable(row.getString("error")).map(ProblemJson::read),
        Instant.parse(row.getString("submitted_at")),
        Instant.parse(row.getString("updated_at")));
  }
}
