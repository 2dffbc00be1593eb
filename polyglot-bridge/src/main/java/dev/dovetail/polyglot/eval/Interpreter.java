package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;

/// A Python elsewhere that answers commands, one at a time.
interface Interpreter {
  /// Sends a command and waits for its answer.
  ///
  /// @throws IOException if the process is gone
  Frame call(Command command, Payload payload) throws IOException;

  /// The stretch of pairs that the process was at last, in its batch.
  Stretch stretch();

  /// Pairs [from, to) of a batch.
  record Stretch(int from, int to) {
    static final Stretch START = new Stretch(0, Integer.MAX_VALUE);
  }
}
