package dev.dovetail.cli;

import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.FileWriters;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.spaces.files.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Files into Spaces and back, with progress and cancellation.
final class SpaceFiles {
  private final Workbench bench;

  SpaceFiles(Workbench bench) {
    this.bench = bench;
  }

  /// @param primaryKey the key columns; absent: as the Space has them
  SpaceVersion put(
      String name,
      String file,
      @Nullable List<String> primaryKey,
      PutMode mode,
      boolean unique,
      ReadOptions options) {
    List<String> key =
        primaryKey != null
            ? primaryKey
            : bench.store().find(name).map(SpaceVersion::primaryKey).orElse(List.of());
    bench.progress().start("reading " + file, size(file));
    Steps steps = new Steps();
    try (BatchSource source = FileReaders.open(file, options, bench.allocator(), steps::reached);
        Commit commit = bench.store().begin()) {
      try (BatchSink sink =
          commit.put(name, source.schema(), key, mode, unique, operation(mode), null)) {
        while (source.next()) {
          bench.control().check();
          sink.write(source.batch());
        }
        sink.finish();
      }
      bench.control().check();
      return commit.commit().getFirst();
    } finally {
      bench.endProgress();
    }
  }

  void export(SpaceVersion space, String file, WriteOptions options) {
    bench.progress().start("writing " + file, space.rowCount());
    try (Table table = bench.store().read(space);
        BatchSink sink = FileWriters.create(file, space.schema(), options, bench.allocator())) {
      for (int i = 0; i < table.batchCount(); i++) {
        bench.control().check();
        sink.write(table.batch(i));
        bench.progress().advance(table.batch(i).getRowCount());
      }
      sink.finish();
    } finally {
      bench.endProgress();
    }
  }

  private static String operation(PutMode mode) {
    return switch (mode) {
      case REPLACE -> "put";
      case APPEND -> "append";
      case UPSERT -> "upsert";
    };
  }

  private static long size(String file) {
    try {
      return Files.size(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      return -1; // standard input, or a file that the reader will refuse
    }
  }

  /// Turns a rising position in the file into steps, and lets a cancelled run end between two
  /// reads.
  private final class Steps {
    private long position;

    void reached(long now) {
      bench.control().check();
      bench.progress().advance(Math.max(0, now - position));
      position = Math.max(position, now);
    }
  }
}
