package dev.dovetail.pipelines.cxl;

/// An evaluation that has no value, such as a division by zero. It is part of normal life - a row
/// can fail - so it carries no stack trace.
public final class CxlFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  public enum Kind {
    DIVISION_BY_ZERO,
    OVERFLOW,
    CONVERSION,
    OUT_OF_RANGE,
    PATTERN,
    TOO_LARGE
  }

  /// A failure of a kind.
  ///
  /// @param message a sentence without a final full stop that names the values
  public CxlFailure(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  @Override
  public String getMessage() {
    return java.util.Objects.requireNonNull(super.getMessage());
  }
}
