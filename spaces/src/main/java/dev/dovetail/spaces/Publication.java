package dev.dovetail.spaces;

import dev.dovetail.spaces.catalog.SpaceRecords;
import dev.dovetail.spaces.catalog.StoredSegment;
import dev.dovetail.spaces.catalog.StoredVersion;
import dev.dovetail.spaces.segment.Segment;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Turns a finished put into the next version of its Space, inside the commit's transaction, where
/// nobody else can change the Space any more.
final class Publication {
  private final SpaceRecords records;
  private final Instant now;

  Publication(SpaceRecords records, Instant now) {
    this.records = records;
    this.now = now;
  }

  SpaceVersion publish(StagedPut put) throws SQLException {
    PutRequest request = put.request();
    StoredVersion last = records.latest(request.space()).orElse(null);
    requireNotOvertaken(put, last);
    long spaceId = last == null ? records.addSpace(request.space()) : last.spaceId();
    long number = last == null ? 1 : last.version().version() + 1;
    if (last != null) {
      endSegments(put, spaceId, last.version().version());
    }
    addSegments(put.changes(), spaceId, number);
    long rows = 0;
    long bytes = 0;
    for (StoredSegment stored : records.segments(spaceId, number)) {
      rows += stored.segment().rowCount();
      bytes += stored.segment().byteCount();
    }
    SpaceVersion version =
        new SpaceVersion(
            request.space(),
            number,
            request.schema(),
            request.primaryKey(),
            rows,
            bytes,
            now,
            request.operation(),
            request.sessionId());
    records.addVersion(spaceId, version);
    return version;
  }

  /// An append may follow rows that came meanwhile if they have its columns; what was computed from
  /// the rows of the version below may not.
  private static void requireNotOvertaken(StagedPut put, @Nullable StoredVersion last) {
    PutRequest request = put.request();
    StoredVersion base = put.base();
    if (request.mode() == PutMode.REPLACE || isSame(base, last)) {
      return;
    }
    boolean computed = request.mode() == PutMode.UPSERT || request.unique();
    boolean dropped = base != null && (last == null || last.spaceId() != base.spaceId());
    if (computed || dropped || last == null) {
      throw SegmentStage.overtaken(request.space(), null);
    }
    SchemaRules.requireSame(request.space(), last.version().schema(), request.schema());
    SchemaRules.requireSameKey(request.space(), last.version().primaryKey(), request.primaryKey());
  }

  private static boolean isSame(@Nullable StoredVersion base, @Nullable StoredVersion last) {
    if (base == null || last == null) {
      return base == null && last == null;
    }
    return base.spaceId() == last.spaceId() && base.version().version() == last.version().version();
  }

  private void endSegments(StagedPut put, long spaceId, long lastVersion) throws SQLException {
    if (put.request().mode() == PutMode.REPLACE) {
      for (StoredSegment stored : records.segments(spaceId, lastVersion)) {
        records.endSegment(stored.segment().file(), lastVersion);
      }
    }
    for (SegmentChanges.Rewrite rewrite : put.changes().rewritten()) {
      records.endSegment(rewrite.old().segment().file(), lastVersion);
    }
  }

  private void addSegments(SegmentChanges changes, long spaceId, long number) throws SQLException {
    for (SegmentChanges.Rewrite rewrite : changes.rewritten()) {
      records.addSegment(
          spaceId, number, new StoredSegment(rewrite.segment(), rewrite.old().place()));
    }
    long place = 0;
    for (StoredSegment stored : records.segments(spaceId, number)) {
      place = stored.place() + 1;
    }
    for (Segment segment : changes.added()) {
      records.addSegment(spaceId, number, new StoredSegment(segment, place++));
    }
  }
}
