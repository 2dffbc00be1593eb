package dev.dovetail.spaces;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// What a [Commit#put] asked for, checked.
///
/// @param primaryKey the key that the new version declares
record PutRequest(
    String space,
    Schema schema,
    List<String> primaryKey,
    PutMode mode,
    boolean unique,
    String operation,
    @Nullable String sessionId) {}
