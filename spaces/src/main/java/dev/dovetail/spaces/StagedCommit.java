package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.spaces.catalog.Catalog;
import dev.dovetail.spaces.catalog.SpaceRecords;
import dev.dovetail.spaces.catalog.StoredSegment;
import dev.dovetail.spaces.catalog.StoredVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// A commit of a [SpaceStore]: stages files, then publishes all of it in one transaction.
///
/// Used by one thread. The sinks that it hands out are closed with it.
final class StagedCommit implements Commit {
  private final SpaceStore store;
  private final Catalog catalog;
  private final List<StagedPut> puts = new ArrayList<>();
  private final List<String> drops = new ArrayList<>();
  private final List<CatalogWork> works = new ArrayList<>();
  private final Set<String> touched = new HashSet<>();
  private @Nullable SegmentStage stage;
  private boolean ended;

  StagedCommit(SpaceStore store, Catalog catalog) {
    this.store = store;
    this.catalog = catalog;
  }

  @Override
  public BatchSink put(
      String space,
      Schema schema,
      List<String> primaryKey,
      PutMode mode,
      boolean unique,
      String operation,
      @Nullable String sessionId) {
    touch(SpaceNames.requireLegal(space));
    Schema canonical = SchemaRules.requireLegal(space, schema);
    SchemaRules.requireKey(space, canonical, primaryKey);
    Base base = mode == PutMode.REPLACE ? Base.NONE : base(space);
    List<String> key = primaryKey;
    if (base.version() != null) {
      SpaceVersion present = base.version().version();
      SchemaRules.requireSame(space, present.schema(), canonical);
      SchemaRules.requireSameKey(space, present.primaryKey(), primaryKey);
      key = primaryKey.isEmpty() ? present.primaryKey() : primaryKey;
    }
    if (key.isEmpty() && (unique || mode == PutMode.UPSERT)) {
      throw SchemaRules.noKey(space, unique ? "a check for unique keys" : "an upsert");
    }
    PutRequest request =
        new PutRequest(space, canonical, List.copyOf(key), mode, unique, operation, sessionId);
    StagedPut put = new StagedPut(request, base.version(), base.segments(), stage());
    puts.add(put);
    return put;
  }

  @Override
  public void drop(String space) {
    touch(space);
    store.require(space);
    drops.add(space);
  }

  @Override
  public void alongside(CatalogWork work) {
    requireOpen();
    works.add(work);
  }

  @Override
  public List<SpaceVersion> commit() {
    requireOpen();
    // Asks each put for its changes first, so that an unfinished one stops the commit.
    puts.forEach(StagedPut::changes);
    if (stage != null) {
      stage.sync();
    }
    List<SpaceVersion> versions = catalog.write(touched, this::publish);
    ended = true;
    close();
    if (!drops.isEmpty()) {
      collectQuietly();
    }
    return versions;
  }

  @Override
  public void close() {
    puts.forEach(StagedPut::close);
    try (SegmentStage closing = stage) {
      if (closing != null && !ended) {
        discard(closing);
      }
    } finally {
      stage = null;
      ended = true;
    }
  }

  private void discard(SegmentStage closing) {
    try {
      closing.discard(store::publishedFiles);
    } catch (DovetailException _) {
      // The catalog cannot say what is published; what is not will be collected when it can.
    }
  }

  private List<SpaceVersion> publish(Connection connection) throws SQLException {
    if (stage != null) {
      stage.publish(connection);
    }
    SpaceRecords records = new SpaceRecords(connection);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    for (String space : drops) {
      Optional<StoredVersion> last = records.latest(space);
      if (last.isPresent()) {
        catalog.keepForReaders(connection, last.get().spaceId());
        records.drop(last.get().spaceId());
      }
    }
    List<SpaceVersion> versions = new ArrayList<>();
    for (StagedPut put : puts) {
      versions.add(new Publication(records, now).publish(put));
    }
    for (CatalogWork work : works) {
      work.run(connection);
    }
    return versions;
  }

  private Base base(String space) {
    return catalog.read(
        Base.NONE,
        connection -> {
          SpaceRecords records = new SpaceRecords(connection);
          Optional<StoredVersion> last = records.latest(space);
          if (last.isEmpty()) {
            return Base.NONE;
          }
          StoredVersion version = last.get();
          return new Base(
              version, records.segments(version.spaceId(), version.version().version()));
        });
  }

  private SegmentStage stage() {
    if (stage == null) {
      stage = store.newStage();
    }
    return stage;
  }

  private void touch(String space) {
    requireOpen();
    if (!touched.add(space)) {
      throw new IllegalArgumentException("a commit touches a Space once: " + space);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the commit has ended");
    }
  }

  /// The commit stands; files that stay behind now are collected another time.
  private void collectQuietly() {
    try {
      store.collectGarbage();
    } catch (DovetailException _) {
      // Nothing that the caller must know.
    }
  }

  /// The version that a put builds on, if any.
  private record Base(@Nullable StoredVersion version, List<StoredSegment> segments) {
    static final Base NONE = new Base(null, List.of());
  }
}
