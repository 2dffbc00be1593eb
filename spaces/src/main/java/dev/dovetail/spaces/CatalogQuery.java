package dev.dovetail.spaces;

import java.sql.Connection;
import java.sql.SQLException;

/// A question to the catalog, with the answer that holds while there is none yet.
public interface CatalogQuery<T> {
  /// Runs statements that read, all on one snapshot.
  T run(Connection catalog) throws SQLException;

  /// The answer while nothing has been written.
  T whenEmpty();

  static <T> CatalogQuery<T> of(T whenEmpty, Statements<T> statements) {
    return new CatalogQuery<>() {
      @Override
      public T run(Connection catalog) throws SQLException {
        return statements.run(catalog);
      }

      @Override
      public T whenEmpty() {
        return whenEmpty;
      }
    };
  }

  /// The statements of a query.
  interface Statements<T> {
    T run(Connection catalog) throws SQLException;
  }
}
