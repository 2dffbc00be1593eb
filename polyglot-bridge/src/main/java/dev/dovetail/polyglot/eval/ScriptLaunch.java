package dev.dovetail.polyglot.eval;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/// A script to run as a user's own program.
///
/// @param script the Python file
/// @param arguments what follows it in `sys.argv`
/// @param packages the folder that holds the Python package `dovetail`
/// @param input where its standard input comes from
/// @param output where its prints go
/// @param errors where its tracebacks go
public record ScriptLaunch(
    Path script,
    List<String> arguments,
    Path packages,
    Redirect input,
    Redirect output,
    Redirect errors) {
  public ScriptLaunch {
    arguments = List.copyOf(arguments);
  }

  /// With the standard streams of this process.
  public static ScriptLaunch inheriting(Path script, List<String> arguments, Path packages) {
    return new ScriptLaunch(
        script, arguments, packages, Redirect.INHERIT, Redirect.INHERIT, Redirect.INHERIT);
  }
}
