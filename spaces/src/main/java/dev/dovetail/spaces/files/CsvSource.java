package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Reads CSV. Types that nobody declared are inferred from the whole file in a pass of its own, so
/// that the batches are written once, with their final types.
///
/// An empty unquoted cell is NULL and a quoted empty cell is the empty text. Lines without any
/// character are skipped, except in a table of one column, where each is a NULL.
final class CsvSource implements BatchSource {
  private static final int MOST_CELLS = 1 << 23;

  private final SourceFile file;
  private final CsvHeader header;
  private final int batchRows;
  private final String nullText;
  private final RejectedRows rejected;
  private final VectorSchemaRoot batch;
  private final List<TextColumn> columns = new ArrayList<>();
  private final CsvRecords records;

  CsvSource(SourceFile file, String fileName, ReadOptions options, BufferAllocator allocator) {
    this.file = file;
    this.header = CsvHeader.read(file, fileName, options);
    this.batchRows = rowsFor(header.names().size(), options.batchRows());
    this.nullText = nullText(options.csv().nullText());
    DeclaredTypes.check(options.types(), header.names(), file.name());
    refuseNested(options.types());
    file.passes(options.types().size() == header.names().size() ? 1 : 2);
    Schema schema = schema(options.types());
    this.rejected = new RejectedRows(file.name());
    this.batch = VectorSchemaRoot.create(schema, allocator);
    batch.getFieldVectors().forEach(vector -> columns.add(TextColumn.of(vector)));
    this.records = open();
  }

  /// Fewer rows for very wide tables, so that a batch stays within a few hundred megabytes.
  static int rowsFor(int columns, int wanted) {
    return Math.clamp(MOST_CELLS / Math.max(1, columns), Math.min(16, wanted), wanted);
  }

  private static String nullText(@Nullable String declared) {
    return declared == null ? "" : declared;
  }

  private void refuseNested(Map<String, Field> types) {
    for (Field field : types.values()) {
      if (!FormatLimits.csvHolds(field.getType())) {
        throw new DovetailException(
            ErrorCode.E204,
            "CSV cannot hold " + Types.print(field) + ", the type of '" + field.getName() + "'",
            file.name(),
            "Read it as utf8, or take JSON lines, Arrow or Parquet.");
      }
    }
  }

  private CsvRecords open() {
    CsvRecords opened = new CsvRecords(file, header.dialect());
    if (header.dialect().header()) {
      opened.header(new RejectedRows(file.name()));
    }
    return opened;
  }

  private Schema schema(Map<String, Field> types) {
    int count = header.names().size();
    @Nullable ColumnGuess[] guesses = new ColumnGuess[count];
    boolean guessing = false;
    for (int i = 0; i < count; i++) {
      if (!types.containsKey(header.names().get(i))) {
        guesses[i] = new ColumnGuess();
        guessing = true;
      }
    }
    if (guessing) {
      guess(guesses);
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = header.names().get(i);
      ColumnGuess guess = guesses[i];
      Field declared = types.getOrDefault(name, Types.leaf(name, ArrowType.Utf8.INSTANCE));
      fields.add(guess == null ? declared : guess.field(name));
    }
    return new Schema(fields);
  }

  private void guess(@Nullable ColumnGuess[] guesses) {
    RejectedRows malformed = new RejectedRows(file.name());
    CsvRecords.Cells cells =
        (column, text, offset, length, quoted) -> {
          ColumnGuess guess = column < guesses.length ? guesses[column] : null;
          if (guess != null && !isNull(text, offset, length, quoted)) {
            guess.see(text, offset, length);
          }
        };
    try (CsvRecords pass = open()) {
      while (pass.next(cells, guesses.length == 1, malformed)) {
        checkWidth(pass, malformed);
      }
    }
    malformed.refuse();
  }

  private boolean checkWidth(CsvRecords pass, RejectedRows bad) {
    int wanted = header.names().size();
    int count = Math.max(pass.cellCount(), wanted == 1 ? 1 : 0);
    if (count != wanted) {
      bad.add(
          pass.line(), "", count + (count == 1 ? " field" : " fields") + " instead of " + wanted);
    }
    return count == wanted;
  }

  private boolean isNull(char[] text, int offset, int length, boolean quoted) {
    if (quoted || (length != 0 && length != nullText.length())) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text[offset + i] != nullText.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Schema schema() {
    return batch.getSchema();
  }

  @Override
  public boolean next() {
    batch.clear();
    batch.getFieldVectors().forEach(vector -> vector.setInitialCapacity(batchRows));
    batch.allocateNew();
    Row row = new Row();
    while (row.index < batchRows && records.next(row, columns.size() == 1, rejected)) {
      if (checkWidth(records, rejected)) {
        row.end();
      }
      row.problem = null;
    }
    if (row.index < batchRows) {
      rejected.refuse();
    }
    batch.setRowCount(row.index);
    return row.index > 0;
  }

  @Override
  public VectorSchemaRoot batch() {
    return batch;
  }

  @Override
  public void close() {
    records.close();
    batch.close();
  }

  /// The row that is being written. Once a row is rejected no batch leaves this source, so rows are
  /// then written over each other until the file ends and all rejected ones are counted.
  private final class Row implements CsvRecords.Cells {
    private int index;
    private int column;
    private @Nullable String problem;

    @Override
    public void cell(int position, char[] text, int offset, int length, boolean quoted) {
      if (position >= columns.size() || isNull(text, offset, length, quoted)) {
        return;
      }
      String wrong = columns.get(position).put(index, text, offset, length);
      if (wrong != null && problem == null) {
        problem = wrong;
        column = position;
      }
    }

    void end() {
      if (problem != null) {
        rejected.add(records.line(), header.names().get(column), problem);
      }
      if (!rejected.any()) {
        index++;
      }
    }
  }
}
