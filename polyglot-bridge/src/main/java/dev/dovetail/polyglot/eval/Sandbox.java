package dev.dovetail.polyglot.eval;

import java.nio.file.Path;
import java.util.List;

/// The walls around a worker process: how its command line is wrapped.
public sealed interface Sandbox permits Sandbox.None, Bubblewrap {
  /// For one's own code: the process has the rights of the user.
  Sandbox NONE = new None();

  /// The command line that runs a worker behind the walls.
  ///
  /// @param command the worker's command line
  /// @param readable the files and folders that it reads, all absolute
  /// @param dataBytes what it may hold in memory, heap and all else
  List<String> wrap(List<String> command, List<Path> readable, long dataBytes);

  /// What the walls are, in some words, for people who look at the state of a server.
  String text();

  /// Looks for bubblewrap and starts this process's JDK behind it, since a kernel or a container
  /// may refuse what is installed. Takes less than a second; to be called once.
  static Detection detect() {
    return Bubblewrap.detect(Path.of(System.getProperty("java.home")));
  }

  /// What was found.
  sealed interface Detection {
    /// What was found, or why nothing was, as a sentence without its full stop.
    String text();
  }

  /// Walls that hold a JVM.
  record Found(Sandbox sandbox) implements Detection {
    @Override
    public String text() {
      return sandbox.text();
    }
  }

  /// No walls can be had.
  ///
  /// @param because the reason, with the words of the system
  record Missing(String because) implements Detection {
    @Override
    public String text() {
      return "no sandbox: " + because;
    }
  }

  /// No walls.
  record None() implements Sandbox {
    @Override
    public List<String> wrap(List<String> command, List<Path> readable, long dataBytes) {
      return command;
    }

    @Override
    public String text() {
      return "none: workers have the rights of the server";
    }
  }
}
