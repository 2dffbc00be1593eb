package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks that several task records share, and the sentences they refuse with.
final class Refusal {
  private Refusal() {}

  static DovetailException illegal(String what, String remedy) {
    return new DovetailException(ErrorCode.E101, what, "", remedy);
  }

  static String name(String name, String parameter) {
    if (name.isBlank()) {
      throw illegal(parameter + " is empty", "Give " + parameter + " a name.");
    }
    return name;
  }

  /// A list of names: none blank, none twice.
  static List<String> names(List<String> names, String parameter) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (name.isBlank()) {
        throw illegal(
            parameter + " contains an empty name", "Name a column there, or leave it out.");
      }
      if (!seen.add(name)) {
        throw illegal(parameter + " names '" + name + "' twice", "Name each column once.");
      }
    }
    return List.copyOf(names);
  }
}
