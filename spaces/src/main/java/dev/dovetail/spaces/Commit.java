package dev.dovetail.spaces;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Changes to any number of Spaces that become visible together, or not at all.
///
/// Rows are staged in segment files that no reader sees; [#commit] publishes them in one database
/// transaction. Closing without a commit removes what was staged.
public interface Commit extends AutoCloseable {
  /// Stages rows for a Space, which is created if it does not exist.
  ///
  /// @param unique refuse two rows with one primary key (E126)
  /// @param sessionId recorded in the version
  BatchSink put(
      String space,
      Schema schema,
      List<String> primaryKey,
      PutMode mode,
      boolean unique,
      String operation,
      @Nullable String sessionId);

  /// Stages the removal of a Space with all its versions.
  void drop(String space);

  /// Statements of another owner of catalog tables (sessions), run inside the transaction of
  /// [#commit].
  void alongside(CatalogWork work);

  /// Publishes; returns the new versions in the order of their [#put].
  List<SpaceVersion> commit();

  @Override
  void close();

  /// Statements on the catalog's connection.
  interface CatalogWork {
    void run(Connection catalog) throws SQLException;
  }
}
