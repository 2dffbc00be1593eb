package dev.dovetail.polyglot.worker;

import java.io.IOException;

/// An interpreter said what no honest one says. It is not asked again.
public final class BadAnswer extends IOException {
  private static final long serialVersionUID = 1L;

  public BadAnswer(String what) {
    super(what);
  }
}
