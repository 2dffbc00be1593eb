package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.catalog.StoredSegment;
import dev.dovetail.spaces.catalog.StoredVersion;
import dev.dovetail.spaces.segment.KeyIndex;
import dev.dovetail.spaces.segment.KeyedRows;
import dev.dovetail.spaces.segment.RollingWriter;
import dev.dovetail.spaces.segment.Segment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The rows of one put on their way into segments. What an upsert or the check for unique keys
/// needs of the present version is read from the version that was the last one when the put began.
final class StagedPut implements BatchSink {
  private final PutRequest request;
  private final @Nullable StoredVersion base;
  private final List<StoredSegment> baseSegments;
  private final SegmentStage stage;
  private final RollingWriter writer;
  private @Nullable SegmentChanges changes;
  private boolean closed;

  StagedPut(
      PutRequest request,
      @Nullable StoredVersion base,
      List<StoredSegment> baseSegments,
      SegmentStage stage) {
    this.request = request;
    this.base = base;
    this.baseSegments = baseSegments;
    this.stage = stage;
    this.writer = stage.writer(request.schema());
  }

  PutRequest request() {
    return request;
  }

  @Nullable StoredVersion base() {
    return base;
  }

  /// What the finished put does.
  SegmentChanges changes() {
    if (changes == null) {
      throw new IllegalStateException("the rows of Space " + request.space() + " are not finished");
    }
    return changes;
  }

  @Override
  public void write(VectorSchemaRoot batch) {
    requireUnfinished();
    List<Field> columns = request.schema().getFields();
    List<Field> given = batch.getSchema().getFields();
    boolean fits = columns.size() == given.size();
    for (int i = 0; fits && i < columns.size(); i++) {
      fits = SchemaRules.sameType(columns.get(i), given.get(i));
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "a batch of " + batch.getSchema() + " where " + request.schema() + " was announced");
    }
    writer.write(batch);
  }

  @Override
  public void finish() {
    requireUnfinished();
    List<Segment> staged = writer.finish();
    changes =
        switch (request.mode()) {
          case REPLACE -> {
            checkUnique(List.of(), staged);
            yield new SegmentChanges(List.of(), staged);
          }
          case APPEND -> {
            checkUnique(baseFiles(), staged);
            yield new SegmentChanges(List.of(), staged);
          }
          case UPSERT -> {
            checkUnique(List.of(), staged);
            yield staged.isEmpty() ? new SegmentChanges(List.of(), List.of()) : upsert(staged);
          }
        };
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      writer.close();
    }
  }

  private void requireUnfinished() {
    if (closed || changes != null) {
      throw new IllegalStateException("the rows of Space " + request.space() + " have ended");
    }
  }

  private void checkUnique(List<Segment> present, List<Segment> staged) {
    if (!request.unique()) {
      return;
    }
    List<Segment> all = new ArrayList<>(present);
    all.addAll(staged);
    try (Table table = stage.open(all, request)) {
      KeyedRows rows = keyed(table);
      KeyIndex keys = new KeyIndex(rows);
      for (long position = 0; position < rows.rowCount(); position++) {
        int earlier = keys.add(position);
        if (earlier >= 0) {
          throw new DovetailException(
              ErrorCode.E126,
              "the primary key "
                  + rows.text(position)
                  + " is in rows "
                  + (keys.position(earlier) + 1)
                  + " and "
                  + (position + 1),
              "Space " + request.space(),
              "Remove one of the rows, or put them without the check for unique keys.");
        }
      }
    }
  }

  /// Writes anew the segments in which rows are replaced, and the rows that follow.
  private SegmentChanges upsert(List<Segment> staged) {
    List<SegmentChanges.Rewrite> rewritten = new ArrayList<>();
    List<Segment> added;
    try (Table presentTable = stage.open(baseFiles(), request);
        Table addedTable = stage.open(staged, request)) {
      KeyedRows present = keyed(presentTable);
      Upsert upsert = new Upsert(request.space(), present, keyed(addedTable));
      long start = 0;
      for (StoredSegment stored : baseSegments) {
        long from = start;
        long end = start + stored.segment().rowCount();
        if (upsert.replacesIn(from, end)) {
          Segment segment =
              stage.rewrite(request.schema(), out -> upsert.collectRewritten(from, end, out));
          rewritten.add(new SegmentChanges.Rewrite(stored, segment));
        }
        start = end;
      }
      added = stage.write(request.schema(), upsert::collectAppended);
    }
    stage.discard(staged);
    return new SegmentChanges(rewritten, added);
  }

  private KeyedRows keyed(Table table) {
    List<VectorSchemaRoot> batches = new ArrayList<>();
    for (int i = 0; i < table.batchCount(); i++) {
      batches.add(table.batch(i));
    }
    return new KeyedRows(batches, request.primaryKey());
  }

  private List<Segment> baseFiles() {
    return baseSegments.stream().map(StoredSegment::segment).toList();
  }
}
