package dev.dovetail.spaces.catalog;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.SqlDialect;
import dev.dovetail.spaces.segment.Writers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The catalog in a PostgreSQL database, which servers on several machines share.
///
/// Readers run at REPEATABLE READ, so on one snapshot. Writers run at READ COMMITTED and begin by
/// taking a lock for each Space that they change, so that what they read of those Spaces is the
/// last state, and stays so until they have committed. The locks are taken in one order, and every
/// other row of the catalog is locked after them, so there are no deadlocks.
final class PostgresCatalog implements Catalog {
  private final PostgresUrl url;
  private final Duration patience;
  private final HomeMark mark;
  private final LeasedWriters writers;
  private final PostgresPool pool;

  /// That of a namespace, whose catalog shares the pool of the catalog beside it; empty for the one
  /// that the URL leads to.
  private final Optional<String> schema;

  /// Whether the catalog is there, of our version, and that of the home.
  private volatile boolean current;

  PostgresCatalog(Path home, PostgresUrl url, Duration patience) {
    this(home, url, patience, new PostgresPool(url, patience), Optional.empty());
  }

  private PostgresCatalog(
      Path home, PostgresUrl url, Duration patience, PostgresPool pool, Optional<String> schema) {
    this.url = url;
    this.patience = patience;
    this.mark =
        new HomeMark(
            home.toAbsolutePath(), url.place() + schema.map(name -> ", schema " + name).orElse(""));
    this.writers = new LeasedWriters(this);
    this.pool = pool;
    this.schema = schema;
  }

  @Override
  public Catalog namespace(Path home, String name) {
    return new PostgresCatalog(home, url, patience, pool, Optional.of(url.schemaOf(name)));
  }

  @Override
  public SqlDialect dialect() {
    return SqlDialect.POSTGRESQL;
  }

  @Override
  public Writers writers() {
    return writers;
  }

  @Override
  public <T> T read(T absent, Work<T> work) {
    if (!current && !exists()) {
      return absent;
    }
    try (Connection connection = begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
      try {
        T result = work.run(connection);
        Statements.execute(connection, "COMMIT");
        return result;
      } catch (SQLException | RuntimeException | Error failure) {
        Statements.rollBack(connection);
        throw failure;
      }
    } catch (SQLException failure) {
      throw PostgresProblems.of(failure, url.place());
    }
  }

  @Override
  public <T> T write(Collection<String> spaces, Work<T> work) {
    create();
    // A lock that is not had in time fails the transaction with E206.
    String begin =
        "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = " + patience.toMillis();
    try (Connection connection = begin(begin)) {
      T result;
      String transaction;
      try {
        lock(connection, spaces);
        result = work.run(connection);
        // Also fails if a statement has failed, and the work has hidden it.
        transaction = text(connection, "SELECT pg_current_xact_id_if_assigned()::text");
      } catch (SQLException | RuntimeException | Error failure) {
        Statements.rollBack(connection);
        throw failure;
      }
      commit(connection, transaction);
      return result;
    } catch (SQLException failure) {
      throw PostgresProblems.of(failure, url.place());
    }
  }

  /// A connection on which a transaction has begun. After the database was started anew every
  /// connection of the pool is broken, and shows it here, where another one can be taken.
  private Connection begin(String sql) throws SQLException {
    for (int broken = 0; ; broken++) {
      Connection connection = pool.connect();
      try {
        Statements.execute(connection, sql + searchPath());
        return connection;
      } catch (SQLException failure) {
        connection.close();
        if (!PostgresProblems.isBroken(failure) || broken == PostgresPool.CONNECTIONS) {
          throw failure;
        }
      }
    }
  }

  private String searchPath() {
    return schema.map(name -> "; SET LOCAL search_path = \"" + name + '"').orElse("");
  }

  private void lock(Connection connection, Collection<String> spaces) throws SQLException {
    for (long lock : spaces.stream().mapToLong(this::lock).sorted().toArray()) {
      try (PreparedStatement select =
          Statements.prepare(connection, "SELECT pg_advisory_xact_lock(?)", lock)) {
        select.execute();
      }
    }
  }

  /// The number of a Space's lock. Two names with one number only wait for each other.
  private long lock(String space) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  ("dovetail space " + schema.orElse("") + " " + space)
                      .getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Should the connection break before the answer, the database is asked what became of the
  /// transaction.
  ///
  /// @param transaction its number; empty if it has changed nothing
  private void commit(Connection connection, String transaction) throws SQLException {
    try {
      Statements.execute(connection, "COMMIT");
    } catch (SQLException failure) {
      boolean unanswered = PostgresProblems.isBroken(failure) && !transaction.isEmpty();
      if (!unanswered || !isCommitted(transaction, failure)) {
        throw failure;
      }
    }
  }

  private boolean isCommitted(String transaction, SQLException failure) {
    long end = System.nanoTime() + patience.toNanos();
    do {
      try (Connection connection = pool.connect()) {
        String state = text(connection, "SELECT pg_xact_status('" + transaction + "'::xid8)");
        if (!state.equals("in progress")) {
          return state.equals("committed");
        }
        Thread.sleep(50);
      } catch (SQLException again) {
        failure.addSuppressed(again);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        break;
      }
    } while (System.nanoTime() < end);
    throw PostgresProblems.unknown(url.place(), failure);
  }

  @Override
  public void create() {
    if (current && mark.exists()) {
      return;
    }
    inSchema(
        connection -> {
          if (!open(connection)) {
            migrate(connection);
          }
          mark.write(text(connection, "SELECT id FROM dovetail_catalog"));
          return true;
        });
  }

  private boolean exists() {
    return inSchema(this::open);
  }

  /// Servers that do this at once wait for each other in Flyway.
  private void migrate(Connection connection) throws SQLException {
    try {
      Migrations.apply(url.source(), SqlDialect.POSTGRESQL, schema);
    } catch (IllegalStateException failure) {
      throw PostgresProblems.damaged("it is not a catalog of Dovetail", url.place(), failure);
    }
    Statements.update(
        connection,
        "UPDATE dovetail_catalog SET format = ? WHERE format < ?",
        SCHEMA_VERSION,
        SCHEMA_VERSION);
    open(connection);
  }

  /// Whether there is a catalog, which is then one of our version and that of the home, or refused.
  private boolean open(Connection connection) throws SQLException {
    if (!text(connection, "SHOW server_encoding").equals("UTF8")) {
      throw PostgresProblems.unusable(
          url.place(), "its encoding is not UTF8", "Make the database with ENCODING 'UTF8'.");
    }
    boolean hasSchema = !text(connection, "SELECT current_schema()").isEmpty();
    if (!hasSchema && schema.isEmpty()) {
      throw PostgresProblems.unusable(
          url.place(), "the schema of the URL is not there", "Make it: CREATE SCHEMA name.");
    }
    if (!hasSchema
        || text(
                connection,
                "SELECT to_regclass(quote_ident(current_schema()) || '.dovetail_catalog')")
            .isEmpty()) {
      mark.check("", true);
      return false;
    }
    long format = Long.parseLong(text(connection, "SELECT format FROM dovetail_catalog"));
    if (format > SCHEMA_VERSION) {
      throw new DovetailException(
          ErrorCode.E209,
          "the catalog "
              + url.place()
              + " was written by a newer Dovetail (its format is "
              + format
              + ", this one knows "
              + SCHEMA_VERSION
              + ")",
          "",
          "Use the newer Dovetail, or give another database.");
    }
    if (format < SCHEMA_VERSION) {
      migrate(connection);
      return true;
    }
    boolean isEmpty = text(connection, "SELECT file FROM segment LIMIT 1").isEmpty();
    mark.check(text(connection, "SELECT id FROM dovetail_catalog"), isEmpty);
    current = true;
    return true;
  }

  /// The one value of a query; empty if there is none.
  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      String value = row.next() ? row.getString(1) : null;
      return value == null ? "" : value;
    }
  }

  @Override
  public void keepForReaders(Connection connection, long spaceId) throws SQLException {
    Statements.update(
        connection,
        "INSERT INTO dropped_segment SELECT file, now() FROM segment WHERE space_id = ?",
        spaceId);
  }

  @Override
  public Set<String> keptFiles() {
    return read(
        Set.<String>of(),
        connection -> {
          Set<String> files = new HashSet<>(new SpaceRecords(connection).segmentFiles());
          try (Statement statement = connection.createStatement();
              ResultSet row =
                  statement.executeQuery(
                      "SELECT file FROM dropped_segment WHERE dropped_at > now() - INTERVAL '1 day'")) {
            while (row.next()) {
              files.add(row.getString(1));
            }
          }
          return files;
        });
  }

  @Override
  public void forgetRemovedFiles() {
    if (current) {
      write(
          List.of(),
          connection ->
              Statements.update(
                  connection,
                  "DELETE FROM dropped_segment WHERE dropped_at < now() - INTERVAL '2 days'"));
    }
  }

  /// Outside a transaction, on a connection that looks for tables in the schema.
  private <T> T inSchema(Work<T> work) {
    try (Connection connection = pool.connect()) {
      if (schema.isEmpty()) {
        return work.run(connection);
      }
      Statements.execute(connection, "SET search_path = \"" + schema.get() + '"');
      try {
        return work.run(connection);
      } finally {
        Statements.execute(connection, "RESET search_path");
      }
    } catch (SQLException failure) {
      throw PostgresProblems.of(failure, url.place());
    }
  }

  @Override
  public void close() {
    writers.close();
    if (schema.isEmpty()) {
      pool.close();
    }
  }
}
