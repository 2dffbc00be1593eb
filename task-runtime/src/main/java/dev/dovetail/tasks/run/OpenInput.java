package dev.dovetail.tasks.run;

import dev.dovetail.sessions.Session;
import dev.dovetail.spaces.Table;
import java.util.List;

/// An input with its rows, pinned until the run ends.
///
/// @param name what it is called in messages
/// @param provenance which version or bytes were read
/// @param declaredKey the primary key that the Space declares; empty for a file
/// @param bytes size of what was read
public record OpenInput(
    String name, Table table, Session.Input provenance, List<String> declaredKey, long bytes) {
  public OpenInput {
    declaredKey = List.copyOf(declaredKey);
  }
}
