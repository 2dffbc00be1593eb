package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;

/// An interpreter at the other end of a stream. What it reports on its way to an answer is kept for
/// whoever has to say where it was.
final class FrameExchange implements Interpreter {
  private final Frames frames;
  private volatile Stretch stretch = Stretch.NONE;

  FrameExchange(Frames frames) {
    this.frames = frames;
  }

  @Override
  public Frame call(Command command, Payload payload) throws IOException {
    stretch = Stretch.NONE;
    frames.write(command, payload);
    while (true) {
      Frame frame = frames.read();
      if (frame.command() != Command.PROGRESS) {
        return frame;
      }
      var in = frame.fields();
      stretch = Stretch.begun(in.readInt(), in.readInt());
    }
  }

  @Override
  public Stretch stretch() {
    return stretch;
  }
}
