/// Segments: immutable Arrow IPC files of a home folder, and rows on their way in and out of them.
///
/// [dev.dovetail.spaces.segment.SegmentFolder] owns the files and knows which of them a living
/// writer holds, [dev.dovetail.spaces.segment.SegmentWriter] makes one,
/// [dev.dovetail.spaces.segment.MappedSegment] reads one without a copy. Only
/// [dev.dovetail.spaces.SpaceStore] and its commits call this package.
@NullMarked
package dev.dovetail.spaces.segment;

import org.jspecify.annotations.NullMarked;
