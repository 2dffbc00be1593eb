package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;

/// A Python elsewhere that answers commands, one at a time.
interface Interpreter {
  /// Sends a command, waits for its answer and reads it.
  ///
  /// @throws IOException if the process is gone, or was ended because it did not keep to the
  ///   protocol
  <T> T call(Command command, Payload payload, AnswerReader<T> reader) throws IOException;

  /// Sends a command that is answered by nothing but "done".
  default void tell(Command command, Payload payload) throws IOException {
    call(command, payload, (_, _) -> true);
  }

  /// Reads an answer, whose kind is one that the command may have, to its end.
  interface AnswerReader<T> {
    T read(Command kind, Fields answer) throws BadAnswer;
  }

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
