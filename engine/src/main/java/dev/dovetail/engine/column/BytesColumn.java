package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Text as UTF-8, whose byte order is code point order, or bytes.
///
/// Written for speed: comparisons and hashes read the bytes where they lie.
public final class BytesColumn extends ColumnData {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final MemorySegment data;
  private final long[] starts;
  private final int[] lengths;

  public BytesColumn(
      ValueType type,
      MemorySegment data,
      long[] starts,
      int[] lengths,
      int size,
      @Nullable Bits nulls) {
    this(type, data, starts, lengths, size, nulls, null);
  }

  BytesColumn(
      ValueType type,
      MemorySegment data,
      long[] starts,
      int[] lengths,
      int size,
      @Nullable Bits nulls,
      @Nullable Bits odd) {
    super(type, size, nulls, odd);
    this.data = data;
    this.starts = starts;
    this.lengths = lengths;
  }

  /// A column of one value.
  static BytesColumn constant(ValueType type, byte[] value) {
    return new BytesColumn(
        type, MemorySegment.ofArray(value), new long[] {0}, new int[] {value.length}, 1, null);
  }

  public int length(int position) {
    return lengths[position];
  }

  public byte byteAt(int position, int index) {
    return data.get(BYTE, starts[position] + index);
  }

  public byte[] bytes(int position) {
    return data.asSlice(starts[position], lengths[position]).toArray(BYTE);
  }

  public String text(int position) {
    return new String(bytes(position), StandardCharsets.UTF_8);
  }

  public boolean sameBytes(int position, BytesColumn other, int otherPosition) {
    int length = lengths[position];
    return length == other.lengths[otherPosition]
        && samePrefix(position, other, otherPosition, length);
  }

  /// Whether the first `length` bytes agree; both values are at least so long.
  public boolean samePrefix(int position, BytesColumn other, int otherPosition, int length) {
    long a = starts[position];
    long b = other.starts[otherPosition];
    if (length <= 32) {
      int i = 0;
      for (; i + 8 <= length; i += 8) {
        if (data.get(LONG, a + i) != other.data.get(LONG, b + i)) {
          return false;
        }
      }
      for (; i < length; i++) {
        if (data.get(BYTE, a + i) != other.data.get(BYTE, b + i)) {
          return false;
        }
      }
      return true;
    }
    return MemorySegment.mismatch(data, a, a + length, other.data, b, b + length) < 0;
  }

  /// Three-way comparison by unsigned bytes.
  public int compare(int position, BytesColumn other, int otherPosition) {
    long a = starts[position];
    long b = other.starts[otherPosition];
    int aLength = lengths[position];
    int bLength = other.lengths[otherPosition];
    int shorter = Math.min(aLength, bLength);
    long at = MemorySegment.mismatch(data, a, a + shorter, other.data, b, b + shorter);
    return at < 0
        ? Integer.compare(aLength, bLength)
        : Byte.compareUnsigned(data.get(BYTE, a + at), other.data.get(BYTE, b + at));
  }

  public long hash(int position) {
    long at = starts[position];
    int length = lengths[position];
    long hash = length * Hashing.MULTIPLIER;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      hash = Hashing.mix(hash ^ data.get(LONG, at + i));
    }
    long tail = 0;
    for (; i < length; i++) {
      tail = (tail << 8) | (data.get(BYTE, at + i) & 0xff);
    }
    return Hashing.mix(hash ^ tail);
  }

  @Override
  BytesColumn withOdd(Bits more) {
    return new BytesColumn(type(), data, starts, lengths, size(), nulls(), more);
  }

  @Override
  public BytesColumn select(int[] rows, int count) {
    long[] from = new long[count];
    int[] size = new int[count];
    for (int p = 0; p < count; p++) {
      from[p] = starts[rows[p]];
      size[p] = lengths[rows[p]];
    }
    return new BytesColumn(
        type(), data, from, size, count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
