package dev.dovetail.sessions;

import dev.dovetail.sessions.Session.Done;
import dev.dovetail.sessions.Session.Failed;
import dev.dovetail.sessions.Session.FileOutput;
import dev.dovetail.sessions.Session.FunctionText;
import dev.dovetail.sessions.Session.Outcome;
import dev.dovetail.sessions.Session.Output;
import dev.dovetail.sessions.Session.SpaceOutput;
import dev.dovetail.spaces.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sessions as rows of the catalog's table `session`.
final class SessionRow {
  private static final String INSERT =
      """
      INSERT INTO session (
        id, task_name, task_kind, outcome, error_code, error_message, error_traceback,
        started_at, ended_at, task, function_name, function_source, function_sha256,
        parameters, inputs, plan, metrics, output_kind, output_name, output_version,
        output_rows, match_count, decisions_file)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private SessionRow() {}

  static void insert(Connection catalog, Session session) throws SQLException {
    try (PreparedStatement row = catalog.prepareStatement(INSERT)) {
      row.setString(1, session.id());
      row.setString(2, shown(session.taskName()));
      row.setString(3, session.taskKind());
      row.setString(4, session.outcome().word());
      Failed failed = session.outcome() instanceof Failed failure ? failure : null;
      row.setString(5, failed == null ? null : failed.code());
      row.setString(6, failed == null ? null : shown(failed.message()));
      row.setString(7, failed == null ? null : shown(failed.traceback()));
      row.setString(8, SqlDialect.text(session.startedAt()));
      row.setString(9, SqlDialect.text(session.endedAt()));
      row.setString(10, session.task());
      row.setString(11, session.function().map(FunctionText::name).orElse(null));
      row.setString(12, session.function().map(FunctionText::source).orElse(null));
      row.setString(13, session.function().map(FunctionText::sha256).orElse(null));
      row.setString(14, session.parameters());
      row.setString(15, SessionJson.inputs(session.inputs()));
      row.setString(16, session.plan());
      row.setString(17, SessionJson.metrics(session.metrics()));
      output(row, session.output().orElse(null));
      row.setLong(21, session.metrics().outputRows());
      row.setLong(22, session.metrics().matches());
      row.setString(23, session.hasDecisions() ? DecisionFolder.fileName(session.id()) : null);
      row.executeUpdate();
    }
  }

  /// Text that people read, without the one character that PostgreSQL does not store.
  static String shown(String text) {
    return text.replace('\0', '\u2400');
  }

  static Session read(ResultSet row) throws SQLException {
    String name = row.getString("function_name");
    Optional<FunctionText> function =
        name == null
            ? Optional.empty()
            : Optional.of(
                new FunctionText(
                    name, row.getString("function_source"), row.getString("function_sha256")));
    Outcome outcome =
        row.getString("outcome").equals("done")
            ? new Done()
            : new Failed(
                row.getString("error_code"),
                row.getString("error_message"),
                row.getString("error_traceback"));
    return new Session(
        row.getString("id"),
        row.getString("task_name"),
        row.getString("task_kind"),
        row.getString("task"),
        function,
        row.getString("parameters"),
        SessionJson.inputs(row.getString("inputs")),
        output(row),
        row.getString("plan"),
        outcome,
        Instant.parse(row.getString("started_at")),
        Instant.parse(row.getString("ended_at")),
        SessionJson.metrics(row.getString("metrics")),
        row.getString("decisions_file") != null);
  }

  static SessionSummary summary(ResultSet row) throws SQLException {
    return new SessionSummary(
        row.getString("id"),
        row.getString("task_name"),
        row.getString("task_kind"),
        Optional.ofNullable(row.getString("error_code")),
        Instant.parse(row.getString("started_at")),
        Instant.parse(row.getString("ended_at")),
        Optional.ofNullable(row.getString("output_name")),
        row.getLong("output_rows"),
        row.getLong("match_count"));
  }

  private static void output(PreparedStatement row, @Nullable Output output) throws SQLException {
    switch (output) {
      case null -> {
        row.setString(18, null);
        row.setString(19, null);
        row.setNull(20, Types.BIGINT);
      }
      case SpaceOutput(var name, var version) -> {
        row.setString(18, "space");
        row.setString(19, name);
        row.setLong(20, version);
      }
      case FileOutput(var name) -> {
        row.setString(18, "file");
        row.setString(19, name);
        row.setNull(20, Types.BIGINT);
      }
    }
  }

  private static Optional<Output> output(ResultSet row) throws SQLException {
    String kind = row.getString("output_kind");
    if (kind == null) {
      return Optional.empty();
    }
    String name = row.getString("output_name");
    return Optional.of(
        kind.equals("space")
            ? new SpaceOutput(name, row.getLong("output_version"))
            : new FileOutput(name));
  }
}
