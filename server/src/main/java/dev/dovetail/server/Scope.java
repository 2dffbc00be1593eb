package dev.dovetail.server;

import java.util.Locale;

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

  /// The scope of a word.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Scope named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean allows(Scope needed) {
    return compareTo(needed) >= 0;
  }
}
