package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.SqlDialect;
import dev.dovetail.spaces.segment.Writers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/// The database that says which segments make which version. Safe for use by many threads, stores
/// and processes.
///
/// Nothing is made before [#create] or [#write]; until then a missing catalog reads as an empty
/// one.
public sealed interface Catalog extends AutoCloseable permits SqliteCatalog, PostgresCatalog {
  /// The number of the last migration; a catalog that says so itself is used without Flyway.
  int SCHEMA_VERSION = 3;

  /// A catalog in the file `catalog.db` of a home. Opens nothing yet.
  ///
  /// @param patience how long a writer waits for another one
  static Catalog sqlite(Path home, Duration patience) {
    return new SqliteCatalog(home, patience);
  }

  /// A catalog in a PostgreSQL database, for a home that several machines may share. Opens nothing
  /// yet.
  ///
  /// @param url `jdbc:postgresql:...`; E221 if it is not one
  static Catalog postgres(Path home, String url, Duration patience) {
    return new PostgresCatalog(home, PostgresUrl.parse(url, System.getenv()), patience);
  }

  /// The catalog of a namespace, for a home of its own.
  Catalog namespace(Path home, String name);

  SqlDialect dialect();

  /// Runs statements that read, all on one snapshot.
  ///
  /// @param absent the answer if there is no catalog yet
  <T> T read(T absent, Work<T> work);

  /// Runs statements in one transaction; an exception undoes it. Two that change one Space run one
  /// after the other, and each statement sees all that was committed before it.
  ///
  /// @param spaces the names of the Spaces that are changed
  <T> T write(Collection<String> spaces, Work<T> work);

  /// Makes the catalog if there is none.
  void create();

  /// Who writes segments now.
  Writers writers();

  /// Within the transaction that drops a Space, before it does: remembers its segments if readers
  /// on other machines may have mapped them.
  void keepForReaders(Connection connection, long spaceId) throws SQLException;

  /// The segment files that must not be removed: those of all versions, and those that readers may
  /// have mapped.
  Set<String> keptFiles();

  /// Forgets files that readers may have had, and have no more.
  void forgetRemovedFiles();

  @Override
  void close();

  /// Statements on a connection of the catalog.
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }
}
