package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.DiskProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The catalog's two connections: one that reads, one that writes, so that a reader never waits for
/// a writer. Safe for use by many threads, stores and processes.
///
/// Nothing is made on disk until [#write]; until then a missing catalog reads as an empty one.
public final class Catalog implements AutoCloseable {
  /// The number of the last migration; a catalog that says so itself is used without Flyway.
  public static final int SCHEMA_VERSION = 2;

  private final CatalogFile file;
  private final Duration patience;
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private @Nullable Connection reader;
  private @Nullable Connection writer;

  /// Opens nothing yet.
  ///
  /// @param hasSegments whether the home holds rows, so that a lost catalog is not taken for a new
  ///   one
  public Catalog(Path home, Duration patience, BooleanSupplier hasSegments) {
    this.file = new CatalogFile(home.toAbsolutePath().resolve("catalog.db"), patience, hasSegments);
    this.patience = patience;
  }

  /// Runs statements that read, all on one snapshot.
  ///
  /// @param absent the answer if there is no catalog yet
  public <T> T read(T absent, Work<T> work) {
    reading.lock();
    try {
      Connection connection = reader;
      if (connection == null) {
        if (!file.exists()) {
          return absent;
        }
        connection = file.open();
        execute(connection, "PRAGMA query_only = ON");
        reader = connection;
      }
      return inTransaction(connection, "BEGIN", "ROLLBACK", work);
    } catch (SQLException failure) {
      throw SqlProblems.of(failure, file.path());
    } finally {
      reading.unlock();
    }
  }

  /// Runs statements in one transaction that alone writes; an exception undoes it.
  public <T> T write(Work<T> work) {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("a transaction is open already");
    }
    lockForWriting();
    try {
      return inTransaction(writer(), "BEGIN IMMEDIATE", "COMMIT", work);
    } catch (SQLException failure) {
      throw SqlProblems.of(failure, file.path());
    } finally {
      writing.unlock();
    }
  }

  /// Makes the catalog if there is none.
  public void create() {
    lockForWriting();
    try {
      writer();
    } catch (SQLException failure) {
      throw SqlProblems.of(failure, file.path());
    } finally {
      writing.unlock();
    }
  }

  /// The connection that writes; the caller holds the lock.
  private Connection writer() throws SQLException {
    Connection connection = writer;
    if (connection == null) {
      if (!file.exists()) {
        Path home = file.path().resolveSibling("");
        try {
          Files.createDirectories(home);
        } catch (IOException failure) {
          throw DiskProblems.of(failure, home, "written");
        }
      }
      connection = file.open();
      writer = connection;
    }
    return connection;
  }

  private void lockForWriting() {
    try {
      if (!writing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw SqlProblems.busy(file.path(), null);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new DovetailException(
          ErrorCode.E402, "the run was cancelled while it waited to write", "", "");
    }
  }

  private static <T> T inTransaction(Connection connection, String begin, String end, Work<T> work)
      throws SQLException {
    execute(connection, begin);
    boolean done = false;
    try {
      T result = work.run(connection);
      execute(connection, end);
      done = true;
      return result;
    } finally {
      if (!done) {
        rollBack(connection);
      }
    }
  }

  /// SQLite has rolled back by itself after some errors, and says then that there is no
  /// transaction.
  private static void rollBack(Connection connection) {
    try {
      execute(connection, "ROLLBACK");
    } catch (SQLException _) {
      // The error that led here is the one to report.
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    reading.lock();
    writing.lock();
    try (Connection _ = reader;
        Connection _ = writer) {
      reader = null;
      writer = null;
    } catch (SQLException failure) {
      throw SqlProblems.of(failure, file.path());
    } finally {
      writing.unlock();
      reading.unlock();
    }
  }

  /// Statements on a connection of the catalog.
  public interface Work<T> {
    T run(Connection connection) throws SQLException;
  }
}
