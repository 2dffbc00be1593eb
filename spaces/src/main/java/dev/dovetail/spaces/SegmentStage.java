package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.segment.RollingWriter;
import dev.dovetail.spaces.segment.RowCollector;
import dev.dovetail.spaces.segment.Segment;
import dev.dovetail.spaces.segment.SegmentFolder;
import dev.dovetail.spaces.segment.WriterLease;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// The segment files that one commit writes, and the sign that their writer lives.
final class SegmentStage implements AutoCloseable {
  private final SegmentFolder folder;
  private final SegmentReader reader;
  private final BufferAllocator allocator;
  private final WriterLease lease;
  private final List<String> files = new ArrayList<>();
  private int segments;

  SegmentStage(SegmentFolder folder, SegmentReader reader, BufferAllocator allocator) {
    this.folder = folder;
    this.reader = reader;
    this.allocator = allocator;
    this.lease = folder.lease();
  }

  RollingWriter writer(Schema schema) {
    return RollingWriter.of(this::newFile, schema, allocator);
  }

  /// Collects rows into new segments.
  List<Segment> write(Schema schema, Consumer<RowCollector> rows) {
    return collect(writer(schema), schema, rows);
  }

  /// Collects rows into one new segment.
  Segment rewrite(Schema schema, Consumer<RowCollector> rows) {
    RollingWriter writer = RollingWriter.ofOneSegment(this::newFile, schema, allocator);
    return collect(writer, schema, rows).getFirst();
  }

  private List<Segment> collect(RollingWriter writer, Schema schema, Consumer<RowCollector> rows) {
    try (writer;
        RowCollector collector = new RowCollector(schema, allocator, writer::write)) {
      rows.accept(collector);
      return writer.finish();
    }
  }

  /// Reads segments of this commit and of the version below it.
  MappedTable open(List<Segment> segments, PutRequest request) {
    try {
      return reader.open(segments, request.schema(), "Space " + request.space());
    } catch (NoSuchFileException gone) {
      throw overtaken(request.space(), gone);
    }
  }

  /// The Space was changed by another run, and this one was computed from what it was before.
  static DovetailException overtaken(String space, @Nullable Throwable cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E206,
            "another run has changed the Space '" + space + "' meanwhile",
            "",
            "Nothing was changed. Run it again."),
        cause);
  }

  void discard(List<Segment> segments) {
    folder.delete(segments.stream().map(Segment::file).toList());
  }

  /// Makes the names of all files durable; to be called before they are published.
  void sync() {
    folder.sync();
  }

  /// Called within the transaction that publishes the files; see [WriterLease#publish].
  void publish(Connection catalog) throws SQLException {
    lease.publish(catalog);
  }

  /// Removes every file that was not published.
  ///
  /// @param published asks the catalog; it decides even after a commit that failed, since the
  ///   failure may have come after the change
  void discard(Supplier<Set<String>> published) {
    if (!files.isEmpty()) {
      lease.withdraw(
          () -> {
            List<String> rubbish = new ArrayList<>(files);
            rubbish.removeAll(published.get());
            folder.delete(rubbish);
          });
    }
  }

  @Override
  public void close() {
    lease.close();
  }

  private Path newFile() {
    Path path = folder.newSegment(lease, segments++);
    files.add(String.valueOf(path.getFileName()));
    return path;
  }
}
