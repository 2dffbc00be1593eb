package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One pass over the lines of a JSON lines file. Each line is parsed by itself, so that a broken
/// one is counted and the next one still read.
final class JsonLines implements AutoCloseable {
  private static final String AT = "at character ";
  private static final int LONGEST_LINE = 64 * 1024 * 1024;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxNumberLength(1000)
                  .maxStringLength(LONGEST_LINE)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  /// Reads the object that a parser has just entered; says why it is rejected, if it is.
  interface LineReader {
    @Nullable String read(JsonParser object) throws IOException;
  }

  private final SourceFile file;
  private final InputStream in;
  private final RejectedRows rejected;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private byte[] line = new byte[1 << 12];
  private int length;
  private long number;

  JsonLines(SourceFile file, RejectedRows rejected) {
    this.file = file;
    this.rejected = rejected;
    this.in = file.bytes();
  }

  /// Gives the next line that is not blank to the reader; false at the end of the file.
  boolean next(LineReader reader) {
    try {
      while (readLine()) {
        number++;
        int start = number == 1 && byteOrderMark() ? 3 : 0;
        if (!blank(start)) {
          read(start, reader);
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  private void read(int start, LineReader reader) throws IOException {
    if (seemsWide(start)) {
      rejected.add(number, "", AT + "1, the line is not UTF-8");
      return;
    }
    String problem;
    int column = 1;
    try (JsonParser parser = FACTORY.createParser(line, start, length - start)) {
      try {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
          problem = "the line is not a JSON object";
        } else {
          problem = reader.read(parser);
          column = parser.currentTokenLocation().getColumnNr();
          if (problem == null && parser.nextToken() != null) {
            problem = "something follows the object";
            column = parser.currentTokenLocation().getColumnNr();
          }
        }
      } catch (JsonProcessingException e) {
        String message = e.getOriginalMessage();
        int end = message.indexOf('\n');
        problem = end < 0 ? message : message.substring(0, end);
        column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
      }
    }
    if (problem != null) {
      rejected.add(number, "", problem.startsWith(AT) ? problem : AT + column + ", " + problem);
    }
  }

  /// The place of a parser's token, which a problem begins with.
  static String at(JsonParser parser) {
    return AT + parser.currentTokenLocation().getColumnNr() + ", ";
  }

  long number() {
    return number;
  }

  private boolean byteOrderMark() {
    return length >= 3
        && line[0] == (byte) 0xEF
        && line[1] == (byte) 0xBB
        && line[2] == (byte) 0xBF;
  }

  /// Whether the parser would take the line for UTF-16 or UTF-32: it looks for zero bytes, which no
  /// JSON in UTF-8 has, and for byte-order marks.
  private boolean seemsWide(int start) {
    for (int i = start; i < Math.min(length, start + 4); i++) {
      if (line[i] == 0) {
        return true;
      }
    }
    return (line[start] & 0xFF) >= 0xFE;
  }

  private boolean blank(int start) {
    for (int i = start; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean readLine() throws IOException {
    length = 0;
    boolean any = false;
    while (true) {
      if (position == limit) {
        limit = Math.max(0, in.read(buffer));
        position = 0;
        if (limit == 0) {
          return any;
        }
      }
      any = true;
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      append(end - position);
      boolean found = end < limit;
      position = found ? end + 1 : end;
      if (found) {
        return true;
      }
    }
  }

  private void append(int count) {
    if (length + count > LONGEST_LINE) {
      rejected.add(number + 1, "", "the line is longer than " + LONGEST_LINE + " bytes");
      throw rejected.unfinished("write one object per line");
    }
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.max(line.length * 2, length + count));
    }
    System.arraycopy(buffer, position, line, length, count);
    length += count;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw file.fault(e);
    }
  }
}
