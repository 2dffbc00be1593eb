package dev.dovetail.pipelines.cxl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What `let`, lambdas and comprehensions have named, the innermost last, and the slots that hold
/// it.
final class Names {
  private final List<Named> named = new ArrayList<>();
  private int slots;

  private final Set<String> unknown = new HashSet<>();

  private record Named(String name, int slot, CxlType type) {}

  /// Names a value that is not known: what reads it is not looked at.
  void addUnknown(String name) {
    unknown.add(name);
  }

  boolean isUnknown(String name) {
    return unknown.contains(name);
  }

  /// Names a value; its slot is the answer.
  int add(String name, CxlType type) {
    named.add(new Named(name, slots, type));
    return slots++;
  }

  /// A slot that no text names.
  int addHidden() {
    return slots++;
  }

  void removeLast() {
    named.removeLast();
  }

  Optional<Term> find(String name, Place place) {
    for (Named found : named.reversed()) {
      if (found.name().equals(name)) {
        return Optional.of(new Term.Variable(found.slot(), found.type(), place));
      }
    }
    return Optional.empty();
  }

  List<String> all() {
    return named.stream().map(Named::name).toList();
  }

  /// How many slots an evaluation needs.
  int slots() {
    return slots;
  }
}
