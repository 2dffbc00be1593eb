package dev.dovetail.errors;

/// Whose turn it is to act on a problem, and hence the exit code of a command that meets it.
public enum Blame {
  /// The request or its configuration is wrong.
  REQUEST(1),
  /// The data, or the user's function, does not keep what was asked of it.
  DATA(3),
  /// Input, output, memory or another resource failed.
  RESOURCE(4),
  /// The deadline passed.
  DEADLINE(124),
  /// The user cancelled.
  CANCELLED(130),
  /// Dovetail itself is at fault.
  US(70);

  private final int exitCode;

  Blame(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
