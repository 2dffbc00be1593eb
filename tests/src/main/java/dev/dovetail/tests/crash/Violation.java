package dev.dovetail.tests.crash;

/// What must hold does not.
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  Violation(String what) {
    super(what);
  }
}
