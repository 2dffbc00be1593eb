package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.catalog.Catalog;
import dev.dovetail.spaces.catalog.SpaceRecords;
import dev.dovetail.spaces.catalog.StoredSegment;
import dev.dovetail.spaces.catalog.StoredVersion;
import dev.dovetail.spaces.segment.Segment;
import dev.dovetail.spaces.segment.SegmentFolder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/// Named, versioned tables under one home folder: a catalog and the segment files that it lists.
///
/// Nothing is written before the first commit, and a home that does not exist has no Spaces. Safe
/// for many threads and many processes: one changes a Space at a time - on SQLite one writes at a
/// time - and readers wait for nobody. A [Table] may outlive the store that read it.
public final class SpaceStore implements AutoCloseable {
  /// How long a writer waits for another one.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path home;
  private final Catalog catalog;
  private final SegmentFolder folder;
  private final SegmentReader reader;
  private final BufferAllocator allocator;

  private SpaceStore(Path home, Catalog catalog, BufferAllocator allocator) {
    this.home = home.toAbsolutePath();
    this.catalog = catalog;
    this.folder = new SegmentFolder(this.home, catalog.writers());
    this.reader = new SegmentReader(folder, allocator);
    this.allocator = allocator;
  }

  /// Opens the store of a home, which need not exist.
  ///
  /// @param allocator owns the memory of writes, and counts mapped files too: its limit must not be
  ///   the memory budget of a run
  public static SpaceStore open(Path home, BufferAllocator allocator) {
    return open(home, allocator, PATIENCE);
  }

  /// Opens the store of a home whose catalog is in a PostgreSQL database, so that servers on
  /// several machines can share it. All of them must have the home folder in common.
  ///
  /// @param catalogUrl `jdbc:postgresql://host:port/database`, with any parameter of the driver;
  ///   user and password also from `PGUSER` and `PGPASSWORD`. E221 if it is another URL; E220
  ///   follows later, if the database cannot be used
  public static SpaceStore open(Path home, String catalogUrl, BufferAllocator allocator) {
    return open(home, catalogUrl, allocator, PATIENCE);
  }

  /// @param patience how long a writer waits for another one before it gives up with E206
  static SpaceStore open(Path home, BufferAllocator allocator, Duration patience) {
    return new SpaceStore(home, Catalog.sqlite(home, patience), allocator);
  }

  /// @param patience likewise
  static SpaceStore open(
      Path home, String catalogUrl, BufferAllocator allocator, Duration patience) {
    return new SpaceStore(home, Catalog.postgres(home, catalogUrl, patience), allocator);
  }

  /// A store beside this one, with a home of its own below this one's and a catalog of its own of
  /// the same kind: a file there, or a schema in the same database. It uses this store's
  /// connections, so this one must be closed last.
  ///
  /// @param name lower-case letters, digits and `-`, at most 40, so that it is legal in both
  public SpaceStore namespace(String name) {
    Path below = home.resolve("namespaces").resolve(name);
    return new SpaceStore(below, catalog.namespace(below, name), allocator);
  }

  /// Owns what the store holds, mapped files too; without a limit.
  public BufferAllocator allocator() {
    return allocator;
  }

  /// The folder that holds the catalog, the segments and what other owners keep beside them.
  public Path home() {
    return home;
  }

  /// The last version of every Space but temporary ones, by name.
  public List<SpaceVersion> list() {
    return latest(false);
  }

  private List<SpaceVersion> latest(boolean temporary) {
    return catalog.read(List.of(), connection -> new SpaceRecords(connection).latest(temporary));
  }

  /// Drops the temporary Spaces, whose names begin with `~`, that are older than a time. Whoever
  /// reads one goes on reading it.
  public void dropTemporary(Instant before) {
    for (SpaceVersion space : latest(true)) {
      if (space.committedAt().isBefore(before)) {
        try (Commit commit = begin()) {
          commit.drop(space.name());
          commit.commit();
        } catch (DovetailException gone) {
          if (gone.code() != ErrorCode.E210) { // another server was first
            throw gone;
          }
        }
      }
    }
  }

  public Optional<SpaceVersion> find(String name) {
    return catalog
        .read(
            Optional.<StoredVersion>empty(),
            connection -> new SpaceRecords(connection).latest(name))
        .map(StoredVersion::version);
  }

  /// The last version of a Space; E210 with the names that exist if there is none.
  public SpaceVersion require(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /// An earlier version of a Space; E210 with the versions that exist if it is not one of them.
  public SpaceVersion require(String name, long version) {
    List<SpaceVersion> history = history(name);
    if (history.isEmpty()) {
      throw unknown(name);
    }
    return history.stream()
        .filter(candidate -> candidate.version() == version)
        .findFirst()
        .orElseThrow(() -> unknownVersion(name, version, history));
  }

  /// All versions of a Space, the first one first; empty if there is no such Space.
  public List<SpaceVersion> history(String name) {
    return catalog.read(List.of(), connection -> new SpaceRecords(connection).history(name));
  }

  /// The rows of a version, mapped and not copied. E207 if a file is damaged, E210 if the Space was
  /// dropped meanwhile.
  public Table read(SpaceVersion version) {
    String owner = "Space " + version.name() + ", version " + version.version();
    try {
      return reader.open(segments(version), version.schema(), owner);
    } catch (NoSuchFileException _) {
      // Another process may have dropped the Space and collected its files; then it is gone now.
      return readAgain(version, owner);
    }
  }

  private Table readAgain(SpaceVersion version, String owner) {
    try {
      return reader.open(segments(version), version.schema(), owner);
    } catch (NoSuchFileException gone) {
      throw SegmentReader.damaged(Path.of(gone.getFile()), "it is missing", owner, gone);
    }
  }

  private List<Segment> segments(SpaceVersion version) {
    Optional<List<Segment>> segments =
        catalog.read(
            Optional.empty(), connection -> segments(new SpaceRecords(connection), version));
    return segments.orElseThrow(
        () ->
            new DovetailException(
                ErrorCode.E210,
                "version "
                    + version.version()
                    + " of the Space '"
                    + version.name()
                    + "' was dropped meanwhile",
                "",
                "Run it again with what is there now."));
  }

  /// Empty if the version is gone: another Space may bear the name now, with versions that count
  /// from 1 again, so the time of the commit must be the same too.
  private static Optional<List<Segment>> segments(SpaceRecords records, SpaceVersion version)
      throws SQLException {
    StoredVersion stored = records.find(version.name(), version.version()).orElse(null);
    if (stored == null || !stored.version().committedAt().equals(version.committedAt())) {
      return Optional.empty();
    }
    return Optional.of(
        records.segments(stored.spaceId(), version.version()).stream()
            .map(StoredSegment::segment)
            .toList());
  }

  /// Begins a change of any number of Spaces.
  public Commit begin() {
    return new StagedCommit(this, catalog);
  }

  /// Asks the catalog; other owners of catalog tables (sessions) read through here.
  public <T> T query(CatalogQuery<T> query) {
    return catalog.read(query.whenEmpty(), query::run);
  }

  /// Runs statements of another owner of catalog tables in one transaction, and returns what they
  /// return. On PostgreSQL others may write at the same time: whoever decides by rows that it has
  /// read must lock them.
  public <T> T change(CatalogQuery.Statements<T> statements) {
    return catalog.write(List.of(), statements::run);
  }

  /// What this catalog spells in its own way.
  public SqlDialect dialect() {
    return catalog.dialect();
  }

  /// [#change] without an answer.
  public void transact(Commit.CatalogWork work) {
    change(
        connection -> {
          work.run(connection);
          return true;
        });
  }

  /// Removes segment files that no version lists and no living writer holds. Whoever has mapped one
  /// goes on reading it: on SQLite, where one machine has all readers, because its system keeps the
  /// file so long; on PostgreSQL because files of a dropped Space stay for a day.
  public void collectGarbage() {
    folder.collect(catalog::keptFiles);
    catalog.forgetRemovedFiles();
  }

  @Override
  public void close() {
    catalog.close();
  }

  /// A place for the files of a new writer, after removing what killed ones have left.
  SegmentStage newStage() {
    catalog.create();
    folder.sweepDeadWriters(catalog::keptFiles);
    return new SegmentStage(folder, reader, allocator);
  }

  Set<String> publishedFiles() {
    return catalog.read(
        Set.<String>of(), connection -> new SpaceRecords(connection).segmentFiles());
  }

  private DovetailException unknown(String name) {
    return SpaceNames.unknown(name, list().stream().map(SpaceVersion::name).toList());
  }

  private static DovetailException unknownVersion(
      String name, long version, List<SpaceVersion> history) {
    long first = history.getFirst().version();
    long last = history.getLast().version();
    return new DovetailException(
        ErrorCode.E210,
        "the Space '" + name + "' has no version " + version,
        "",
        first == last
            ? "Its only version is " + last + "."
            : "Its versions are " + first + " to " + last + ".");
  }
}
