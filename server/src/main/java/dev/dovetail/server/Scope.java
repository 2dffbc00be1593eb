package dev.dovetail.server;

/// What a caller may do; each includes those before it.
public enum Scope {
  /// Nothing of anybody's: whether the server is well.
  NONE,
  /// See what is there.
  READ,
  /// Run tasks and change Spaces.
  RUN,
  /// Everything, tokens included.
  ADMIN;

  boolean allows(Scope needed) {
    return compareTo(needed) >= 0;
  }
}
