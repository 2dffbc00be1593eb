package dev.dovetail.spaces.files;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/// Rewrites escaped characters of quoted CSV fields for a parser that knows doubled quotes only:
/// escape and quote become two quotes, escape and anything else becomes that character.
final class EscapeReader extends FilterReader {
  private static final int NONE = -2;

  private final char quote;
  private final char escape;
  private final char delimiter;
  private boolean quoted;
  private boolean fieldBegins = true;

  /// A character that is read but not yet given, or [#NONE].
  private int pending = NONE;

  EscapeReader(Reader in, char quote, char escape, char delimiter) {
    super(in);
    this.quote = quote;
    this.escape = escape;
    this.delimiter = delimiter;
  }

  @Override
  public int read() throws IOException {
    if (pending != NONE) {
      int given = pending;
      pending = NONE;
      return given;
    }
    int c = in.read();
    if (quoted && c == escape) {
      int next = in.read();
      if (next == quote) {
        pending = quote;
      }
      return next < 0 ? c : next;
    }
    if (c == quote) {
      if (quoted) {
        quoted = doubled();
      } else {
        quoted = fieldBegins;
        fieldBegins = false;
      }
    } else if (!quoted) {
      fieldBegins = c == delimiter || c == '\n' || c == '\r';
    }
    return c;
  }

  /// Whether another quote follows inside a quoted field; it is given next and ends nothing.
  private boolean doubled() throws IOException {
    pending = in.read();
    if (pending == quote) {
      return true;
    }
    int next = pending;
    fieldBegins = next == delimiter || next == '\n' || next == '\r';
    return false;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int c = read();
      if (c < 0) {
        break;
      }
      buffer[offset + count++] = (char) c;
    }
    return count == 0 && length > 0 ? -1 : count;
  }
}
