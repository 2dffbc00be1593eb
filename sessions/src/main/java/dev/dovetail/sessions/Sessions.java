package dev.dovetail.sessions;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.CatalogQuery;
import dev.dovetail.spaces.Commit.CatalogWork;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.SqlDialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/// The sessions of one home folder.
///
/// Reading: [#list], [#require], [#decisions]. Writing, by the runner:
///
/// ```
/// String id = sessions.newId(startedAt);
/// try (DecisionSink decisions = sessions.newDecisions(id, schema, allocator)) {
///   decisions.write(...);
///   decisions.finish();
///   commit.alongside(sessions.recording(session));   // in the transaction of the output Space
///   commit.commit();
///   decisions.keep();
/// }
/// ```
///
/// A run without an output Space records its session with `store.transact(recording(session))`.
public final class Sessions {
  private static final String SUMMARY =
      "SELECT id, task_name, task_kind, error_code, started_at, ended_at, output_name, output_rows,"
          + " match_count FROM session";

  private final SpaceStore store;
  private final DecisionFolder folder;
  private final Optional<Attempt> attempt;

  public Sessions(SpaceStore store) {
    this(store, Optional.empty());
  }

  private Sessions(SpaceStore store, Optional<Attempt> attempt) {
    this.store = store;
    this.folder = new DecisionFolder(store.home(), store.dialect());
    this.attempt = attempt;
  }

  /// The same sessions for one run whose id was given out before it began.
  ///
  /// @param id the id of the run's session, which [#newId] answers
  /// @param alongside what happens in the transaction that records the session, or fails with it
  public Sessions ofAttempt(String id, Alongside alongside) {
    return new Sessions(store, Optional.of(new Attempt(id, alongside)));
  }

  /// What goes with the recording of a session.
  public interface Alongside {
    /// The statements.
    ///
    /// @param problem why the run failed, if it did
    CatalogWork work(Session session, Optional<Problem> problem);
  }

  /// The last sessions, the latest first.
  ///
  /// @param limit at most so many
  public List<SessionSummary> list(int limit) {
    return list(SessionFilter.ALL, limit);
  }

  /// The last sessions of those that a filter wants, the latest first. E405 if there is not the one
  /// that they should come behind.
  ///
  /// @param limit at most so many
  public List<SessionSummary> list(SessionFilter filter, int limit) {
    List<Object> values = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    filter
        .task()
        .ifPresent(
            name -> {
              conditions.add("task_name = ?");
              values.add(SessionRow.shown(name));
            });
    filter
        .failed()
        .ifPresent(failed -> conditions.add("outcome = " + (failed ? "'failed'" : "'done'")));
    filter
        .before()
        .map(this::require)
        .ifPresent(
            session -> {
              conditions.add("(started_at, id) < (?, ?)");
              values.add(SqlDialect.text(session.startedAt()));
              values.add(session.id());
            });
    values.add(limit);
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    return store.query(
        CatalogQuery.of(
            List.of(),
            catalog -> {
              try (PreparedStatement query =
                  catalog.prepareStatement(
                      SUMMARY + where + " ORDER BY started_at DESC, id DESC LIMIT ?")) {
                for (int i = 0; i < values.size(); i++) {
                  query.setObject(i + 1, values.get(i));
                }
                List<SessionSummary> summaries = new ArrayList<>();
                try (ResultSet row = query.executeQuery()) {
                  while (row.next()) {
                    summaries.add(SessionRow.summary(row));
                  }
                }
                return summaries;
              }
            }));
  }

  /// The session of an id, or of the beginning of one id only; else E405 with the ids that are
  /// near.
  public Session require(String id) {
    List<Session> found =
        store.query(
            CatalogQuery.of(
                List.of(),
                catalog -> {
                  try (PreparedStatement query =
                      catalog.prepareStatement(
                          "SELECT * FROM session WHERE substr(id, 1, ?) = ?"
                              + " ORDER BY id = ? DESC, id LIMIT 21")) {
                    query.setInt(1, id.length());
                    query.setString(2, id);
                    query.setString(3, id);
                    List<Session> sessions = new ArrayList<>();
                    try (ResultSet row = query.executeQuery()) {
                      while (row.next()) {
                        sessions.add(SessionRow.read(row));
                      }
                    }
                    return sessions;
                  }
                }));
    if (!found.isEmpty() && (found.size() == 1 || found.getFirst().id().equals(id))) {
      return found.getFirst();
    }
    if (found.isEmpty() || id.isEmpty()) {
      throw unknown(id);
    }
    throw new DovetailException(
        ErrorCode.E405,
        "more than one session begins with '" + id + "'",
        "",
        "Give more of the id: "
            + String.join(", ", found.stream().limit(20).map(Session::id).toList())
            + (found.size() > 20 ? ", ..." : "")
            + ".");
  }

  /// The match decisions of a session, X keys in their order of arrival, for each its matches: the
  /// columns `x_<key>`, then `y_<key>`, then `space`, the Y input. An X key without a match has one
  /// row, in which `space` is NULL. E405 if the session left no decisions.
  public BatchSource decisions(String id, DecisionFilter filter, BufferAllocator allocator) {
    Session session = require(id);
    if (!session.hasDecisions()) {
      throw new DovetailException(
          ErrorCode.E405,
          "session " + session.id() + " has no match decisions",
          "",
          session.outcome() instanceof Session.Failed
              ? "The run failed before its matches were complete."
              : "Only joins decide matches.");
    }
    return new DecisionSource(folder.path(session.id()), filter, allocator);
  }

  /// An id that no session has.
  public String newId(Instant startedAt) {
    return attempt.map(Attempt::id).orElseGet(() -> SessionIds.next(startedAt));
  }

  /// Begins the decisions of a session that is not recorded yet.
  ///
  /// @param schema as [DecisionSink#schema] makes it
  public DecisionSink newDecisions(String id, Schema schema, BufferAllocator allocator) {
    folder.sweep(this::isRecorded);
    return new DecisionSink(folder.path(id), folder.lease(id), schema, allocator);
  }

  /// The statements that record a session. Within the commit of an output Space the version that
  /// the commit gives it is recorded, whatever the session says.
  public CatalogWork recording(Session session) {
    return recording(session, Optional.empty());
  }

  /// The statements that record the session of a run that failed.
  public CatalogWork recording(Session session, Problem problem) {
    return recording(session, Optional.of(problem));
  }

  private CatalogWork recording(Session session, Optional<Problem> problem) {
    return catalog -> {
      SessionRow.insert(catalog, session);
      try (PreparedStatement update =
          catalog.prepareStatement(
              """
              UPDATE session SET output_version = (
                SELECT v.version FROM space_version v JOIN space s ON s.id = v.space_id
                WHERE v.session_id = session.id AND s.name = session.output_name)
              WHERE id = ? AND output_kind = 'space'
              """)) {
        update.setString(1, session.id());
        update.executeUpdate();
      }
      if (attempt.isPresent()) {
        attempt.get().alongside().work(session, problem).run(catalog);
      }
    };
  }

  private boolean isRecorded(String id) {
    return store.query(
        CatalogQuery.of(
            false,
            catalog -> {
              try (PreparedStatement query =
                  catalog.prepareStatement("SELECT 1 FROM session WHERE id = ?")) {
                query.setString(1, id);
                try (ResultSet row = query.executeQuery()) {
                  return row.next();
                }
              }
            }));
  }

  private DovetailException unknown(String id) {
    List<String> ids = list(200).stream().map(SessionSummary::id).toList();
    Optional<String> latest = ids.stream().findFirst();
    String hint = NearestName.hint(id, ids);
    return new DovetailException(
        ErrorCode.E405,
        "there is no session '" + id + "'",
        "",
        hint.startsWith("Did")
            ? hint
            : latest
                .map(last -> "The last one is " + last + "; dovetail sessions list shows more.")
                .orElse("Nothing has run in this home folder."));
  }

  private record Attempt(String id, Alongside alongside) {}
}
