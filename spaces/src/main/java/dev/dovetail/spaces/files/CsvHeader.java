package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What the first lines of a CSV file settle: the delimiter and the names of the columns.
///
/// @param dialect with its delimiter
record CsvHeader(CsvDialect dialect, List<String> names) {
  private static final int LONGEST_LINE = 1 << 20;

  static CsvHeader read(SourceFile file, String fileName, ReadOptions options) {
    CsvDialect dialect = options.csv();
    if (dialect.delimiter() == null) {
      dialect = dialect.withDelimiter(delimiter(file, fileName, dialect));
    }
    RejectedRows rejected = new RejectedRows(file.name());
    List<String> cells;
    try (CsvRecords records = new CsvRecords(file, dialect)) {
      cells = records.header(rejected);
    }
    if (cells.isEmpty()) {
      throw new DovetailException(
          ErrorCode.E203,
          "the file holds no header line",
          file.name(),
          "A table has at least column names.");
    }
    if (dialect.header()) {
      checkNames(cells, file);
      return new CsvHeader(dialect, List.copyOf(cells));
    }
    return new CsvHeader(dialect, numbered(cells.size(), options));
  }

  /// Without a header, declared types for all columns name them in order.
  private static List<String> numbered(int count, ReadOptions options) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add("column" + i);
    }
    List<String> declared = List.copyOf(options.types().keySet());
    return declared.size() == count ? declared : names;
  }

  private static void checkNames(List<String> names, SourceFile file) {
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.isEmpty()) {
        throw header(file, "column " + (i + 1) + " has no name");
      }
      if (name.indexOf(0) >= 0) {
        throw header(file, "a NUL character stands in the name of column " + (i + 1));
      }
      Integer earlier = seen.put(name, i + 1);
      if (earlier != null) {
        throw header(
            file,
            "columns " + earlier + " and " + (i + 1) + " are both named " + Faults.shown(name));
      }
    }
  }

  private static DovetailException header(SourceFile file, String what) {
    return new DovetailException(
        ErrorCode.E203,
        "the header cannot be read: " + what,
        file.name() + ", line 1",
        "Name every column once, or say that the file has no header.");
  }

  /// By the extension; else a comma, unless the header line has none and holds another delimiter.
  private static char delimiter(SourceFile file, String fileName, CsvDialect dialect) {
    String name = Compression.stripExtension(fileName.toLowerCase(Locale.ROOT));
    if (name.endsWith(".tsv") || name.endsWith(".tab")) {
      return '\t';
    }
    if (name.endsWith(".psv")) {
      return '|';
    }
    String line = firstLine(file, dialect);
    if (line.indexOf(',') >= 0) {
      return ',';
    }
    char best = ',';
    long most = 0;
    for (char candidate : new char[] {';', '\t', '|'}) {
      long count = line.chars().filter(c -> c == candidate).count();
      if (count > most) {
        best = candidate;
        most = count;
      }
    }
    return best;
  }

  /// The first line that is neither empty nor a comment, without what stands in quotes.
  private static String firstLine(SourceFile file, CsvDialect dialect) {
    StringBuilder line = new StringBuilder();
    try (Reader text = CsvRecords.open(file, dialect)) {
      boolean quoted = false;
      boolean comment = false;
      boolean begun = false;
      for (int c = text.read(); c >= 0 && line.length() < LONGEST_LINE; c = text.read()) {
        boolean lineEnd = c == '\n' || c == '\r';
        if (lineEnd && !quoted && begun && !comment) {
          break;
        }
        if (lineEnd && !quoted) {
          begun = false;
          comment = false;
          continue;
        }
        Character mark = dialect.comment();
        comment |= !begun && mark != null && c == mark;
        begun = true;
        if (c == dialect.quote()) {
          quoted = !quoted;
        } else if (!quoted && !comment) {
          line.append((char) c);
        }
      }
    } catch (StrictReader.Malformed _) {
      // The pass over the records meets the same bytes and names their place.
      return line.toString();
    } catch (IOException e) {
      throw file.fault(e);
    }
    return line.toString();
  }
}
