package dev.dovetail.tests.crash;

import dev.dovetail.spaces.CatalogQuery;
import dev.dovetail.spaces.SpaceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// The files that nothing refers to: what killed runs have left, and a later run should have
/// removed. A home without any is as large as one in which no run was ever killed.
final class Leftovers {
  private static final Set<String> CATALOG =
      Set.of("catalog.db", "catalog.db-wal", "catalog.db-shm", "catalog.lock");
  private static final long WAL_BYTES = 16L << 20;

  private Leftovers() {}

  /// Refuses such files.
  ///
  /// @param named the output files that belong to `outputs`
  static void refuse(Path home, Path outputs, Set<String> named) throws IOException {
    Set<String> expected = new HashSet<>(CATALOG);
    try (BufferAllocator allocator = new RootAllocator();
        SpaceStore store = SpaceStore.open(home, allocator)) {
      expected.addAll(store.query(CatalogQuery.of(Set.of(), Leftovers::referred)));
    }
    List<String> left = new ArrayList<>(files(home));
    left.removeAll(expected);
    List<String> leftOutputs = new ArrayList<>(files(outputs));
    leftOutputs.removeAll(named);
    left.addAll(leftOutputs);
    if (!left.isEmpty()) {
      throw new Violation("files are left behind: " + String.join(", ", left));
    }
    Path wal = home.resolve("catalog.db-wal");
    if (Files.exists(wal) && Files.size(wal) > WAL_BYTES) {
      throw new Violation("the catalog's log grows: " + Files.size(wal) + " bytes");
    }
  }

  private static Set<String> referred(Connection catalog) throws SQLException {
    Set<String> files = new HashSet<>();
    try (Statement statement = catalog.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT 'segments/' || file FROM segment
                UNION ALL
                SELECT 'decisions/' || decisions_file FROM session WHERE decisions_file IS NOT NULL
                """)) {
      while (row.next()) {
        files.add(row.getString(1));
      }
    }
    return files;
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .toList();
    }
  }
}
