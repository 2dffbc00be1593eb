package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Text as UTF-8, whose byte order is code point order, or bytes.
///
/// Written for speed: comparisons and hashes read the bytes where they lie.
public final class BytesColumn extends ColumnData {
  /// The value of position p lies from `addresses[p]` to `addresses[p + 1]`.
  private final LongArray addresses;

  /// @param addresses one per position, and one more
  public BytesColumn(ValueType type, LongArray addresses, int size, @Nullable Bits nulls) {
    this(type, addresses, size, nulls, null);
  }

  BytesColumn(
      ValueType type, LongArray addresses, int size, @Nullable Bits nulls, @Nullable Bits odd) {
    super(type, size, nulls, odd);
    this.addresses = addresses;
  }

  /// A column of one value.
  static BytesColumn constant(ValueType type, byte[] value) {
    MemoryArea memory = MemoryArea.collected();
    LongArray addresses = LongArray.allocate(memory, 2);
    long address = memory.allocate(value.length);
    MemorySegment.copy(value, 0, Native.ALL, ValueLayout.JAVA_BYTE, address, value.length);
    addresses.set(0, address);
    addresses.set(1, address + value.length);
    return new BytesColumn(type, addresses, 1, null);
  }

  /// Where the first byte of a value lies.
  public long address(int position) {
    return addresses.get(position);
  }

  public int length(int position) {
    return (int) (addresses.get(position + 1L) - addresses.get(position));
  }

  /// The greatest number of bytes of a value.
  public int longest() {
    int longest = 0;
    for (int p = 0; p < size(); p++) {
      longest = Math.max(longest, length(p));
    }
    return longest;
  }

  /// A number that tells values of at most seven bytes apart: the bytes, the first as its highest,
  /// and below them the length. Of ASCII values it is in their order.
  public long shortCode(int position) {
    int length = length(position);
    return Long.reverseBytes(fewBytes(addresses.get(position), length)) | length;
  }

  /// Less than eight bytes as a number, the first as its lowest.
  private static long fewBytes(long at, int length) {
    if (length >= 4) {
      // the two words overlap in bytes that are the same
      long last = Native.getInt(at + length - 4) & 0xFFFF_FFFFL;
      return (Native.getInt(at) & 0xFFFF_FFFFL) | (last << ((length - 4) * 8));
    }
    long bytes = 0;
    for (int i = length - 1; i >= 0; i--) {
      bytes = (bytes << 8) | (Native.getByte(at + i) & 0xff);
    }
    return bytes;
  }

  /// The column of the first code points of each text, at most `length`.
  public BytesColumn prefixes(int length, MemoryArea memory) {
    LongArray starts = LongArray.allocate(memory, size() + 1L);
    long total = 0;
    for (int p = 0; p < size(); p++) {
      total += prefixBytes(p, length);
    }
    long target = memory.allocate(total);
    for (int p = 0; p < size(); p++) {
      int bytes = prefixBytes(p, length);
      starts.set(p, target);
      Native.copy(addresses.get(p), target, bytes);
      target += bytes;
    }
    starts.set(size(), target);
    return new BytesColumn(type(), starts, size(), nulls());
  }

  /// How many bytes the first code points take.
  private int prefixBytes(int position, int length) {
    int at = 0;
    int points = 0;
    while (at < length(position)) {
      boolean begins = (byteAt(position, at) & 0xC0) != 0x80;
      if (begins && points++ == length) {
        break;
      }
      at++;
    }
    return at;
  }

  public byte byteAt(int position, int index) {
    return Native.getByte(addresses.get(position) + index);
  }

  public byte[] bytes(int position) {
    byte[] bytes = new byte[length(position)];
    MemorySegment.copy(
        Native.ALL, ValueLayout.JAVA_BYTE, addresses.get(position), bytes, 0, bytes.length);
    return bytes;
  }

  public String text(int position) {
    return new String(bytes(position), StandardCharsets.UTF_8);
  }

  public boolean sameBytes(int position, BytesColumn other, int otherPosition) {
    int length = length(position);
    return length == other.length(otherPosition)
        && samePrefix(position, other, otherPosition, length);
  }

  /// Whether the first `length` bytes agree; both values are at least so long.
  public boolean samePrefix(int position, BytesColumn other, int otherPosition, int length) {
    long a = addresses.get(position);
    long b = other.addresses.get(otherPosition);
    if (length < 8) {
      return fewBytes(a, length) == fewBytes(b, length);
    }
    if (length <= 32) {
      // the last word may overlap the one before it
      for (int i = 0; i < length - 8; i += 8) {
        if (Native.getLong(a + i) != Native.getLong(b + i)) {
          return false;
        }
      }
      return Native.getLong(a + length - 8) == Native.getLong(b + length - 8);
    }
    return MemorySegment.mismatch(Native.ALL, a, a + length, Native.ALL, b, b + length) < 0;
  }

  /// Three-way comparison by unsigned bytes.
  public int compare(int position, BytesColumn other, int otherPosition) {
    long a = addresses.get(position);
    long b = other.addresses.get(otherPosition);
    int aLength = length(position);
    int bLength = other.length(otherPosition);
    int shorter = Math.min(aLength, bLength);
    long at = MemorySegment.mismatch(Native.ALL, a, a + shorter, Native.ALL, b, b + shorter);
    return at < 0
        ? Integer.compare(aLength, bLength)
        : Byte.compareUnsigned(Native.getByte(a + at), Native.getByte(b + at));
  }

  public long hash(int position) {
    long at = addresses.get(position);
    int length = length(position);
    long hash = length * Hashing.MULTIPLIER;
    if (length < 8) {
      return Hashing.mix(hash ^ fewBytes(at, length));
    }
    for (int i = 0; i < length - 8; i += 8) {
      hash = Hashing.mix(hash ^ Native.getLong(at + i));
    }
    return Hashing.mix(hash ^ Native.getLong(at + length - 8));
  }

  @Override
  BytesColumn withOdd(Bits more) {
    return new BytesColumn(type(), addresses, size(), nulls(), more);
  }

  @Override
  public BytesColumn select(IntArray rows, int count, MemoryArea memory) {
    LongArray selected = LongArray.allocate(memory, count + 1L);
    long total = 0;
    for (int p = 0; p < count; p++) {
      total += length(rows.get(p));
    }
    long target = memory.allocate(total);
    for (int p = 0; p < count; p++) {
      int row = rows.get(p);
      selected.set(p, target);
      Native.copy(addresses.get(row), target, length(row));
      target += length(row);
    }
    selected.set(count, target);
    return new BytesColumn(
        type(), selected, count, select(nulls(), rows, count), select(odd(), rows, count));
  }
}
