package dev.dovetail.spaces.catalog;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The connections to one database, for the catalogs in all its schemas. Connects when it is first
/// asked.
final class PostgresPool implements AutoCloseable {
  /// At a time; a thread that needs one waits for it.
  static final int CONNECTIONS = 10;

  /// The least that the pool can wait.
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

  private final PostgresUrl url;
  private final Duration patience;
  private final ReentrantLock opening = new ReentrantLock();
  private @Nullable HikariDataSource opened;

  /// @param patience how long a thread waits for a connection
  PostgresPool(PostgresUrl url, Duration patience) {
    this.url = url;
    this.patience = patience;
  }

  Connection connect() throws SQLException {
    return source().getConnection();
  }

  private HikariDataSource source() {
    opening.lock();
    try {
      HikariDataSource source = opened;
      if (source == null) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("dovetail-catalog");
        config.setDataSource(url.source());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Math.max(patience.toMillis(), SHORTEST_WAIT.toMillis()));
        source = new HikariDataSource(config);
        opened = source;
      }
      return source;
    } catch (PoolInitializationException failure) {
      throw PostgresProblems.of(failure, url.place());
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void close() {
    opening.lock();
    try (HikariDataSource _ = opened) {
      opened = null;
    } finally {
      opening.unlock();
    }
  }
}
