package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.CompressionCodec;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.ColumnSchema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;

/// Reads Parquet through hardwood, column by column, into canonical vectors.
final class ParquetSource implements BatchSource {
  /// Hardwood tells at INFO which instructions it uses; nobody who joins tables wants to know. The
  /// logger is kept here as the logging system holds it weakly.
  private static final Logger QUIET = Logger.getLogger("dev.hardwood");

  static {
    QUIET.setLevel(Level.WARNING);
  }

  private final SourceFile file;
  private final HardwoodContext context;
  private final ParquetFileReader reader;
  private final List<ParquetNode> nodes;
  private final ColumnReaders columns;
  private final VectorSchemaRoot batch;
  private final long rows;
  private long rowsRead;

  ParquetSource(SourceFile file, ReadOptions options, BufferAllocator allocator) {
    this.file = file;
    if (file.compression() != Compression.NONE) {
      throw new DovetailException(
          ErrorCode.E202,
          "a Parquet file cannot be read through " + file.compression(),
          file.name(),
          "Unpack it first.");
    }
    file.passes(1);
    this.context = HardwoodContext.create(2);
    try {
      this.reader = open();
    } catch (RuntimeException | Error e) {
      context.close();
      throw e;
    }
    VectorSchemaRoot root = null;
    try {
      FileMetaData metadata = reader.getFileMetaData();
      checkFooter(metadata);
      this.rows = metadata.numRows();
      this.nodes =
          new ParquetSchemaReader(file.name(), wideTimes(metadata))
              .read(reader.getFileSchema(), metadata);
      Schema schema = Types.canonical(new Schema(nodes.stream().map(ParquetNode::field).toList()));
      DeclaredTypes.checkSame(options.types(), schema.getFields(), file.name());
      int leaves = reader.getFileSchema().getColumnCount();
      root = VectorSchemaRoot.create(schema, allocator);
      this.columns =
          reader
              .buildColumnReaders(ColumnProjection.all())
              .batchSize(CsvSource.rowsFor(leaves, options.batchRows()))
              .build();
      this.batch = root;
    } catch (RuntimeException | Error e) {
      if (root != null) {
        root.close();
      }
      closeReader();
      throw e;
    }
  }

  private ParquetFileReader open() {
    try {
      return ParquetFileReader.open(InputFile.of(file.path()), context);
    } catch (IOException e) {
      throw Faults.damaged(file.name(), "its footer cannot be read: " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      throw Faults.damaged(file.name(), "its footer asks for more memory than there is", e);
    }
  }

  /// Compares what the footer claims with the file.
  private void checkFooter(FileMetaData metadata) {
    try (FileChannel channel = file.channel()) {
      checkFooter(metadata, new ParquetPages(file.name(), channel));
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  private void checkFooter(FileMetaData metadata, ParquetPages pages) throws IOException {
    long counted = 0;
    int group = 0;
    for (RowGroup rowGroup : metadata.rowGroups()) {
      group++;
      counted += rowGroup.numRows();
      if (rowGroup.numRows() < 0
          || rowGroup.columns().size() != reader.getFileSchema().getColumnCount()) {
        throw Faults.damaged(file.name(), "row group " + group + " does not fit the schema");
      }
      for (ColumnChunk chunk : rowGroup.columns()) {
        checkChunk(chunk, group, pages);
      }
    }
    if (counted != metadata.numRows()) {
      throw Faults.damaged(
          file.name(),
          "its footer counts " + metadata.numRows() + " rows, its row groups " + counted);
    }
  }

  private void checkChunk(ColumnChunk chunk, int group, ParquetPages pages) throws IOException {
    ColumnMetaData about = chunk.metaData();
    if (about == null) {
      throw Faults.damaged(file.name(), "a column of row group " + group + " is not described");
    }
    String place = "column '" + about.pathInSchema() + "' of row group " + group;
    long start = chunk.chunkStartOffset();
    long size = about.totalCompressedSize();
    if (start < 4 || size < 0 || start > file.size() || size > file.size() - start) {
      throw Faults.damaged(
          file.name(), place + " claims " + size + " bytes at " + start + ", beyond the file");
    }
    if (about.codec() == CompressionCodec.BROTLI || about.codec() == CompressionCodec.LZO) {
      throw new DovetailException(
          ErrorCode.E213,
          place + " is compressed with " + about.codec(),
          file.name(),
          "Write the file with zstd, snappy, gzip or lz4.");
    }
    pages.check(chunk, start, place);
  }

  /// The INT96 columns with a time outside 64 bits of nanoseconds (the years 1677 to 2262).
  private Set<Integer> wideTimes(FileMetaData metadata) {
    Set<Integer> wide = new HashSet<>();
    for (ColumnSchema column : reader.getFileSchema().getColumns()) {
      if (column.type() == PhysicalType.INT96 && metadata.numRows() > 0) {
        try (ColumnReader times = reader.columnReader(column.columnIndex())) {
          while (times.nextBatch()) {
            if (anyWide(times)) {
              wide.add(column.columnIndex());
            }
          }
        }
      }
    }
    return wide;
  }

  private static boolean anyWide(ColumnReader times) {
    for (int i = 0; i < times.getValueCount(); i++) {
      if (times.getLeafValidity().isNotNull(i) && !Int96Time.at(times, i).fitsNanos()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Schema schema() {
    return batch.getSchema();
  }

  @Override
  public boolean next() {
    try {
      batch.clear();
      if (!columns.nextBatch()) {
        if (rowsRead != rows) {
          throw Faults.damaged(
              file.name(), "it holds " + rowsRead + " rows, its footer counts " + rows);
        }
        return false;
      }
      int count = columns.getRecordCount();
      for (int i = 0; i < nodes.size(); i++) {
        FieldVector vector = batch.getVector(i);
        vector.setInitialCapacity(count);
        vector.allocateNew();
        fill(nodes.get(i), count, vector);
      }
      batch.setRowCount(count);
      ValueCheck.check(batch, file.name(), rowsRead);
      file.done(rows == 0 ? 0 : Math.round((double) file.size() * count / rows));
      rowsRead += count;
      return true;
    } catch (OutOfMemoryError e) {
      throw Faults.damaged(file.name(), "a page asks for more memory than there is", e);
    }
  }

  /// @param count how many items of this node the batch has
  private void fill(ParquetNode node, int count, FieldVector to) {
    switch (node) {
      case ParquetNode.Leaf leaf -> {
        ColumnReader from = columns.getColumnReader(leaf.column());
        if (from.getValueCount() != count) {
          throw damaged(node, "has " + from.getValueCount() + " values instead of " + count);
        }
        leaf.values().fill(from, count, from.getLeafValidity(), to);
      }
      case ParquetNode.Repeated list -> {
        int[] offsets = offsets(list, count);
        Validity validity = first(node).getLayerValidity(list.layer());
        ListVector vector = (ListVector) to;
        for (int i = 0; i < count; i++) {
          int size = offsets[i + 1] - offsets[i];
          if (size < 0 || (size > 0 && validity.isNull(i))) {
            throw damaged(node, "has a list of " + size + " elements");
          }
          if (validity.isNotNull(i)) {
            vector.startNewValue(i);
            vector.endValue(i, size);
          }
        }
        fill(list.element(), offsets[count], vector.getDataVector());
      }
      case ParquetNode.Group group -> {
        StructVector vector = (StructVector) to;
        while (vector.getValueCapacity() < count) {
          vector.reAlloc();
        }
        Validity validity =
            group.layer() < 0 ? Validity.NO_NULLS : first(node).getLayerValidity(group.layer());
        for (int i = 0; i < count; i++) {
          if (validity.isNotNull(i)) {
            vector.setIndexDefined(i);
          }
        }
        List<FieldVector> children = vector.getChildrenFromFields();
        for (int i = 0; i < children.size(); i++) {
          fill(group.members().get(i), count, children.get(i));
        }
      }
    }
  }

  private ColumnReader first(ParquetNode node) {
    return columns.getColumnReader(node.leaves().getFirst().column());
  }

  /// The offsets of a list, on which all leaves below it must agree.
  private int[] offsets(ParquetNode.Repeated list, int count) {
    int[] offsets = first(list).getLayerOffsets(list.layer());
    if (offsets.length < count + 1 || offsets[0] != 0) {
      throw damaged(list, "has lists for " + (offsets.length - 1) + " of " + count + " rows");
    }
    for (ParquetNode.Leaf leaf : list.leaves()) {
      int[] others = columns.getColumnReader(leaf.column()).getLayerOffsets(list.layer());
      if (!Arrays.equals(offsets, 0, count + 1, others, 0, Math.min(others.length, count + 1))) {
        throw damaged(list, "has fields of different lengths");
      }
    }
    return offsets;
  }

  private DovetailException damaged(ParquetNode node, String what) {
    return Faults.damaged(file.name(), "column '" + node.field().getName() + "' " + what);
  }

  @Override
  public VectorSchemaRoot batch() {
    return batch;
  }

  @Override
  public void close() {
    columns.close();
    batch.close();
    closeReader();
  }

  private void closeReader() {
    try {
      reader.close();
    } catch (IOException e) {
      throw file.fault(e);
    } finally {
      context.close();
    }
  }
}
