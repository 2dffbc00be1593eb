package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.WriterLease;
import dev.dovetail.spaces.segment.Writers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The writers of a catalog that several machines share: each has a row, whose lease its store
/// keeps alive. File locks would not do: not every network disk hands them on to other machines.
///
/// No clock but the database's counts, and none has to be right for the answer to be: a writer
/// publishes by removing its row in the same transaction, and is dead only after its row was marked
/// in a transaction of its own. So one that was merely slow finds the mark, and is refused.
final class LeasedWriters implements Writers {
  private static final int BEAT_SECONDS = 60;
  private static final String LEASE = "now() + INTERVAL '5 minutes'";

  private final PostgresCatalog catalog;
  private final String store = name();
  private @Nullable ScheduledExecutorService beats;

  LeasedWriters(PostgresCatalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public WriterLease take() {
    String writer = name();
    update(
        "INSERT INTO writer (name, store, lease_until) VALUES (?, ?, " + LEASE + ")",
        writer,
        store);
    beat();
    return new Lease(writer);
  }

  private static String name() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private synchronized void beat() {
    if (beats == null) {
      beats =
          Executors.newSingleThreadScheduledExecutor(
              work -> Thread.ofPlatform().daemon().name("dovetail-writers").unstarted(work));
      var _ = beats.scheduleAtFixedRate(this::renew, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /// Keeps the leases of all writers of this store.
  void renew() {
    try {
      update(
          "UPDATE writer SET lease_until = " + LEASE + " WHERE store = ? AND NOT is_dead", store);
    } catch (DovetailException _) {
      // The next beat comes before the lease has passed; if none succeeds, the commit is refused.
    }
  }

  synchronized void close() {
    if (beats != null) {
      beats.shutdownNow();
      beats = null;
    }
  }

  @Override
  public List<String> suspects() {
    return catalog.read(
        List.of(),
        connection -> {
          List<String> names = new ArrayList<>();
          try (PreparedStatement select =
                  Statements.prepare(
                      connection, "SELECT name FROM writer WHERE is_dead OR lease_until < now()");
              ResultSet row = select.executeQuery()) {
            while (row.next()) {
              names.add(row.getString(1));
            }
          }
          return names;
        });
  }

  @Override
  public void ifDead(String writer, Runnable work) {
    boolean dead =
        update(
                "UPDATE writer SET is_dead = TRUE"
                    + " WHERE name = ? AND (is_dead OR lease_until < now())",
                writer)
            == 1;
    if (dead || !isKnown(writer)) {
      work.run();
      forget(writer);
    }
  }

  private boolean isKnown(String writer) {
    return catalog.read(
        false,
        connection -> {
          try (PreparedStatement select =
                  Statements.prepare(connection, "SELECT 1 FROM writer WHERE name = ?", writer);
              ResultSet row = select.executeQuery()) {
            return row.next();
          }
        });
  }

  private void forget(String writer) {
    update("DELETE FROM writer WHERE name = ?", writer);
  }

  private int update(String sql, Object... parameters) {
    return catalog.write(List.of(), connection -> Statements.update(connection, sql, parameters));
  }

  /// A row of the table `writer`.
  private final class Lease implements WriterLease {
    private final String writer;
    private boolean ended;

    Lease(String writer) {
      this.writer = writer;
    }

    @Override
    public String writer() {
      return writer;
    }

    /// Whoever would mark the row as dead waits for the end of this transaction.
    @Override
    public void publish(Connection connection) throws SQLException {
      int living =
          Statements.update(
              connection, "DELETE FROM writer WHERE name = ? AND NOT is_dead", writer);
      if (living != 1) {
        throw new DovetailException(
            ErrorCode.E206,
            "this run was silent for so long that others have taken it for dead",
            "",
            "Nothing was changed. Run it again.");
      }
      ended = true;
    }

    /// Waits for a commit whose connection broke before it was answered, if the database has not
    /// ended it yet.
    @Override
    public void withdraw(Runnable work) {
      // If this fails the row stays, and the files are removed when the lease has passed.
      ended = true;
      update("UPDATE writer SET is_dead = TRUE WHERE name = ?", writer);
      work.run();
      forget(writer);
    }

    @Override
    public void close() {
      if (!ended) {
        ended = true;
        try {
          forget(writer);
        } catch (DovetailException _) {
          // The lease passes.
        }
      }
    }
  }
}
