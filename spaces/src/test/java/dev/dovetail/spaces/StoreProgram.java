package dev.dovetail.spaces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Another process on the same home, for tests: it says `ready` on its output when it has begun.
public final class StoreProgram {
  /// The system property with the URL of the catalog, if it is not in the home.
  static final String CATALOG = "dovetail.test.catalog";

  private StoreProgram() {}

  /// Does one thing and ends.
  ///
  /// @param arguments home, deed, and what the deed needs
  public static void main(String[] arguments) throws IOException {
    Path home = Path.of(arguments[0]);
    String catalogUrl = System.getProperty(CATALOG);
    try (BufferAllocator allocator = new RootAllocator();
        SpaceStore store =
            catalogUrl == null
                ? SpaceStore.open(home, allocator)
                : SpaceStore.open(home, catalogUrl, allocator)) {
      switch (arguments[1]) {
        case "list" -> store.list().forEach(System.out::println);
        case "append" -> append(store, allocator, Integer.parseInt(arguments[2]));
        case "put-for-ever" -> putForEver(store, allocator);
        case "hold" -> hold(store, arguments[2]);
        default -> throw new IllegalArgumentException(arguments[1]);
      }
    }
  }

  /// Is about to drop a Space until it may read on, and then leaves it.
  private static void hold(SpaceStore store, String space) {
    try (Commit commit = store.begin()) {
      commit.drop(space);
      commit.alongside(
          _ -> {
            System.out.println("ready");
            try {
              System.in.read();
            } catch (IOException failure) {
              throw new java.io.UncheckedIOException(failure);
            }
            throw new Released();
          });
      commit.commit();
    } catch (Released _) {
      // Nothing was changed.
    }
  }

  private static final class Released extends RuntimeException {}

  private static void append(SpaceStore store, BufferAllocator allocator, int times) {
    System.out.println("ready");
    for (int i = 0; i < times; i++) {
      put(store, allocator, PutMode.APPEND, 3, "appended");
    }
  }

  /// Replaces the Spaces `left` and `right` together by ever more rows, all of which carry the
  /// round.
  private static void putForEver(SpaceStore store, BufferAllocator allocator) {
    System.out.println("ready");
    for (int round = 1; ; round++) {
      try (Commit commit = store.begin()) {
        for (String space : List.of("left", "right")) {
          stage(commit, allocator, space, PutMode.REPLACE, 1000 + round, "round" + round);
        }
        stage(commit, allocator, "log", PutMode.APPEND, 1, "round" + round);
        commit.commit();
      }
      System.out.println("committed");
    }
  }

  private static void put(
      SpaceStore store, BufferAllocator allocator, PutMode mode, int count, String name) {
    try (Commit commit = store.begin()) {
      stage(commit, allocator, "shared", mode, count, name);
      commit.commit();
    }
  }

  private static void stage(
      Commit commit,
      BufferAllocator allocator,
      String space,
      PutMode mode,
      int count,
      String name) {
    List<List<Object>> rows = new ArrayList<>(Collections.nCopies(count, Rows.row(1L, name)));
    try (BatchSink sink = commit.put(space, StoreTest.PEOPLE, List.of(), mode, false, "put", null);
        VectorSchemaRoot batch = Rows.batch(allocator, StoreTest.PEOPLE, rows)) {
      sink.write(batch);
      sink.finish();
    }
  }
}
