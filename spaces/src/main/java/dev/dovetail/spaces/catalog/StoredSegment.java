package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.segment.Segment;

/// A segment of a version, and its place in the order of the version's rows.
public record StoredSegment(Segment segment, long place) {}
