package dev.dovetail.pipelines.cxl;

import java.util.List;

/// A text that is not legal; carries all that is wrong with it, in the order of the text. It does
/// not leave the module: whoever has the document says where the text stands.
public final class CxlRefused extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<CxlError> errors;

  public CxlRefused(List<CxlError> errors) {
    super(errors.getFirst().message(), null, false, false);
    this.errors = List.copyOf(errors);
  }

  public List<CxlError> errors() {
    return errors;
  }
}
