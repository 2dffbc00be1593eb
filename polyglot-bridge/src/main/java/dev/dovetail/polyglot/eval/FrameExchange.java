package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.nio.BufferUnderflowException;

/// An interpreter at the other end of a stream. What it reports on its way to an answer is kept for
/// whoever has to say where it was. It need not be honest: what does not keep to the protocol is a
/// [BadAnswer].
final class FrameExchange implements Interpreter {
  private final Frames frames;
  private volatile Stretch stretch = Stretch.NONE;

  FrameExchange(Frames frames) {
    this.frames = frames;
  }

  @Override
  public <T> T call(Command command, Payload payload, AnswerReader<T> reader) throws IOException {
    stretch = Stretch.NONE;
    if (frames.hasUnread()) {
      throw new BadAnswer("it spoke before it was asked");
    }
    frames.write(command, payload);
    while (true) {
      Frame frame = frames.read();
      if (command == Command.JUDGE && frame.command() == Command.PROGRESS) {
        progress(frame.fields());
      } else if (command.answers().contains(frame.command())) {
        stretch = Stretch.NONE; // no deadline of a pair holds any more
        return read(frame, reader);
      } else {
        throw new BadAnswer(frame.command() + " is no answer to " + command);
      }
    }
  }

  private void progress(Fields report) throws BadAnswer {
    int from = report.number(0, Integer.MAX_VALUE);
    int to = report.number(from, Integer.MAX_VALUE);
    report.end();
    stretch = Stretch.begun(from, to);
  }

  private static <T> T read(Frame frame, AnswerReader<T> reader) throws BadAnswer {
    Fields fields = frame.fields();
    try {
      T answer = reader.read(frame.command(), fields);
      fields.end();
      return answer;
    } catch (IndexOutOfBoundsException | BufferUnderflowException | IllegalArgumentException e) {
      throw new BadAnswer("its parts do not fit each other: " + e.getMessage());
    }
  }

  @Override
  public Stretch stretch() {
    return stretch;
  }
}
