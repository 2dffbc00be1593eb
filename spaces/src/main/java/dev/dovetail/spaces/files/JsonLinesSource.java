package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Reads JSON lines: one object per line. A first pass over the whole file finds the columns, in
/// the order of their first meeting, and the types that nobody declared. A missing field is NULL.
final class JsonLinesSource implements BatchSource {
  private final SourceFile file;
  private final int batchRows;
  private final RejectedRows rejected;
  private final VectorSchemaRoot batch;
  private final Map<String, JsonColumn> columns = new HashMap<>();
  private final JsonLines lines;
  private int row;

  JsonLinesSource(SourceFile file, ReadOptions options, BufferAllocator allocator) {
    this.file = file;
    file.passes(2);
    Schema schema = schema(options.types());
    this.batchRows = CsvSource.rowsFor(schema.getFields().size(), options.batchRows());
    this.rejected = new RejectedRows(file.name());
    this.batch = VectorSchemaRoot.create(schema, allocator);
    for (FieldVector vector : batch.getFieldVectors()) {
      columns.put(vector.getName(), JsonColumn.of(vector, vector.getName()));
    }
    this.lines = new JsonLines(file, rejected);
  }

  private Schema schema(Map<String, Field> types) {
    RejectedRows malformed = new RejectedRows(file.name());
    JsonGuess root = new JsonGuess();
    try (JsonLines pass = new JsonLines(file, malformed)) {
      JsonLines.LineReader reader =
          object -> root.seeObject(object, "", pass.number(), name -> !types.containsKey(name));
      boolean more = true;
      while (more) {
        more = pass.next(reader);
      }
    }
    malformed.refuse();
    if (root.members().isEmpty() && !types.isEmpty()) {
      return Types.canonical(new Schema(types.values()));
    }
    if (root.members().isEmpty()) {
      throw new DovetailException(
          ErrorCode.E203,
          "the file holds no object with a field",
          file.name(),
          "A table has at least one column.");
    }
    DeclaredTypes.check(types, root.members().keySet(), file.name());
    List<Field> fields = new ArrayList<>();
    root.members()
        .forEach(
            (name, guess) -> {
              Field declared = types.get(name);
              fields.add(declared == null ? guess.field(name, name, file.name()) : declared);
            });
    return Types.canonical(new Schema(fields));
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
    row = 0;
    boolean more = true;
    while (more && (row < batchRows || rejected.any())) {
      more = lines.next(this::object);
    }
    if (!more) {
      rejected.refuse();
    }
    batch.setRowCount(row);
    return row > 0;
  }

  /// Writes one line as a row; after a rejected one, rows are only checked (no batch leaves any
  /// more).
  private @Nullable String object(JsonParser object) throws IOException {
    if (row >= batchRows) {
      batch.clear();
      batch.allocateNew();
      row = 0;
    }
    String problem = null;
    while (object.nextToken() != JsonToken.END_OBJECT) {
      String name = object.currentName();
      object.nextToken();
      JsonColumn column = columns.get(name);
      String found;
      if (column == null) {
        object.skipChildren();
        found = "the field " + Faults.shown(name) + " was not there when the file was first read";
      } else {
        found = column.put(row, object);
      }
      problem = problem == null ? found : problem;
    }
    row++;
    return problem;
  }

  @Override
  public VectorSchemaRoot batch() {
    return batch;
  }

  @Override
  public void close() {
    lines.close();
    batch.close();
  }
}
