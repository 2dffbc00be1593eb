package dev.dovetail.polyglot.worker;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The content of a frame, read as one who does not trust its writer reads it: what is not there,
/// or too long, is a [BadAnswer], and nothing is allocated for bytes that did not come.
public final class Fields {
  private final ByteBuffer left;

  public Fields(byte[] payload) {
    left = ByteBuffer.wrap(payload);
  }

  public int number() throws BadAnswer {
    try {
      return left.getInt();
    } catch (BufferUnderflowException e) {
      throw new BadAnswer("it ends too early");
    }
  }

  /// A number from `low` to `high`, both included.
  public int number(int low, int high) throws BadAnswer {
    int value = number();
    if (value < low || value > high) {
      throw new BadAnswer(value + " is not from " + low + " to " + high);
    }
    return value;
  }

  /// A number of things that each take a byte at least.
  public int count() throws BadAnswer {
    int value = number();
    if (value < 0 || value > left.remaining()) {
      throw new BadAnswer("it announces " + value + " items in " + left.remaining() + " bytes");
    }
    return value;
  }

  public byte[] raw(int bytes) throws BadAnswer {
    if (bytes < 0 || bytes > left.remaining()) {
      throw new BadAnswer("it announces " + bytes + " of " + left.remaining() + " bytes");
    }
    byte[] value = new byte[bytes];
    left.get(value);
    return value;
  }

  /// Bytes with their length before them.
  public byte[] bytes() throws BadAnswer {
    return raw(number());
  }

  public String text() throws BadAnswer {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  public void skipTexts(int texts) throws BadAnswer {
    for (int i = 0; i < texts; i++) {
      bytes();
    }
  }

  /// All that was not read.
  public byte[] rest() throws BadAnswer {
    return raw(left.remaining());
  }

  /// To be called where a frame must end.
  public void end() throws BadAnswer {
    if (left.hasRemaining()) {
      throw new BadAnswer(left.remaining() + " bytes are too many");
    }
  }
}
