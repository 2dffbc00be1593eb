package dev.dovetail.spaces.files;

import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.memory.ArrowBuf;

/// An IPC message whose metadata and body lie within the input; what they say is not checked yet.
///
/// @param place where it begins, for messages
record ArrowMessage(Message header, ArrowBuf body, String place) implements AutoCloseable {
  /// Reads the metadata. FlatBuffers checks each access against the buffer's limit.
  static Message parse(ByteBuffer metadata, String file, String place) {
    Message message = Message.getRootAsMessage(metadata);
    if (message.version() != MetadataVersion.V4 && message.version() != MetadataVersion.V5) {
      throw Faults.damaged(file, place + " has the unknown version " + message.version());
    }
    if (message.bodyLength() < 0) {
      throw Faults.damaged(file, place + " has a negative length");
    }
    return message;
  }

  @Override
  public void close() {
    body.close();
  }
}
