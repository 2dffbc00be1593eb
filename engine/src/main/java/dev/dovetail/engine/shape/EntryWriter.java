package dev.dovetail.engine.shape;

import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.engine.column.VectorGather;
import dev.dovetail.spaces.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Builds record batches of X rows with their entries: looks up where the rows lie, once, then
/// copies column by column.
final class EntryWriter {
  private final Schema schema;
  private final Table x;
  private final List<MatchesShape.Part> ys;
  private final BufferAllocator allocator;
  private final RowAddress xAddress;
  private final RowAddress[] yAddresses;

  /// Index of the first batch of each Y input among the batches of all.
  private final int[] firstPart;

  private final List<byte[]> names;
  private final double xBytes;
  private final double yBytes;

  EntryWriter(Schema schema, Table x, List<MatchesShape.Part> ys, BufferAllocator allocator) {
    this.schema = schema;
    this.x = x;
    this.ys = ys;
    this.allocator = allocator;
    this.xAddress = new RowAddress(x);
    this.yAddresses = ys.stream().map(y -> new RowAddress(y.table())).toArray(RowAddress[]::new);
    this.firstPart = new int[ys.size() + 1];
    for (int i = 0; i < ys.size(); i++) {
      firstPart[i + 1] = firstPart[i] + ys.get(i).table().batchCount();
    }
    this.names = ys.stream().map(y -> y.rows().space().getBytes(StandardCharsets.UTF_8)).toList();
    this.xBytes = bytesPerRow(x);
    this.yBytes = ys.stream().mapToDouble(y -> bytesPerRow(y.table())).max().orElse(0);
  }

  private static double bytesPerRow(Table table) {
    long bytes = 0;
    for (int b = 0; b < table.batchCount(); b++) {
      for (FieldVector vector : table.batch(b).getFieldVectors()) {
        bytes += vector.getBufferSize();
      }
    }
    return table.rowCount() == 0 ? 0 : (double) bytes / table.rowCount();
  }

  /// About how many bytes so many rows and entries take.
  long bytes(int rows, int entries) {
    return (long) (rows * xBytes + entries * yBytes);
  }

  /// The rows from `from` to `to`; the caller closes the batch.
  VectorSchemaRoot batch(PendingRows pending, int from, int to) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    try {
      writeX(pending, from, to, root);
      writeEntries(pending, from, to, (ListVector) root.getVector(MatchesSchema.MATCHES));
      root.setRowCount(to - from);
      return root;
    } catch (RuntimeException | Error e) {
      root.close();
      throw e;
    }
  }

  private void writeX(PendingRows pending, int from, int to, VectorSchemaRoot root) {
    int count = to - from;
    int[] part = new int[count];
    int[] row = new int[count];
    for (int i = 0; i < count; i++) {
      long xRow = pending.row(from + i);
      part[i] = xAddress.batch(xRow);
      row[i] = xAddress.inBatch(part[i], xRow);
    }
    List<FieldVector> targets = root.getFieldVectors();
    for (int c = 0; c < targets.size() - 1; c++) {
      FieldVector[] sources = new FieldVector[x.batchCount()];
      for (int b = 0; b < sources.length; b++) {
        sources[b] = x.batch(b).getVector(c);
      }
      VectorGather.gather(sources, part, row, count, targets.get(c));
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
    int[] part = new int[count];
    int[] row = new int[count];
    for (int i = 0; i < count; i++) {
      int input = pending.entryInput(base + i);
      int yRow = pending.entryRow(base + i);
      int batch = yAddresses[input].batch(yRow);
      part[i] = firstPart[input] + batch;
      row[i] = yAddresses[input].inBatch(batch, yRow);
      BitVectorHelper.setBit(structs.getValidityBuffer(), i);
    }
    int columns = ys.size() > 1 ? structs.size() - 1 : structs.size();
    for (int c = 0; c < columns; c++) {
      FieldVector target = (FieldVector) structs.getChildByOrdinal(c);
      VectorGather.gather(sources(target.getName()), part, row, count, target);
    }
    if (ys.size() > 1) {
      writeSpaces(pending, base, count, (VarCharVector) structs.getChildByOrdinal(columns));
    }
    structs.setValueCount(count);
  }

  /// The batches of all Y inputs; null where an input lacks the column.
  private @Nullable FieldVector[] sources(String column) {
    List<@Nullable FieldVector> sources = new ArrayList<>();
    for (MatchesShape.Part y : ys) {
      for (int b = 0; b < y.table().batchCount(); b++) {
        sources.add(y.table().batch(b).getVector(column));
      }
    }
    return sources.toArray(FieldVector[]::new);
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
