package dev.dovetail.polyglot.worker;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A two-way stream of frames: length, kind, payload. Numbers are big-endian. One thread reads and
/// one writes.
public final class Frames implements AutoCloseable {
  /// No honest frame is longer; a longer one means that something else wrote into the stream.
  static final int MAX_BYTES = 1 << 30;

  private final DataInputStream in;
  private final DataOutputStream out;

  public Frames(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    this.out = new DataOutputStream(out);
  }

  /// One frame as it arrived.
  @SuppressWarnings("ArrayRecordComponent") // handed from the reader to its one consumer
  public record Frame(Command command, byte[] payload) {
    public DataInputStream fields() {
      return new DataInputStream(new ByteArrayInputStream(payload));
    }
  }

  /// The next frame.
  ///
  /// @throws EOFException if the other side is gone
  public Frame read() throws IOException {
    int length = in.readInt();
    Command command =
        Command.of(in.readUnsignedByte())
            .filter(_ -> length >= 0 && length <= MAX_BYTES)
            .orElseThrow(() -> new IOException("the stream does not hold a frame"));
    byte[] payload = in.readNBytes(length);
    if (payload.length < length) {
      throw new EOFException();
    }
    return new Frame(command, payload);
  }

  /// A frame that says nothing but that the sender is there; who reads a caller's commands skips
  /// it.
  public static byte[] signOfLife() {
    return new byte[] {0, 0, 0, 0, (byte) Command.HELLO.code};
  }

  public void write(Command command, Payload payload) throws IOException {
    byte[] bytes = payload.bytes();
    if (bytes.length > MAX_BYTES) {
      throw new IOException("a frame of " + bytes.length + " bytes is too long");
    }
    out.writeInt(bytes.length);
    out.writeByte(command.code);
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (in;
        out) {
      // both ends are closed even if one fails
    }
  }

  /// Text of any length, unlike [DataOutputStream#writeUTF].
  public static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  /// Packed bytes as text of as many characters, the form in which they enter Python fastest.
  static String readLatin1(DataInputStream in, int bytes) throws IOException {
    return new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1);
  }

  /// A frame's content while it is written; memory only, so it does not fail.
  public static final class Payload {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final DataOutputStream data = new DataOutputStream(buffer);

    public static Payload empty() {
      return new Payload();
    }

    public Payload number(int value) {
      return add(() -> data.writeInt(value));
    }

    public Payload text(String value) {
      return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /// Bytes with their length before them.
    public Payload bytes(byte[] value) {
      return add(
          () -> {
            data.writeInt(value.length);
            data.write(value);
          });
    }

    /// Bytes whose length the reader knows.
    public Payload raw(byte[] value) {
      return add(() -> data.write(value));
    }

    private Payload add(Write write) {
      try {
        write.run();
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    byte[] bytes() {
      return buffer.toByteArray();
    }

    private interface Write {
      void run() throws IOException;
    }
  }
}
