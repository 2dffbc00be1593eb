package dev.dovetail.spaces.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// The messages of an Arrow stream, in the present framing and in the one without a continuation
/// mark (before 0.15). Memory grows with the bytes that arrive, not with what a length promises.
final class ArrowStreamMessages implements ArrowSource.Messages {
  private static final int MOST_METADATA = 256 * 1024 * 1024;
  private static final int CHUNK = 1 << 20;

  private final SourceFile file;
  private final BufferAllocator allocator;
  private final InputStream in;
  private final Schema schema;
  private long position;
  private int index;
  private boolean ended;

  ArrowStreamMessages(SourceFile file, BufferAllocator allocator) {
    this.file = file;
    this.allocator = allocator;
    file.passes(1);
    this.in = file.bytes();
    try (ArrowMessage first = next()) {
      if (first == null
          || first.header().headerType() != MessageHeader.Schema
          || !(first.header().header(new org.apache.arrow.flatbuf.Schema())
              instanceof org.apache.arrow.flatbuf.Schema stated)) {
        throw Faults.damaged(file.name(), "it does not begin with a schema");
      }
      this.schema = ArrowSchemas.read(stated, file.name());
    } catch (RuntimeException | StackOverflowError e) {
      close();
      throw e;
    }
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable ArrowMessage next() {
    if (ended) {
      return null;
    }
    index++;
    String place = "message " + index + " at byte " + position;
    try {
      byte[] prefix = in.readNBytes(4);
      if (prefix.length == 0) {
        ended = true;
        return null;
      }
      int length = length(prefix, place);
      if (length == -1) {
        length = length(in.readNBytes(4), place);
      }
      if (length == 0) {
        ended = true;
        if (in.read() >= 0) {
          throw Faults.damaged(file.name(), "bytes follow the end of the stream");
        }
        return null;
      }
      return message(length, place);
    } catch (IOException e) {
      throw file.fault(e);
    }
  }

  private int length(byte[] prefix, String place) {
    position += prefix.length;
    if (prefix.length < 4) {
      throw cutOff(place);
    }
    return ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  private ArrowMessage message(int length, String place) throws IOException {
    if (length < 0 || length > MOST_METADATA) {
      throw Faults.damaged(file.name(), place + " has " + length + " bytes of metadata");
    }
    byte[] metadata = in.readNBytes(length);
    position += metadata.length;
    if (metadata.length < length) {
      throw cutOff(place);
    }
    Message header = ArrowMessage.parse(ByteBuffer.wrap(metadata), file.name(), place);
    return new ArrowMessage(header, body(header.bodyLength(), place), place);
  }

  private ArrowBuf body(long length, String place) throws IOException {
    ArrowBuf body = allocator.buffer(Math.min(length, CHUNK));
    try {
      byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
      long done = 0;
      while (done < length) {
        int count = in.readNBytes(chunk, 0, (int) Math.min(length - done, CHUNK));
        if (count == 0) {
          throw cutOff(place);
        }
        if (body.capacity() < done + count) {
          ArrowBuf larger = allocator.buffer(Math.min(length, (done + count) * 2));
          larger.setBytes(0, body, 0, done);
          body.close();
          body = larger;
        }
        body.setBytes(done, chunk, 0, count);
        done += count;
      }
      position += length;
      return body.capacity() == length ? body : exact(body, length);
    } catch (IOException | RuntimeException e) {
      body.close();
      throw e;
    }
  }

  /// The allocator rounds up; the checks compare with the message's own length.
  private static ArrowBuf exact(ArrowBuf body, long length) {
    return body.capacity(length);
  }

  private RuntimeException cutOff(String place) {
    return Faults.damaged(file.name(), place + " is cut off: the file ends within it");
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw file.fault(e);
    }
  }
}
