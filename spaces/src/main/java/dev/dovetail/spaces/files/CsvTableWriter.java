package dev.dovetail.spaces.files;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Writes CSV: NULL is an empty field, the empty text is a quoted empty field.
final class CsvTableWriter implements TableWriter {
  private final String file;
  private final CsvWriter writer;

  CsvTableWriter(OutputStream out, String file, Schema schema, CsvDialect dialect) {
    if (dialect.escape() != null) {
      throw new DovetailException(
          ErrorCode.E202,
          "an escape character is for reading only",
          file,
          "Leave it out: quotes in the text are doubled.");
    }
    this.file = file;
    Charset charset = dialect.encoding() == null ? StandardCharsets.UTF_8 : dialect.encoding();
    Character delimiter = dialect.delimiter();
    CsvWriter.CsvWriterBuilder builder =
        CsvWriter.builder()
            .fieldSeparator(delimiter == null ? delimiter(file) : delimiter)
            .quoteCharacter(dialect.quote())
            .quoteStrategy(new Quotes(dialect.nullText()))
            .lineDelimiter(LineDelimiter.LF);
    Character comment = dialect.comment();
    if (comment != null) {
      builder.commentCharacter(comment);
    }
    this.writer =
        builder.build(
            new OutputStreamWriter(
                out,
                charset
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
    if (dialect.header()) {
      writer.writeRecord(schema.getFields().stream().map(Field::getName).toList());
    }
  }

  private static char delimiter(String file) {
    String name = Compression.stripExtension(file.toLowerCase(java.util.Locale.ROOT));
    if (name.endsWith(".tsv") || name.endsWith(".tab")) {
      return '\t';
    }
    return name.endsWith(".psv") ? '|' : ',';
  }

  @Override
  public void write(VectorSchemaRoot batch) throws IOException {
    List<FieldVector> vectors = batch.getFieldVectors();
    List<CellText> texts = new ArrayList<>();
    vectors.forEach(vector -> texts.add(new CellText(vector, file)));
    @Nullable String[] cells = new String[vectors.size()];
    try {
      for (int row = 0; row < batch.getRowCount(); row++) {
        for (int i = 0; i < cells.length; i++) {
          cells[i] = vectors.get(i).isNull(row) ? null : texts.get(i).text(row);
          if (cells[i] != null && cells[i].indexOf(0) >= 0) {
            throw unwritable(vectors.get(i).getName(), "a NUL character", row);
          }
        }
        writer.writeRecord(cells);
      }
    } catch (java.io.UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw unwritable("?", "a character that the encoding does not have", 0);
      }
      throw e;
    }
  }

  private DovetailException unwritable(String column, String what, int row) {
    return new DovetailException(
        ErrorCode.E204,
        "csv cannot hold the text of column '" + column + "': it has " + what,
        file + ", row " + (row + 1) + " of its batch",
        "Write JSON lines, Arrow or Parquet.");
  }

  @Override
  public void end() throws IOException {
    writer.flush();
  }

  @Override
  public void close() {
    // The stream below belongs to the file; flushing is all that ends a CSV.
  }

  /// Quotes what would else be read as NULL.
  private record Quotes(@Nullable String nullText) implements QuoteStrategy {
    @Override
    public boolean quoteEmpty(int line, int field) {
      return true;
    }

    @Override
    public boolean quoteValue(int line, int field, String value) {
      return value.equals(nullText);
    }
  }
}
