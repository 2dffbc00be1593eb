package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SqlDialect;
import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.SegmentFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// The database file: opened, checked to be ours and of our version, and migrated if it is older.
///
/// The file is never opened but through SQLite: closing any other handle on it would give up the
/// locks that SQLite holds on it for this process.
final class CatalogFile {
  /// What `PRAGMA application_id` says of a catalog: the letters `DVET`.
  private static final int APPLICATION_ID = 0x44564554;

  private static final ReentrantLock MIGRATING = new ReentrantLock();

  private final Path path;
  private final Duration patience;

  /// @param patience how long a statement waits for another process
  CatalogFile(Path path, Duration patience) {
    this.path = path;
    this.patience = patience;
  }

  Path path() {
    return path;
  }

  boolean exists() {
    if (Files.exists(path)) {
      return true;
    }
    requireNoSegments("it is missing, and there are segments beside it");
    return false;
  }

  /// A connection to an up-to-date catalog; the file is made if there is none.
  Connection open() throws SQLException {
    Connection connection = source().getConnection();
    try {
      int version = version(connection);
      if (version < Catalog.SCHEMA_VERSION) {
        migrate(connection);
        version = version(connection);
      }
      check(connection, version);
      return connection;
    } catch (SQLException | RuntimeException failure) {
      try (connection) {
        throw failure;
      }
    }
  }

  private SQLiteDataSource source() {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout((int) patience.toMillis());
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(config);
    // As a URI, whose escapes keep a question mark in a folder's name from being read as options.
    source.setUrl("jdbc:sqlite:" + path.toUri());
    return source;
  }

  private void check(Connection connection, int version) throws SQLException {
    if (version > Catalog.SCHEMA_VERSION) {
      throw new DovetailException(
          ErrorCode.E209,
          "the catalog "
              + path
              + " was written by a newer Dovetail (its format is "
              + version
              + ", this one knows "
              + Catalog.SCHEMA_VERSION
              + ")",
          "",
          "Use the newer Dovetail, or set DOVETAIL_HOME to another folder.");
    }
    if (number(connection, "PRAGMA application_id") != APPLICATION_ID) {
      throw SqliteProblems.damaged("it belongs to another program", path, null);
    }
  }

  /// One process migrates, the others wait for it and find the work done.
  private void migrate(Connection connection) throws SQLException {
    Path lockPath = path.resolveSibling("catalog.lock");
    MIGRATING.lock();
    try (FileChannel channel =
            FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      int version = version(connection);
      if (version >= Catalog.SCHEMA_VERSION) {
        return;
      }
      if (version == 0) {
        requireNoSegments("it is empty, and there are segments beside it");
      }
      Statements.execute(connection, "PRAGMA journal_mode = WAL");
      Migrations.apply(source(), SqlDialect.SQLITE, Optional.empty());
      // Should the process end before this, the next one finds nothing to migrate, and comes here.
      Statements.execute(connection, "PRAGMA user_version = " + Catalog.SCHEMA_VERSION);
    } catch (IllegalStateException failure) {
      throw SqliteProblems.damaged("it is not a catalog of Dovetail", path, failure);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, lockPath, "written");
    } finally {
      MIGRATING.unlock();
    }
  }

  /// A lost catalog, or one that is somewhere else, is not taken for a new one.
  private void requireNoSegments(String reason) {
    if (!SegmentFolder.isEmpty(path.resolveSibling(""))) {
      throw SqliteProblems.damaged(reason, path, null);
    }
  }

  private static int version(Connection connection) throws SQLException {
    return number(connection, "PRAGMA user_version");
  }

  private static int number(Connection connection, String pragma) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(pragma)) {
      return row.next() ? row.getInt(1) : 0;
    }
  }
}
