package dev.dovetail.polyglot.parse;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A source text with its lines, as Python counts them: a line ends at a line feed, at a carriage
/// return, or at both together. A byte order mark at the front is not part of the text.
public final class SourceText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String text;
  private final Origin origin;
  private final int[] lineStarts;

  /// The line whose code points [#codePoints] holds, from 0; -1 for none.
  private int indexedLine = -1;

  private int @Nullable [] codePoints;

  public SourceText(String text, Origin origin) {
    this.text = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    this.origin = origin;
    this.lineStarts = lineStarts(this.text);
  }

  private static int[] lineStarts(String text) {
    int[] starts = new int[16];
    int count = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'))) {
        if (count == starts.length) {
          starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  public String text() {
    return text;
  }

  public Origin origin() {
    return origin;
  }

  public int lineCount() {
    return lineStarts.length;
  }

  /// A line of the text without its line break; `index` counts from 0.
  public String line(int index) {
    int end = index + 1 < lineStarts.length ? lineStarts[index + 1] : text.length();
    int start = lineStarts[index];
    while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(start, end);
  }

  /// The span between two positions in the parser's terms: lines from 1 and columns in code points
  /// from 0, both within the text. Positions outside the text move to its nearest end.
  Span span(int startLine, int startColumn, int endLine, int endColumn) {
    int start = offset(startLine, startColumn);
    int end = Math.max(start, offset(endLine, endColumn));
    return new Span(
        this,
        start,
        end,
        origin.line() + startLine - 1,
        Math.max(startColumn, 0) + 1,
        origin.line() + endLine - 1,
        Math.max(endColumn, 0) + 1);
  }

  private int offset(int line, int column) {
    int index = Math.clamp(line - 1, 0, lineStarts.length - 1);
    int start = lineStarts[index];
    int end = index + 1 < lineStarts.length ? lineStarts[index + 1] : text.length();
    int[] map = codePointOffsets(index, start, end);
    if (map == null) {
      return Math.clamp((long) start + column, start, end);
    }
    return start + map[Math.clamp(column, 0, map.length - 1)];
  }

  /// Where each code point of a line begins, or null where every code point is one character. Kept
  /// for the last line asked for, since a parser asks line by line.
  private int @Nullable [] codePointOffsets(int index, int start, int end) {
    if (index != indexedLine) {
      indexedLine = index;
      int count = text.codePointCount(start, end);
      codePoints = null;
      if (count != end - start) {
        int[] offsets = new int[count + 1];
        int at = start;
        for (int i = 0; i < count; i++) {
          offsets[i] = at - start;
          at += Character.charCount(text.codePointAt(at));
        }
        offsets[count] = end - start;
        codePoints = offsets;
      }
    }
    return codePoints;
  }

  @Override
  public String toString() {
    return origin.file() + " (" + text.length() + " characters)";
  }
}
