package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SqlDialect;
import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.LockedWriters;
import dev.dovetail.spaces.segment.Writers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The catalog in a file of the home: two connections, one that reads, one that writes, so that a
/// reader never waits for a writer. One transaction writes at a time, whatever it changes.
final class SqliteCatalog implements Catalog {
  private final CatalogFile file;
  private final Duration patience;
  private final Writers writers;
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private @Nullable Connection reader;
  private @Nullable Connection writer;

  SqliteCatalog(Path home, Duration patience) {
    this.file = new CatalogFile(home.toAbsolutePath().resolve("catalog.db"), patience);
    this.patience = patience;
    this.writers = new LockedWriters(home.toAbsolutePath());
  }

  @Override
  public Catalog namespace(Path home, String name) {
    return new SqliteCatalog(home, patience);
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.SQLITE;
  }

  @Override
  public Writers writers() {
    return writers;
  }

  /// Whoever has mapped a file of this machine goes on reading it after it was removed.
  @Override
  public void keepForReaders(Connection connection, long spaceId) {}

  @Override
  public Set<String> keptFiles() {
    return read(Set.<String>of(), connection -> new SpaceRecords(connection).segmentFiles());
  }

  @Override
  public void forgetRemovedFiles() {}

  @Override
  public <T> T read(T absent, Work<T> work) {
    reading.lock();
    try {
      Connection connection = reader;
      if (connection == null) {
        if (!file.exists()) {
          return absent;
        }
        connection = file.open();
        Statements.execute(connection, "PRAGMA query_only = ON");
        reader = connection;
      }
      return inTransaction(connection, "BEGIN", "ROLLBACK", work);
    } catch (SQLException failure) {
      throw SqliteProblems.of(failure, file.path());
    } finally {
      reading.unlock();
    }
  }

  @Override
  public <T> T write(Collection<String> spaces, Work<T> work) {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("a transaction is open already");
    }
    lockForWriting();
    try {
      return inTransaction(writer(), "BEGIN IMMEDIATE", "COMMIT", work);
    } catch (SQLException failure) {
      throw SqliteProblems.of(failure, file.path());
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void create() {
    lockForWriting();
    try {
      writer();
    } catch (SQLException failure) {
      throw SqliteProblems.of(failure, file.path());
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
        throw SqliteProblems.busy(file.path(), null);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new DovetailException(
          ErrorCode.E402, "the run was cancelled while it waited to write", "", "");
    }
  }

  /// SQLite has rolled back by itself after some errors, and says then that there is no
  /// transaction.
  private static <T> T inTransaction(Connection connection, String begin, String end, Work<T> work)
      throws SQLException {
    Statements.execute(connection, begin);
    boolean done = false;
    try {
      T result = work.run(connection);
      Statements.execute(connection, end);
      done = true;
      return result;
    } finally {
      if (!done) {
        Statements.rollBack(connection);
      }
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
      throw SqliteProblems.of(failure, file.path());
    } finally {
      writing.unlock();
      reading.unlock();
    }
  }
}
