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

  /// Pairs [from, to) of a batch, which the process began to judge at `startedNanos`.
  record Stretch(int from, int to, long startedNanos) {
    /// Judging has not begun.
    static final Stretch NONE = new Stretch(0, Integer.MAX_VALUE, Long.MAX_VALUE);

    static Stretch begun(int from, int to) {
      return new Stretch(from, to, System.nanoTime());
    }

    /// How long it has been judged by now.
    long nanos() {
      return startedNanos == Long.MAX_VALUE ? 0 : System.nanoTime() - startedNanos;
    }
  }
}
