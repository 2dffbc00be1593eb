package dev.dovetail.spaces.segment;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/// Opens a segment in place: the vectors of its batches lie in the mapped file.
///
/// The mapping lives as long as any of its buffers is referenced, so a batch stays valid when the
/// file is unlinked by another process.
public final class MappedSegment {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  /// A message starts with a continuation mark and its length, four bytes each.
  private static final int MESSAGE_PREFIX_BYTES = 8;

  private static final int CHECKSUM_STEP_BYTES = 1 << 26;

  private MappedSegment() {}

  /// The batches of a segment, owned by the caller.
  ///
  /// @param verify whether to compare the checksum, which reads the whole file
  /// @param schema of the Space's version; the segment's columns have its types
  /// @throws java.nio.file.NoSuchFileException if the file has gone
  @SuppressWarnings("MustBeClosed") // the arena closes with the last buffer of the mapping
  public static List<VectorSchemaRoot> open(
      Path path, Segment expected, boolean verify, Schema schema, BufferAllocator allocator)
      throws IOException, DamagedSegment {
    Arena arena = Arena.ofShared();
    MemorySegment mapped;
    ArrowBuf file;
    try {
      mapped = map(path, expected, verify, arena);
      file = allocator.wrapForeignAllocation(new Mapping(mapped, arena));
    } catch (IOException | DamagedSegment | RuntimeException failure) {
      arena.close();
      throw failure;
    }
    try {
      return batches(mapped, file, expected, schema, allocator);
    } finally {
      file.close();
    }
  }

  private static MemorySegment map(Path path, Segment expected, boolean verify, Arena arena)
      throws IOException, DamagedSegment {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long length = channel.size();
      if (length != expected.byteCount()) {
        throw new DamagedSegment(
            "it has " + length + " bytes where " + expected.byteCount() + " were written");
      }
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
      if (verify && checksum(mapped) != expected.checksum()) {
        throw new DamagedSegment("its checksum does not match");
      }
      return mapped;
    }
  }

  private static int checksum(MemorySegment mapped) {
    CRC32C checksum = new CRC32C();
    for (long at = 0; at < mapped.byteSize(); at += CHECKSUM_STEP_BYTES) {
      long length = Math.min(CHECKSUM_STEP_BYTES, mapped.byteSize() - at);
      checksum.update(mapped.asSlice(at, length).asByteBuffer());
    }
    return (int) checksum.getValue();
  }

  private static List<VectorSchemaRoot> batches(
      MemorySegment mapped,
      ArrowBuf file,
      Segment expected,
      Schema schema,
      BufferAllocator allocator)
      throws DamagedSegment {
    List<VectorSchemaRoot> batches = new ArrayList<>();
    try {
      long rowCount = 0;
      for (ArrowBlock block : footer(mapped).getRecordBatches()) {
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        batches.add(root);
        load(root, mapped, file, block);
        rowCount += root.getRowCount();
      }
      if (rowCount != expected.rowCount()) {
        throw new DamagedSegment(
            "it has " + rowCount + " rows where " + expected.rowCount() + " were written");
      }
      return batches;
    } catch (IOException | RuntimeException failure) {
      batches.forEach(VectorSchemaRoot::close);
      throw new DamagedSegment("it cannot be read as an Arrow file", failure);
    } catch (DamagedSegment damage) {
      batches.forEach(VectorSchemaRoot::close);
      throw damage;
    }
  }

  private static ArrowFooter footer(MemorySegment mapped) throws DamagedSegment {
    long end = mapped.byteSize() - MAGIC.length;
    if (end < MAGIC.length + Integer.BYTES
        || mapped.asSlice(end).mismatch(MemorySegment.ofArray(MAGIC)) != -1) {
      throw new DamagedSegment("it does not end as an Arrow file");
    }
    int length = littleEndian(mapped, end - Integer.BYTES, Integer.BYTES).getInt();
    ByteBuffer bytes = littleEndian(mapped, end - Integer.BYTES - length, length);
    return new ArrowFooter(Footer.getRootAsFooter(bytes));
  }

  private static void load(
      VectorSchemaRoot root, MemorySegment mapped, ArrowBuf file, ArrowBlock block)
      throws IOException {
    ByteBuffer metadata =
        littleEndian(
            mapped,
            block.getOffset() + MESSAGE_PREFIX_BYTES,
            block.getMetadataLength() - MESSAGE_PREFIX_BYTES);
    RecordBatch header = (RecordBatch) Message.getRootAsMessage(metadata).header(new RecordBatch());
    ArrowBuf body =
        file.slice(block.getOffset() + block.getMetadataLength(), block.getBodyLength());
    // Arrow gives this reference back once each buffer of the batch holds its own.
    body.getReferenceManager().retain();
    try (ArrowRecordBatch batch = MessageSerializer.deserializeRecordBatch(header, body)) {
      new VectorLoader(root).load(batch);
    }
  }

  private static ByteBuffer littleEndian(MemorySegment mapped, long offset, long length) {
    return mapped.asSlice(offset, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Memory that Arrow gives back by closing the arena of the mapping.
  private static final class Mapping extends ForeignAllocation {
    private final Arena arena;

    Mapping(MemorySegment mapped, Arena arena) {
      super(mapped.byteSize(), mapped.address());
      this.arena = arena;
    }

    @Override
    protected void release0() {
      arena.close();
    }
  }
}
