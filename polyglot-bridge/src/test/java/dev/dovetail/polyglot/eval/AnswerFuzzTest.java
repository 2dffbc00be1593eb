package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Answers with some bytes changed are read as something, or refused; nothing else happens.
class AnswerFuzzTest {
  private static final long SEED = Long.getLong("seed", 7);

  @Test
  void aChangedAnswerIsReadOrRefused() throws IOException {
    byte[] honest = honest();
    assertThat(MappedColumn.readBatch(new Fields(payload(honest))).columns()).hasSize(5);
    Random random = new Random(SEED);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] changed = honest.clone();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        changed[5 + random.nextInt(changed.length - 5)] =
            random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (random.nextInt(3) - 1);
      }
      try {
        exchange(changed)
            .call(
                Command.MAP,
                Payload.empty(),
                (_, answer) -> MappedColumn.readBatch(new Fields(answer.rest())));
      } catch (IOException | DovetailException e) {
        refused++;
      }
    }
    assertThat(refused).describedAs("seed " + SEED).isBetween(10_000, 19_999);
  }

  private static byte[] payload(byte[] frame) {
    return java.util.Arrays.copyOfRange(frame, 5, frame.length);
  }

  /// A stream of one frame that nobody has sent before he was asked.
  private static FrameExchange exchange(byte[] frame) {
    InputStream in =
        new ByteArrayInputStream(frame) {
          @Override
          public int available() {
            return 0;
          }
        };
    return new FrameExchange(new Frames(in, OutputStream.nullOutputStream()));
  }

  /// Two rows of five columns, as `PackedResult` writes them.
  private static byte[] honest() throws IOException {
    byte[] none = new byte[0];
    byte[] second = {1, 0, 0, 0};
    Payload out = Payload.empty().number(2).number(5);
    out.text("t").text("text").bytes(none).number(2).text("abc");
    out.bytes(new byte[] {1, 0, 0, 0, 2, 0, 0, 0});
    out.text("d").text("decimal").bytes(second).number(2).bytes(new byte[] {'1', 'E', '9'});
    out.text("n").text("null").bytes(new byte[] {0, 0, 0, 0, 1, 0, 0, 0}).number(2);
    out.text("i").text("int").bytes(none).number(2).bytes(new byte[16]).number(1);
    out.text("l").text("list").bytes(second).number(2).bytes(new byte[] {2, 0, 0, 0});
    out.text("bool").bytes(none).number(2).bytes(new byte[] {1, 0});
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    new Frames(InputStream.nullInputStream(), frame).write(Command.MAPPED, out);
    return frame.toByteArray();
  }
}
