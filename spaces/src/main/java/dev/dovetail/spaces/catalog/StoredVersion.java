package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.SpaceVersion;

/// A version and the number of its Space. Two Spaces that bore one name, one after the other,
/// differ in it.
public record StoredVersion(long spaceId, SpaceVersion version) {}
