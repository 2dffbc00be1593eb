package dev.dovetail.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Rows aligned in columns for people. Numbers stand to the right.
final class TextTable {
  private static final int MAX_WIDTH = 60;

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    this.header = List.of(header);
  }

  TextTable(List<String> header) {
    this.header = List.copyOf(header);
  }

  void add(String... cells) {
    add(List.of(cells));
  }

  void add(List<String> cells) {
    rows.add(cells.stream().map(TextTable::shown).toList());
  }

  /// One line a cell: control characters are shown as escapes, so that data cannot steer the
  /// terminal.
  private static String shown(String cell) {
    StringBuilder text = new StringBuilder();
    cell.codePoints()
        .limit(MAX_WIDTH + 1L)
        .forEach(
            c -> {
              if (c == '\n') {
                text.append("\\n");
              } else if (Character.isISOControl(c)) {
                text.append(String.format(Locale.ROOT, "\\x%02x", c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.codePointCount(0, text.length()) > MAX_WIDTH
        ? text.substring(0, text.offsetByCodePoints(0, MAX_WIDTH - 1)) + "…"
        : text.toString();
  }

  @Override
  public String toString() {
    int[] widths = new int[header.size()];
    boolean[] numeric = new boolean[header.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      widths[c] = width(header.get(c));
      numeric[c] = !rows.isEmpty();
      for (List<String> row : rows) {
        widths[c] = Math.max(widths[c], width(row.get(column)));
        numeric[c] &=
            row.get(column).isEmpty() || row.get(column).matches("[-+]?[\\d.,:e+-]+( [kMG]B| B)?");
      }
    }
    StringBuilder text = new StringBuilder();
    line(text, header, widths, numeric);
    rows.forEach(row -> line(text, row, widths, numeric));
    return text.toString();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static void line(
      StringBuilder text, List<String> cells, int[] widths, boolean[] numeric) {
    int start = text.length();
    for (int c = 0; c < widths.length; c++) {
      String padding = " ".repeat(widths[c] - width(cells.get(c)));
      text.append(c == 0 ? "" : "  ")
          .append(numeric[c] ? padding + cells.get(c) : cells.get(c) + padding);
    }
    int end = text.length();
    while (end > start && text.charAt(end - 1) == ' ') {
      end--;
    }
    text.setLength(end);
    text.append('\n');
  }
}
