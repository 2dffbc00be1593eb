package dev.dovetail.server;

import io.helidon.http.Status;

/// A request that HTTP itself has a word for, before any task is concerned.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Status status;

  Refusal(Status status, String what) {
    super(what);
    this.status = status;
  }

  Status status() {
    return status;
  }
}
