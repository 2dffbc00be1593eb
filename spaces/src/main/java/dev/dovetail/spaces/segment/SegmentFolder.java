package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The folder `segments` of a home.
///
/// A segment has one name from its first byte to its end, `<writer>-<number>.arrow`; what makes it
/// part of a Space is its row in the catalog, and nothing else. A segment that has no such row
/// belongs to a living writer, or is rubbish.
public final class SegmentFolder {
  static final String SUFFIX = ".arrow";
  private static final Pattern SEGMENT = Pattern.compile("([0-9a-f]{32})-[0-9]+\\.arrow");

  private final Path home;
  private final Path segments;
  private final Writers writers;

  public SegmentFolder(Path home, Writers writers) {
    this.home = home;
    this.segments = home.resolve("segments");
    this.writers = writers;
  }

  /// The folder `segments` of a home has no segment at all, published or not.
  public static boolean isEmpty(Path home) {
    return segmentsByWriter(home.resolve("segments")).isEmpty();
  }

  public Path path(String file) {
    return segments.resolve(file);
  }

  public WriterLease lease() {
    try {
      Files.createDirectories(segments);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, segments, "written");
    }
    return writers.take();
  }

  /// The path of a writer's segment.
  ///
  /// @param number from 0, never the same again
  public Path newSegment(WriterLease lease, int number) {
    return path(lease.writer() + "-" + number + SUFFIX);
  }

  /// Makes the names of finished segments, and of their folder, as durable as their bytes.
  public void sync() {
    sync(segments);
    sync(home);
  }

  private static void sync(Path folder) {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException _) {
      // Not every system lets a folder be opened; such a one has no other way to synchronise it.
      return;
    }
    try (channel) {
      channel.force(true);
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "written");
    }
  }

  /// Removes segments, as far as possible: a leftover is swept later.
  public void delete(Collection<String> files) {
    for (String file : files) {
      try {
        Files.deleteIfExists(path(file));
      } catch (IOException _) {
        // For example a file that another process has mapped, on a system that forbids it.
      }
    }
  }

  /// Removes what writers that were killed have left. Cheap if there are none.
  ///
  /// @param published asks the catalog for all segments of all versions
  public void sweepDeadWriters(Supplier<Set<String>> published) {
    for (String writer : writers.suspects()) {
      // Most suspects live, so nothing is looked up before.
      sweep(writer, () -> segmentsByWriter(segments).getOrDefault(writer, List.of()), published);
    }
  }

  /// Removes every segment that neither a version nor a living writer holds.
  public void collect(Supplier<Set<String>> published) {
    sweepDeadWriters(published);
    Map<String, List<String>> byWriter = segmentsByWriter(segments);
    Set<String> known = byWriter.isEmpty() ? Set.of() : published.get();
    byWriter.forEach(
        (writer, files) -> {
          files.removeAll(known);
          if (!files.isEmpty()) {
            sweep(writer, () -> files, published);
          }
        });
  }

  /// The catalog is asked after the writer is known to be dead: from then on it publishes nothing.
  private void sweep(String writer, Supplier<List<String>> files, Supplier<Set<String>> published) {
    writers.ifDead(
        writer,
        () -> {
          List<String> orphans = new ArrayList<>(files.get());
          orphans.removeAll(orphans.isEmpty() ? Set.of() : published.get());
          delete(orphans);
        });
  }

  private static Map<String, List<String>> segmentsByWriter(Path segments) {
    Map<String, List<String>> byWriter = new HashMap<>();
    for (String name : names(segments)) {
      Matcher matcher = SEGMENT.matcher(name);
      if (matcher.matches()) {
        byWriter.computeIfAbsent(matcher.group(1), _ -> new ArrayList<>()).add(name);
      }
    }
    return byWriter;
  }

  private static List<String> names(Path folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (DirectoryIteratorException failure) {
      throw DiskProblems.of(Objects.requireNonNull(failure.getCause()), folder, "read");
    } catch (IOException failure) {
      throw DiskProblems.of(failure, folder, "read");
    }
    return names;
  }
}
