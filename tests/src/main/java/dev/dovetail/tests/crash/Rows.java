package dev.dovetail.tests.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// The rows of an input Space, which the test knows without asking Dovetail: row `i` has the id
/// `i`, the generation of the put that wrote it last, and a text that follows from the two.
///
/// Never changes.
final class Rows {
  static final Rows NONE = new Rows(new int[0]);

  private final int[] generations;

  private Rows(int[] generations) {
    this.generations = generations;
  }

  static Rows of(int count, int generation) {
    return NONE.with(0, count, generation);
  }

  int count() {
    return generations.length;
  }

  /// The rows after those from `start` on were written again, or added.
  Rows with(int start, int count, int generation) {
    int[] changed = Arrays.copyOf(generations, Math.max(generations.length, start + count));
    Arrays.fill(changed, start, start + count, generation);
    return new Rows(changed);
  }

  Content content() {
    Content.Builder content = new Content.Builder();
    for (int id = 0; id < count(); id++) {
      content.row(id, generations[id], text(id, generations[id]));
    }
    return content.build();
  }

  /// Every row with the row of the same id on the other side, for the ids below a limit.
  Content joined(Rows other, int below) {
    Content.Builder content = new Content.Builder();
    for (int id = 0; id < count(); id++) {
      content.row(id, generations[id], text(id, generations[id]));
      if (id < Math.min(below, other.count())) {
        content.match(id, other.generations[id], text(id, other.generations[id]));
      }
    }
    return content.build();
  }

  /// Writes the rows from `start` to `end`, without it.
  void writeCsv(Path file, int start, int end) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      StringBuilder lines = new StringBuilder("id,generation,text\n");
      for (int id = start; id < end; id++) {
        lines.append(id).append(',').append(generations[id]).append(',');
        lines.append(new String(text(id, generations[id]), StandardCharsets.US_ASCII)).append('\n');
        if (lines.length() > 1 << 16) {
          out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
          lines.setLength(0);
        }
      }
      out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static byte[] text(int id, int generation) {
    return ("the text of row " + id + " as generation " + generation + " wrote it")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
