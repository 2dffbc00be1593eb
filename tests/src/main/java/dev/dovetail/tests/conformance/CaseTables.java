package dev.dovetail.tests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Types;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Puts the tables of a case into a store, split in segments as an axis asks.
final class CaseTables {
  private CaseTables() {}

  /// @param rowsPerSegment the most rows of a segment
  static void put(
      SpaceStore store,
      BufferAllocator allocator,
      String name,
      JsonNode table,
      int rowsPerSegment) {
    Schema schema = schema(table);
    List<JsonNode> rows = Repeats.expand(table.get("rows"));
    PutMode mode = PutMode.REPLACE;
    int from = 0;
    do {
      int to = Math.min(rows.size(), from + rowsPerSegment);
      try (Commit commit = store.begin();
          VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
        fill(batch, rows.subList(from, to));
        try (BatchSink sink = commit.put(name, schema, List.of(), mode, false, "put", null)) {
          sink.write(batch);
          sink.finish();
        }
        var _ = commit.commit();
      }
      mode = PutMode.APPEND;
      from = to;
    } while (from < rows.size());
  }

  /// A table as an Arrow IPC stream.
  static byte[] stream(BufferAllocator allocator, JsonNode table) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema(table), allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(batch, null, out)) {
      fill(batch, Repeats.expand(table.get("rows")));
      writer.writeBatch();
      writer.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static Schema schema(JsonNode table) {
    List<Field> fields = new ArrayList<>();
    for (JsonNode column : table.get("schema")) {
      fields.add(Types.parse(column.get(0).textValue(), column.get(1).textValue()));
    }
    return new Schema(fields);
  }

  private static void fill(VectorSchemaRoot batch, List<JsonNode> rows) {
    batch.allocateNew();
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < batch.getFieldVectors().size(); column++) {
        var vector = batch.getVector(column);
        Vectors.write(vector, row, CaseValue.of(rows.get(row).get(column), vector.getField()));
      }
    }
    batch.setRowCount(rows.size());
  }
}
