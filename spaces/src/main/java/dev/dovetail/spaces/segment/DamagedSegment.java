package dev.dovetail.spaces.segment;

/// A segment file is not what was written: caught by the store, which knows whose it is.
public final class DamagedSegment extends Exception {
  private static final long serialVersionUID = 1L;

  public DamagedSegment(String reason) {
    super(reason);
  }

  public DamagedSegment(String reason, Throwable cause) {
    super(reason, cause);
  }
}
