package dev.dovetail.spaces.files;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.RecordType;
import dev.dovetail.errors.DovetailException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// One pass over the records of a CSV file: the header, then one record per [#next], whose cells go
/// to a [Cells]. Written for speed: no object per cell.
final class CsvRecords implements AutoCloseable {
  /// A field longer than this is taken for a quote that is never closed.
  static final int MOST_CHARACTERS = 16 * 1024 * 1024;

  /// Receives the cells of a record.
  interface Cells {
    void cell(int column, char[] text, int offset, int length, boolean quoted);
  }

  private final SourceFile file;
  private final CsvReader<Handler> reader;
  private final CloseableIterator<Handler> records;
  private final Handler handler = new Handler();

  CsvRecords(SourceFile file, CsvDialect dialect) {
    this.file = file;
    char delimiter = dialect.delimiter() == null ? ',' : dialect.delimiter();
    Character escape = dialect.escape();
    Character comment = dialect.comment();
    CsvReader.CsvReaderBuilder builder =
        CsvReader.builder()
            .fieldSeparator(delimiter)
            .quoteCharacter(dialect.quote())
            .skipEmptyLines(false)
            .extraFieldStrategy(de.siegmar.fastcsv.reader.FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(de.siegmar.fastcsv.reader.FieldMismatchStrategy.IGNORE)
            .allowExtraCharsAfterClosingQuote(false)
            .allowUnclosedQuote(false)
            .maxBufferSize(MOST_CHARACTERS);
    if (comment != null) {
      builder.commentStrategy(CommentStrategy.SKIP).commentCharacter(comment);
    }
    Reader text = open(file, dialect);
    if (escape != null && escape != dialect.quote()) {
      text = new EscapeReader(text, dialect.quote(), escape, delimiter);
    }
    this.reader = builder.build(handler, text);
    this.records = reader.iterator();
  }

  static Reader open(SourceFile file, CsvDialect dialect) {
    try {
      return new BufferedReader(new StrictReader(file.bytes(), dialect.encoding()), 1 << 16);
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  /// Reads the next record that is no empty line; false at the end of the file. An empty line is a
  /// record only where `single` says that the table has one column: there it is a NULL.
  ///
  /// @param rejected gets a broken quote, after which nothing more can be read
  boolean next(Cells cells, boolean single, RejectedRows rejected) {
    handler.cells = cells;
    try {
      while (records.hasNext()) {
        Handler read = records.next();
        if (!read.empty() || single) {
          return true;
        }
      }
      return false;
    } catch (UncheckedIOException e) {
      throw e.getCause() == null ? e : failed(e.getCause(), rejected);
    } catch (CsvParseException e) {
      throw failed(e, rejected);
    }
  }

  /// The first line of the record that [#next] read.
  long line() {
    return handler.line();
  }

  int cellCount() {
    return handler.empty() ? 0 : handler.count();
  }

  List<String> header(RejectedRows rejected) {
    List<String> names = new ArrayList<>();
    next(
        (_, text, offset, length, _) -> names.add(new String(text, offset, length)),
        false,
        rejected);
    return names;
  }

  private RuntimeException failed(IOException e, RejectedRows rejected) {
    if (e instanceof StrictReader.Malformed malformed) {
      rejected.add(malformed.line(), "", malformed.getMessage());
      return rejected.unfinished("declare the file's encoding, such as latin1 or utf-16");
    }
    return file.fault(e);
  }

  private RuntimeException failed(CsvParseException e, RejectedRows rejected) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (!(cause instanceof CsvParseException)) {
      return cause instanceof DovetailException || cause instanceof RuntimeException
          ? (RuntimeException) cause
          : e;
    }
    String message = String.valueOf(cause.getMessage());
    String what =
        message.startsWith("Unexpected character")
            ? "field " + (handler.count() + 1) + " goes on after its closing quote"
            : message.startsWith("Unclosed")
                ? "field " + (handler.count() + 1) + " begins with a quote that is never closed"
                : "field "
                    + (handler.count() + 1)
                    + " is longer than "
                    + MOST_CHARACTERS
                    + " characters; is a quote never closed?";
    rejected.add(handler.line(), "", what);
    return rejected.unfinished("behind a broken quote nothing is certain");
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  /// Hands cells on as fastcsv finds them.
  private static final class Handler extends AbstractBaseCsvCallbackHandler<Handler> {
    private Cells cells = (_, _, _, _, _) -> {};

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
      cells.cell(index, text, offset, length, quoted);
    }

    @Override
    protected Handler buildRecord() {
      return this;
    }

    boolean empty() {
      return getRecordType() == RecordType.EMPTY;
    }

    int count() {
      return getFieldCount();
    }

    long line() {
      return getStartingLineNumber();
    }
  }
}
