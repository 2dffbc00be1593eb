package dev.dovetail.spaces;

import java.time.Instant;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// One immutable version of a Space.
///
/// @param version from 1, one more for each commit that touches the Space
/// @param primaryKey the declared key columns, empty if none
/// @param bytes size of the version's segment files
/// @param operation `put`, `append`, `upsert`, `join`, `transform`: what made the version
/// @param sessionId the run that made it, if a run did
public record SpaceVersion(
    String name,
    long version,
    Schema schema,
    List<String> primaryKey,
    long rowCount,
    long bytes,
    Instant committedAt,
    String operation,
    @Nullable String sessionId) {
  public SpaceVersion {
    primaryKey = List.copyOf(primaryKey);
  }
}
