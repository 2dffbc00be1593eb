package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A command of Dovetail that changes something, with what it must change.
interface Deed {
  /// What it is called in messages, and measured under.
  String name();

  /// Writes the files that it reads, for a home in this state.
  void prepare(State before) throws IOException;

  /// The arguments of `dovetail`.
  List<String> arguments();

  /// The states that its commits lead to, one after the other; the last one is the aim.
  List<State> commits(State before);

  /// The folders that deeds work in, beside the home.
  ///
  /// @param inputs files that are put or run
  /// @param outputs files that joins write
  record Folders(Path inputs, Path outputs) {}
}
