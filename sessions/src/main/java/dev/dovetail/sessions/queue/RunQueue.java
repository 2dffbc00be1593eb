package dev.dovetail.sessions.queue;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.CatalogQuery;
import dev.dovetail.spaces.Commit.CatalogWork;
import dev.dovetail.spaces.SpaceStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The runs of one catalog, as one server sees them. Safe for many threads.
///
/// Times are those of the database's clock. On PostgreSQL servers take different runs at the same
/// time and never wait for each other; on SQLite one after the other.
public final class RunQueue {
  private static final String HELD =
      " WHERE id = ? AND state = 'running' AND owner = ? AND attempts = ?";

  /// A run that somebody has cancelled may still be told so by the server that had it.
  private static final String HELD_OR_CANCELLED =
      " WHERE id = ? AND state IN ('running', 'cancelled') AND owner = ? AND attempts = ?";

  private static final String TO_TAKE =
      "WHERE state IN ('queued', 'running') AND (state = 'queued' OR lease_until < ?)"
          + " ORDER BY submitted_at, id LIMIT 1";

  private final SpaceStore store;
  private final String server;
  private final Duration lease;
  private final int mostLost;

  /// A queue with leases of 30 seconds, so that heartbeats every 10 are right, and at most 5
  /// servers per run.
  ///
  /// @param server the name of this process, never used by another one, before or after it
  public RunQueue(SpaceStore store, String server) {
    this(store, server, Duration.ofSeconds(30), 5);
  }

  /// @param lease how long a server may be silent
  /// @param mostLost a run whose servers have fallen silent so often fails with E410 instead of
  ///   ending one more
  public RunQueue(SpaceStore store, String server, Duration lease, int mostLost) {
    this.store = store;
    this.server = server;
    this.lease = lease;
    this.mostLost = mostLost;
  }

  /// Queues a run. A request with the idempotency key of an earlier one in its namespace is that
  /// run, if it is the same to the byte; else it is refused with E408.
  ///
  /// @param most runs of the token that may wait or go on at a time
  /// @return empty if the token has so many already, and the request is new
  public Optional<Submission> submit(RunRequest request, int most) {
    return submit(request, most, false);
  }

  /// The same for a run that no other server should take while this one lives. A new one is this
  /// server's at once: its lease is `new RunLease(run)`.
  public Optional<Submission> submitTaken(RunRequest request, int most) {
    return submit(request, most, true);
  }

  private Optional<Submission> submit(RunRequest request, int most, boolean taken) {
    return store.change(
        catalog -> {
          while (true) {
            Optional<Run> earlier = withKey(catalog, request);
            if (earlier.isPresent()) {
              return Optional.of(new Submission(earlier.get(), false));
            }
            if (goingOn(catalog, request) >= most) {
              return Optional.empty();
            }
            Instant now = store.dialect().now(catalog);
            String id = new Sessions(store).newId(now);
            if (insert(catalog, id, request, now, taken)) {
              return Optional.of(new Submission(require(catalog, id), true));
            }
            // Another process has been first with the key, or has drawn the same id.
          }
        });
  }

  private static int goingOn(Connection catalog, RunRequest request) throws SQLException {
    return RunRow.count(
        catalog,
        "WHERE state IN ('queued', 'running') AND namespace = ? AND token_id = ?",
        request.namespace(),
        request.tokenId());
  }

  private boolean insert(
      Connection catalog, String id, RunRequest request, Instant now, boolean taken)
      throws SQLException {
    return RunRow.update(
            catalog,
            """
            INSERT INTO run (id, namespace, token_id, idempotency_key, request, state, owner,
              lease_until, attempts, lost, submitted_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            id,
            request.namespace(),
            request.tokenId(),
            request.idempotencyKey().orElse(null),
            request.json(),
            (taken ? RunState.RUNNING : RunState.QUEUED).word(),
            taken ? server : null,
            taken ? now.plus(lease) : null,
            taken ? 1 : 0,
            now,
            now)
        == 1;
  }

  private static Optional<Run> withKey(Connection catalog, RunRequest request) throws SQLException {
    if (request.idempotencyKey().isEmpty()) {
      return Optional.empty();
    }
    String key = request.idempotencyKey().get();
    List<Run> runs =
        RunRow.select(
            catalog, "WHERE namespace = ? AND idempotency_key = ?", request.namespace(), key);
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    Run run = runs.getFirst();
    if (!run.request().equals(request.json())) {
      throw new DovetailException(
          ErrorCode.E408,
          "the idempotency key '"
              + key
              + "' belongs to the run "
              + run.id()
              + ", whose request differs",
          "",
          "Send the request as it was, or with another key.");
    }
    return Optional.of(run);
  }

  /// Takes the run that was submitted first among those that wait, and those whose server has been
  /// silent for too long; empty if there is none. Cheap if there is none.
  public Optional<RunLease> take() {
    boolean some =
        store.query(
            CatalogQuery.of(
                false,
                catalog ->
                    !RunRow.select(catalog, TO_TAKE, store.dialect().now(catalog)).isEmpty()));
    return some ? store.change(this::take) : Optional.empty();
  }

  private Optional<RunLease> take(Connection catalog) throws SQLException {
    while (true) {
      Instant now = store.dialect().now(catalog);
      List<Run> runs = RunRow.select(catalog, TO_TAKE + store.dialect().skipLocked(), now);
      if (runs.isEmpty()) {
        return Optional.empty();
      }
      Run run = runs.getFirst();
      int lost = run.lost() + (run.state() == RunState.RUNNING ? 1 : 0);
      if (lost < mostLost) {
        RunRow.update(
            catalog,
            "UPDATE run SET state = 'running', owner = ?, lease_until = ?, attempts = attempts + 1,"
                + " lost = ?, updated_at = ? WHERE id = ?",
            server,
            now.plus(lease),
            lost,
            now,
            run.id());
        return Optional.of(new RunLease(require(catalog, run.id())));
      }
      RunRow.update(
          catalog,
          "UPDATE run SET state = 'failed', error = ?, lost = ?, lease_until = NULL,"
              + " updated_at = ? WHERE id = ?",
          ProblemJson.write(
              new Problem(
                  ErrorCode.E410,
                  "the run " + run.id() + " has ended " + lost + " servers that took it",
                  "",
                  "Ask for less at a time, or give the server more memory.")),
          lost,
          now,
          run.id());
    }
  }

  /// Says that the server lives and works on the run; often enough for the lease not to pass.
  ///
  /// @return false if the run is no longer this server's: it was cancelled, or another server has
  ///   it. What is done of it should be stopped; it cannot be committed
  public boolean heartbeat(RunLease held) {
    return store.change(
        catalog -> {
          Instant now = store.dialect().now(catalog);
          return RunRow.update(
                  catalog,
                  "UPDATE run SET lease_until = ?" + HELD,
                  now.plus(lease),
                  held.run().id(),
                  server,
                  held.run().attempts())
              == 1;
        });
  }

  /// The statements that keep what a run has done so far, for the transaction of what it publishes
  /// ([dev.dovetail.spaces.Commit#alongside]); whoever takes the run next goes on from there. They
  /// fail with E409, and all of the transaction with them, if the run is no longer this server's. A
  /// lease that has passed is still good while nobody else has taken the run.
  ///
  /// @param result JSON
  public CatalogWork advancing(RunLease held, String result) {
    return catalog ->
        require(
            held,
            RunRow.update(
                catalog,
                "UPDATE run SET result = ?, updated_at = ?" + HELD,
                result,
                store.dialect().now(catalog),
                held.run().id(),
                server,
                held.run().attempts()));
  }

  /// The statements that end a run, likewise.
  public CatalogWork finishing(RunLease held, RunEnd end) {
    return catalog ->
        require(
            held,
            RunRow.update(
                catalog,
                "UPDATE run SET state = ?, result = COALESCE(?, result), error = ?,"
                    + " lease_until = NULL, updated_at = ?"
                    + (end instanceof RunEnd.Cancelled ? HELD_OR_CANCELLED : HELD),
                end.state().word(),
                end instanceof RunEnd.Done(var result) ? result : null,
                end.problem().map(ProblemJson::write).orElse(null),
                store.dialect().now(catalog),
                held.run().id(),
                server,
                held.run().attempts()));
  }

  private static void require(RunLease held, int changed) {
    if (changed != 1) {
      throw new DovetailException(
          ErrorCode.E409,
          "the run " + held.run().id() + " was cancelled, or another server has taken it",
          "",
          "Nothing was changed by this server.");
    }
  }

  /// Ends a run that publishes nothing. E409 as above.
  public void finish(RunLease held, RunEnd end) {
    store.transact(finishing(held, end));
  }

  /// Puts a run back that this server will not end, because it is about to stop. It does not count
  /// as lost. Nothing happens if the run is no longer this server's.
  public void giveBack(RunLease held) {
    store.transact(
        catalog ->
            RunRow.update(
                catalog,
                "UPDATE run SET state = 'queued', lease_until = NULL, updated_at = ?" + HELD,
                store.dialect().now(catalog),
                held.run().id(),
                server,
                held.run().attempts()));
  }

  /// Cancels a run that has not ended; from then on it publishes nothing. Its server learns of it
  /// by the next heartbeat.
  ///
  /// @return the run as it stands now: cancelled, or as it had ended before; empty if the namespace
  ///   has no such run
  public Optional<Run> cancel(String namespace, String id) {
    return store.change(
        catalog -> {
          RunRow.update(
              catalog,
              "UPDATE run SET state = 'cancelled', lease_until = NULL, updated_at = ?"
                  + " WHERE namespace = ? AND id = ? AND state IN ('queued', 'running')",
              store.dialect().now(catalog),
              namespace,
              id);
          return find(catalog, namespace, id);
        });
  }

  /// A run of a namespace.
  public Optional<Run> find(String namespace, String id) {
    return store.query(CatalogQuery.of(Optional.empty(), catalog -> find(catalog, namespace, id)));
  }

  /// Runs of a namespace, the last submitted first.
  ///
  /// @param state only those that stand so
  /// @param before only those submitted before this run: the last one of the page before
  /// @param limit at most so many
  public List<Run> list(
      String namespace, Optional<RunState> state, Optional<String> before, int limit) {
    StringBuilder condition = new StringBuilder("WHERE namespace = ?");
    List<Object> parameters = new ArrayList<>(List.of(namespace));
    state.ifPresent(
        wanted -> {
          condition.append(" AND state = ?");
          parameters.add(wanted.word());
        });
    before.ifPresent(
        id -> {
          condition.append(
              " AND (submitted_at, id) < (SELECT submitted_at, id FROM run WHERE id = ?)");
          parameters.add(id);
        });
    parameters.add(limit);
    return store.query(
        CatalogQuery.of(
            List.of(),
            catalog ->
                RunRow.select(
                    catalog,
                    condition + " ORDER BY submitted_at DESC, id DESC LIMIT ?",
                    parameters.toArray())));
  }

  /// Forgets runs, and their idempotency keys, that ended longer ago than this. Sessions stay.
  ///
  /// @return how many
  public int expire(Duration age) {
    String old = "WHERE state NOT IN ('queued', 'running') AND updated_at < ?";
    boolean some =
        store.query(
            CatalogQuery.of(
                false,
                catalog ->
                    !RunRow.select(
                            catalog, old + " LIMIT 1", store.dialect().now(catalog).minus(age))
                        .isEmpty()));
    return some
        ? store.change(
            catalog ->
                RunRow.update(
                    catalog, "DELETE FROM run " + old, store.dialect().now(catalog).minus(age)))
        : 0;
  }

  private static Optional<Run> find(Connection catalog, String namespace, String id)
      throws SQLException {
    return RunRow.select(catalog, "WHERE namespace = ? AND id = ?", namespace, id).stream()
        .findFirst();
  }

  private static Run require(Connection catalog, String id) throws SQLException {
    return RunRow.select(catalog, "WHERE id = ?", id).getFirst();
  }

  /// A submitted run.
  ///
  /// @param isNew false if the request had been sent before
  public record Submission(Run run, boolean isNew) {}
}
