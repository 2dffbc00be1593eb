package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// The messages of an Arrow file, found by its footer: all dictionaries first, then the batches.
final class ArrowFileSource implements ArrowSource.Messages {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  /// The magic and its padding at the front.
  private static final int FRONT = 8;

  private final SourceFile file;
  private final BufferAllocator allocator;
  private final FileChannel channel;
  private final Schema schema;
  private final List<Part> parts = new ArrayList<>();
  private int nextPart;

  /// Where a message lies.
  private record Part(long offset, int metadataBytes, long bodyBytes, String place) {}

  private ArrowFileSource(SourceFile file, BufferAllocator allocator) throws IOException {
    this.file = file;
    this.allocator = allocator;
    file.passes(1);
    this.channel = file.channel();
    try {
      long size = channel.size();
      byte[] tail = read(Math.max(0, size - 10), (int) Math.min(10, size)).array();
      if (size < FRONT + 10 || !endsWithMagic(tail)) {
        throw Faults.damaged(file.name(), "its end is missing: it does not close with ARROW1");
      }
      int footerBytes = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (footerBytes <= 0 || footerBytes > size - FRONT - 10) {
        throw Faults.damaged(file.name(), "its footer claims " + footerBytes + " bytes");
      }
      long footerStart = size - 10 - footerBytes;
      Footer footer = Footer.getRootAsFooter(read(footerStart, footerBytes));
      if (footer.schema() == null) {
        throw Faults.damaged(file.name(), "its footer has no schema");
      }
      this.schema = ArrowSchemas.read(footer.schema(), file.name());
      for (int i = 0; i < footer.dictionariesLength(); i++) {
        parts.add(part(footer.dictionaries(i), footerStart, "dictionary " + (i + 1)));
      }
      for (int i = 0; i < footer.recordBatchesLength(); i++) {
        parts.add(part(footer.recordBatches(i), footerStart, "batch " + (i + 1)));
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      channel.close();
      throw e;
    }
  }

  static ArrowSource open(SourceFile file, ReadOptions options, BufferAllocator allocator) {
    if (file.compression() != Compression.NONE) {
      throw new DovetailException(
          ErrorCode.E202,
          "an Arrow file cannot be read through " + file.compression(),
          file.name(),
          "Unpack it first, or write an Arrow stream.");
    }
    try {
      return ArrowSource.open(file, options, allocator, new ArrowFileSource(file, allocator));
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  private static boolean endsWithMagic(byte[] tail) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (tail.length < 10 || tail[4 + i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  private Part part(Block block, long end, String what) {
    long offset = block.offset();
    int metadata = block.metaDataLength();
    long body = block.bodyLength();
    String place = what + " at byte " + offset;
    if (offset < FRONT
        || metadata < 8
        || body < 0
        || offset > end
        || metadata > end - offset
        || body > end - offset - metadata) {
      throw Faults.damaged(file.name(), place + " lies outside the file");
    }
    return new Part(offset, metadata, body, place);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable ArrowMessage next() {
    if (nextPart == parts.size()) {
      return null;
    }
    Part part = parts.get(nextPart++);
    try {
      ByteBuffer metadata = read(part.offset, part.metadataBytes);
      metadata.order(ByteOrder.LITTLE_ENDIAN);
      int prefix = metadata.getInt(0) == -1 ? 8 : 4;
      int length = metadata.getInt(prefix - 4);
      if (length <= 0 || length > part.metadataBytes - prefix) {
        throw Faults.damaged(file.name(), part.place + " has " + length + " bytes of metadata");
      }
      Message header = ArrowMessage.parse(metadata.slice(prefix, length), file.name(), part.place);
      if (header.bodyLength() != part.bodyBytes) {
        throw Faults.damaged(file.name(), part.place + " and the footer disagree on its length");
      }
      file.done(part.metadataBytes + part.bodyBytes);
      return new ArrowMessage(header, body(part), part.place);
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  private ArrowBuf body(Part part) throws IOException {
    ArrowBuf body = allocator.buffer(part.bodyBytes);
    try {
      body.capacity(part.bodyBytes);
      long done = 0;
      while (done < part.bodyBytes) {
        int chunk = (int) Math.min(part.bodyBytes - done, 1 << 26);
        ByteBuffer target = body.nioBuffer(done, chunk);
        if (channel.read(target, part.offset + part.metadataBytes + done) < 0) {
          throw Faults.damaged(file.name(), part.place + " is cut off");
        }
        done += target.position();
      }
      return body;
    } catch (IOException | RuntimeException e) {
      body.close();
      throw e;
    }
  }

  private ByteBuffer read(long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, offset + bytes.position()) < 0) {
        throw Faults.damaged(file.name(), "it ends early");
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw file.fault(e);
    }
  }
}
