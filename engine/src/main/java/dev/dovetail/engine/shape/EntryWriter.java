package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.RowSelection;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Builds record batches of X rows with their entries: looks up where the rows lie, once, then
/// copies column by column. Thread-safe.
final class EntryWriter {
  private final Schema schema;
  private final TableRows x;
  private final TableRows ys;
  private final int inputs;
  private final BufferAllocator allocator;
  private final List<byte[]> names;

  EntryWriter(Schema schema, Table x, List<MatchesShape.Part> ys, BufferAllocator allocator) {
    this.schema = schema;
    this.x = new TableRows(List.of(x));
    this.ys = new TableRows(ys.stream().map(MatchesShape.Part::table).toList());
    this.inputs = ys.size();
    this.allocator = allocator;
    this.names = ys.stream().map(y -> y.rows().space().getBytes(StandardCharsets.UTF_8)).toList();
  }

  /// About how many bytes so many rows and entries take.
  long bytes(int rows, int entries) {
    return (long) (rows * x.bytesPerRow() + entries * ys.bytesPerRow());
  }

  /// The rows from `from` to `to`; the caller closes the batch.
  VectorSchemaRoot batch(PendingRows pending, int from, int to) {
    List<FieldVector> vectors = new ArrayList<>();
    try {
      RowSelection rows = x.locate(Optional.empty(), pending.rowNumbers(), from, to - from);
      List<Field> fields = schema.getFields();
      for (Field field : fields.subList(0, fields.size() - 1)) {
        vectors.add(x.take(field, rows, allocator));
      }
      ListVector entries = (ListVector) fields.getLast().createVector(allocator);
      vectors.add(entries);
      writeEntries(pending, from, to, entries);
      return new VectorSchemaRoot(schema, vectors, to - from);
    } catch (RuntimeException | Error e) {
      vectors.forEach(FieldVector::close);
      throw e;
    }
  }

  private void writeEntries(PendingRows pending, int from, int to, ListVector lists) {
    int count = to - from;
    lists.setInitialCapacity(count);
    lists.allocateNew();
    int base = pending.firstEntry(from);
    ArrowBuf offsets = lists.getOffsetBuffer();
    ArrowBuf validity = lists.getValidityBuffer();
    validity.setZero(0, validity.capacity());
    for (int i = 0; i < count; i++) {
      offsets.setInt(i * 4L, pending.firstEntry(from + i) - base);
      BitVectorHelper.setBit(validity, i);
    }
    int entries = pending.firstEntry(to) - base;
    offsets.setInt(count * 4L, entries);
    writeStructs(pending, base, entries, (StructVector) lists.getDataVector());
    lists.setLastSet(count - 1);
    lists.setValueCount(count);
  }

  private void writeStructs(PendingRows pending, int base, int count, StructVector structs) {
    structs.setInitialCapacity(count);
    structs.allocateNew();
    for (int i = 0; i < count; i++) {
      BitVectorHelper.setBit(structs.getValidityBuffer(), i);
    }
    RowSelection rows = ys.locate(pending.entryInputs(), pending.entryRows(), base, count);
    int columns = inputs > 1 ? structs.size() - 1 : structs.size();
    for (int c = 0; c < columns; c++) {
      FieldVector target = (FieldVector) structs.getChildByOrdinal(c);
      ys.copy(target.getName(), rows, target);
    }
    if (inputs > 1) {
      writeSpaces(pending, base, count, (VarCharVector) structs.getChildByOrdinal(columns));
    }
    structs.setValueCount(count);
  }

  private void writeSpaces(PendingRows pending, int base, int count, VarCharVector target) {
    long longest = names.stream().mapToInt(name -> name.length).max().orElse(0);
    target.allocateNew(longest * count, count);
    for (int i = 0; i < count; i++) {
      target.setSafe(i, names.get(pending.entryInput(base + i)));
    }
    target.setValueCount(count);
  }
}
