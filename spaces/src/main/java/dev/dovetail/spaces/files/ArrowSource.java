package dev.dovetail.spaces.files;

import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Reads the messages of an Arrow file or stream. Batches whose columns are canonical already are
/// used where they lie; others are copied cell by cell into canonical vectors.
final class ArrowSource implements BatchSource {
  /// Gives messages until none is left. Dictionaries come before the batches that use them.
  interface Messages extends AutoCloseable {
    Schema schema();

    @Nullable ArrowMessage next();

    @Override
    void close();
  }

  private final String file;
  private final Messages messages;
  private final BufferAllocator allocator;
  private final ArrowBuffers buffers;
  private final List<Field> stated;
  private final boolean asIs;
  private final Map<Long, Field> valueFields = new HashMap<>();
  private final Map<Long, FieldVector> dictionaries = new HashMap<>();
  private final VectorSchemaRoot batch;
  private long firstRow;

  ArrowSource(
      SourceFile source, ReadOptions options, BufferAllocator allocator, Messages messages) {
    this.file = source.name();
    this.messages = messages;
    this.allocator = allocator;
    this.buffers = new ArrowBuffers(file, allocator);
    this.stated = messages.schema().getFields();
    Schema canonical = Types.canonical(messages.schema());
    DeclaredTypes.checkSame(options.types(), canonical.getFields(), file);
    boolean same = true;
    for (int i = 0; i < stated.size(); i++) {
      ArrowSchemas.dictionaries(stated.get(i), valueFields);
      same &= ArrowSchemas.sameLayout(stated.get(i), canonical.getFields().get(i));
    }
    this.asIs = same;
    this.batch = VectorSchemaRoot.create(canonical, allocator);
  }

  static ArrowSource stream(SourceFile file, ReadOptions options, BufferAllocator allocator) {
    return open(file, options, allocator, new ArrowStreamMessages(file, allocator));
  }

  static ArrowSource open(
      SourceFile file, ReadOptions options, BufferAllocator allocator, Messages messages) {
    try {
      return new ArrowSource(file, options, allocator, messages);
    } catch (RuntimeException | StackOverflowError e) {
      messages.close();
      throw e;
    }
  }

  @Override
  public Schema schema() {
    return batch.getSchema();
  }

  @Override
  public boolean next() {
    firstRow += batch.getRowCount();
    while (true) {
      try (ArrowMessage message = messages.next()) {
        if (message == null) {
          batch.clear();
          return false;
        }
        if (load(message)) {
          return true;
        }
      }
    }
  }

  private boolean load(ArrowMessage message) {
    switch (message.header().headerType()) {
      case MessageHeader.DictionaryBatch -> {
        if (message.header().header(new DictionaryBatch()) instanceof DictionaryBatch values) {
          dictionary(values, message);
          return false;
        }
      }
      case MessageHeader.RecordBatch -> {
        if (message.header().header(new RecordBatch()) instanceof RecordBatch rows) {
          rows(rows, message.body(), message.place(), stated, asIs, batch);
          ValueCheck.check(batch, file, firstRow);
          return true;
        }
      }
      default -> {}
    }
    throw Faults.damaged(file, message.place() + " is neither rows nor a dictionary");
  }

  private void dictionary(DictionaryBatch values, ArrowMessage message) {
    Field field = valueFields.get(values.id());
    RecordBatch data = values.data();
    if (field == null || data == null) {
      throw Faults.damaged(file, message.place() + " is a dictionary that no column uses");
    }
    Field canonical = Types.canonical(field);
    try (VectorSchemaRoot root =
        VectorSchemaRoot.create(new Schema(List.of(canonical)), allocator)) {
      boolean same = ArrowSchemas.sameLayout(field, canonical);
      rows(data, message.body(), message.place(), List.of(field), same, root);
      FieldVector loaded = root.getVector(0);
      FieldVector known = dictionaries.get(values.id());
      FieldVector kept = canonical.createVector(allocator);
      if (values.isDelta() && known != null) {
        append(kept, 0, known);
        append(kept, known.getValueCount(), loaded);
        kept.setValueCount(known.getValueCount() + loaded.getValueCount());
      } else {
        loaded.makeTransferPair(kept).transfer();
      }
      if (known != null) {
        known.close();
      }
      dictionaries.put(values.id(), kept);
    }
  }

  private static void append(FieldVector to, int at, FieldVector from) {
    if (at == 0) {
      to.allocateNew();
    }
    for (int i = 0; i < from.getValueCount(); i++) {
      if (!from.isNull(i)) {
        to.copyFromSafe(i, at + i, from);
      }
    }
  }

  /// Loads rows of the stated fields into canonical vectors.
  private void rows(
      RecordBatch rows,
      ArrowBuf body,
      String place,
      List<Field> fields,
      boolean same,
      VectorSchemaRoot target) {
    List<Field> loaded = new ArrayList<>();
    fields.forEach(field -> loaded.add(ArrowSchemas.loaded(field)));
    target.clear();
    try (ArrowRecordBatch cut = buffers.cut(rows, body, place)) {
      ArrowLayoutCheck.check(file, place, loaded, cut);
      if (same) {
        new VectorLoader(target).load(cut);
        return;
      }
      try (VectorSchemaRoot foreign = VectorSchemaRoot.create(new Schema(loaded), allocator)) {
        new VectorLoader(foreign).load(cut);
        target.allocateNew();
        for (int i = 0; i < fields.size(); i++) {
          CellCopy copy =
              CellCopy.of(
                  file, fields.get(i), foreign.getVector(i), target.getVector(i), dictionaries);
          for (int row = 0; row < cut.getLength(); row++) {
            copy.copy(row, row);
          }
        }
        target.setRowCount(cut.getLength());
      }
    }
  }

  @Override
  public VectorSchemaRoot batch() {
    return batch;
  }

  @Override
  public void close() {
    dictionaries.values().forEach(FieldVector::close);
    dictionaries.clear();
    batch.close();
    messages.close();
  }
}
