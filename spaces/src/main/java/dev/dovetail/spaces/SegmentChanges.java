package dev.dovetail.spaces;

import dev.dovetail.spaces.catalog.StoredSegment;
import dev.dovetail.spaces.segment.Segment;
import java.util.List;

/// What a put does to the segments of its Space.
///
/// @param rewritten files that take the place of others
/// @param added files that follow
record SegmentChanges(List<Rewrite> rewritten, List<Segment> added) {
  /// @param segment the new file
  record Rewrite(StoredSegment old, Segment segment) {}
}
