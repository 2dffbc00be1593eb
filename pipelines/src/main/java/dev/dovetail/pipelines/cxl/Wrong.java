package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlError.Kind;

/// Ends the binding of one expression.
final class Wrong extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient CxlError error;

  private Wrong(CxlError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  static Wrong of(Kind kind, String message, String remedy, Place place) {
    return new Wrong(new CxlError(kind, message, remedy, place));
  }

  CxlError error() {
    return error;
  }
}
