package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlError.Kind;
import java.util.Optional;

/// Ends the binding of one expression.
final class Wrong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<CxlError> error;

  private Wrong(String message, Optional<CxlError> error) {
    super(message, null, false, false);
    this.error = error;
  }

  static Wrong of(Kind kind, String message, String remedy, Place place) {
    return new Wrong(message, Optional.of(new CxlError(kind, message, remedy, place)));
  }

  /// It reads a name whose own value is wrong.
  static Wrong toldBefore() {
    return new Wrong("told before", Optional.empty());
  }

  /// What is to be told; empty if it was.
  Optional<CxlError> error() {
    return error;
  }
}
