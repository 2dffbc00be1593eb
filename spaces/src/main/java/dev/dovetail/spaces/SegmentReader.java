package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.segment.DamagedSegment;
import dev.dovetail.spaces.segment.DiskProblems;
import dev.dovetail.spaces.segment.MappedSegment;
import dev.dovetail.spaces.segment.Segment;
import dev.dovetail.spaces.segment.SegmentFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Maps segments, and compares the checksum of each the first time that this store sees it.
final class SegmentReader {
  private final SegmentFolder folder;
  private final BufferAllocator allocator;
  private final Set<String> verified = ConcurrentHashMap.newKeySet();

  SegmentReader(SegmentFolder folder, BufferAllocator allocator) {
    this.folder = folder;
    this.allocator = allocator;
  }

  /// @param owner the Space and version that the segments belong to, for the message if one is
  ///   damaged
  /// @throws NoSuchFileException if a segment has gone, which a dropped Space explains
  MappedTable open(List<Segment> segments, Schema schema, String owner) throws NoSuchFileException {
    List<VectorSchemaRoot> batches = new ArrayList<>();
    boolean complete = false;
    try {
      for (Segment segment : segments) {
        batches.addAll(batches(segment, schema, owner));
      }
      complete = true;
    } finally {
      if (!complete) {
        batches.forEach(VectorSchemaRoot::close);
      }
    }
    return new MappedTable(schema, batches);
  }

  private List<VectorSchemaRoot> batches(Segment segment, Schema schema, String owner)
      throws NoSuchFileException {
    Path path = folder.path(segment.file());
    boolean verify = !verified.contains(segment.file());
    try {
      List<VectorSchemaRoot> batches = MappedSegment.open(path, segment, verify, schema, allocator);
      verified.add(segment.file());
      return batches;
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (IOException failure) {
      throw DiskProblems.of(failure, path, "read");
    } catch (DamagedSegment damage) {
      throw damaged(path, String.valueOf(damage.getMessage()), owner, damage);
    }
  }

  static DovetailException damaged(Path path, String reason, String owner, Throwable cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E207,
            "the segment file " + path + " is damaged: " + reason,
            owner,
            "Restore the file from a copy, or put the Space again; its other versions may be whole."),
        cause);
  }
}
