package dev.dovetail.tests.crash;

import java.util.Map;
import java.util.TreeMap;

/// What a home and the folder of output files hold, by the test's own account.
///
/// @param x the rows of the Space `x`, from which the joins' answers follow
/// @param y those of the Space `y`
/// @param seen what a reader must see
record State(Rows x, Rows y, Seen seen) {
  static final State EMPTY = new State(Rows.NONE, Rows.NONE, new Seen(Map.of(), Map.of()));

  /// What a reader sees.
  record Seen(Map<String, Version> spaces, Map<String, Content> files) {
    Seen {
      spaces = Map.copyOf(spaces);
      files = Map.copyOf(files);
    }

    @Override
    public String toString() {
      return new TreeMap<>(spaces) + (files.isEmpty() ? "" : " and " + new TreeMap<>(files));
    }
  }

  /// The last version of a Space.
  record Version(long number, Content content) {}

  boolean has(String space) {
    return seen.spaces().containsKey(space);
  }

  Rows input(String space) {
    return space.equals("x") ? x : y;
  }

  /// The state after the input Space got these rows.
  State withInput(String space, Rows rows) {
    State changed = withSpace(space, rows.content());
    return space.equals("x") ? new State(rows, y, changed.seen) : new State(x, rows, changed.seen);
  }

  /// The state after a Space got its next version.
  State withSpace(String name, Content content) {
    Map<String, Version> spaces = new TreeMap<>(seen.spaces());
    Version last = spaces.get(name);
    spaces.put(name, new Version(last == null ? 1 : last.number() + 1, content));
    return new State(x, y, new Seen(spaces, seen.files()));
  }

  State withFile(String name, Content content) {
    Map<String, Content> files = new TreeMap<>(seen.files());
    files.put(name, content);
    return new State(x, y, new Seen(seen.spaces(), files));
  }
}
