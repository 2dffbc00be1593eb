package dev.dovetail.spaces.files;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/// Cuts the body of a record-batch message into its buffers and unpacks them. Every offset and
/// length is compared with the body before it is used: Arrow's own bounds checks can be off.
final class ArrowBuffers {
  /// The length field of a buffer that was left uncompressed.
  private static final long STORED = -1;

  private final String file;
  private final BufferAllocator allocator;

  ArrowBuffers(String file, BufferAllocator allocator) {
    this.file = file;
    this.allocator = allocator;
  }

  /// The batch with plain buffers; the caller closes it. The body stays the caller's.
  ArrowRecordBatch cut(RecordBatch batch, ArrowBuf body, String place) {
    int rows = count(batch.length(), place);
    List<ArrowFieldNode> nodes = new ArrayList<>();
    for (int i = 0; i < batch.nodesLength(); i++) {
      FieldNode node = batch.nodes(i);
      int length = count(node.length(), place);
      int nulls = count(node.nullCount(), place);
      if (nulls > length) {
        throw Faults.damaged(file, place + " counts more NULLs than rows");
      }
      nodes.add(new ArrowFieldNode(length, nulls));
    }
    List<Long> variadic = new ArrayList<>();
    for (int i = 0; i < batch.variadicBufferCountsLength(); i++) {
      variadic.add((long) count(batch.variadicBufferCounts(i), place));
    }
    BodyCompression compression = batch.compression();
    List<ArrowBuf> owned = new ArrayList<>();
    try {
      List<ArrowBuf> buffers = new ArrayList<>();
      for (int i = 0; i < batch.buffersLength(); i++) {
        ArrowBuf slice = slice(batch.buffers(i), body, place);
        if (compression != null && slice.capacity() > 0) {
          slice = unpack(slice, compression, place);
          owned.add(slice);
        }
        buffers.add(slice);
      }
      return new ArrowRecordBatch(
          rows,
          nodes,
          buffers,
          org.apache.arrow.vector.compression.NoCompressionCodec.DEFAULT_BODY_COMPRESSION,
          variadic,
          true,
          true);
    } finally {
      // The batch holds references of its own.
      owned.forEach(ArrowBuf::close);
    }
  }

  private int count(long value, String place) {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw Faults.damaged(file, place + " holds the impossible count " + value);
    }
    return (int) value;
  }

  private ArrowBuf slice(Buffer buffer, ArrowBuf body, String place) {
    long offset = buffer.offset();
    long length = buffer.length();
    long size = body.capacity();
    if (offset < 0 || length < 0 || offset > size || length > size - offset) {
      throw Faults.damaged(
          file,
          place + " has a buffer of " + length + " bytes at " + offset + " in a body of " + size);
    }
    return body.slice(offset, length);
  }

  private ArrowBuf unpack(ArrowBuf packed, BodyCompression compression, String place) {
    if (packed.capacity() < Long.BYTES) {
      throw Faults.damaged(file, place + " has a compressed buffer without a length");
    }
    long plain = packed.getLong(0);
    if (plain < STORED || plain > Integer.MAX_VALUE) {
      throw Faults.damaged(file, place + " has a compressed buffer of " + plain + " plain bytes");
    }
    CodecType codec =
        switch (compression.codec()) {
          case CompressionType.ZSTD -> CodecType.ZSTD;
          case CompressionType.LZ4_FRAME -> CodecType.LZ4_FRAME;
          default -> throw Faults.damaged(file, place + " has an unknown compression");
        };
    // The codec gives up one reference to what it reads.
    packed.getReferenceManager().retain();
    packed.writerIndex(packed.capacity());
    CompressionCodec reader = CommonsCompressionFactory.INSTANCE.createCodec(codec);
    try {
      return reader.decompress(allocator, packed);
    } catch (org.apache.arrow.memory.OutOfMemoryException e) {
      packed.close();
      throw e;
    } catch (RuntimeException e) {
      packed.close();
      throw Faults.damaged(file, place + " has a buffer that cannot be unpacked", e);
    }
  }
}
