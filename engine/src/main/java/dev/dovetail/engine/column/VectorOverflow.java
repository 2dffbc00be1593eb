package dev.dovetail.engine.column;

/// Values do not fit one vector, whose offsets are 32 bits wide; fewer rows may.
public final class VectorOverflow extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VectorOverflow() {
    super("more than 2147483647 bytes or elements in one vector", null, false, false);
  }
}
