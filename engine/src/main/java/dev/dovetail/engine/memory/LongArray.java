package dev.dovetail.engine.memory;

/// A fixed number of longs off the heap. Bounds are asserted, not checked.
///
/// Written for speed.
public final class LongArray {
  private static final int BYTES = Long.BYTES;

  private final MemoryArea owner;
  private final long address;
  private final long length;

  private LongArray(MemoryArea owner, long address, long length) {
    this.owner = owner;
    this.address = address;
    this.length = length;
  }

  /// Takes `length` longs of an area; what they hold is not defined.
  public static LongArray allocate(MemoryArea area, long length) {
    return new LongArray(area, area.allocate(length * BYTES), length);
  }

  /// These values, in memory of their own.
  public static LongArray of(long... values) {
    return copyOf(values, values.length, MemoryArea.collected());
  }

  /// The first values, in memory of an area.
  public static LongArray copyOf(long[] values, int length, MemoryArea area) {
    LongArray array = allocate(area, length);
    for (int i = 0; i < length; i++) {
      array.set(i, values[i]);
    }
    return array;
  }

  public long length() {
    return length;
  }

  public long get(long index) {
    assert index >= 0 && index < length && owner.isOpen();
    return Native.getLong(address + index * BYTES);
  }

  public void set(long index, long value) {
    assert index >= 0 && index < length && owner.isOpen();
    Native.putLong(address + index * BYTES, value);
  }

  /// Where the value of an index lies.
  public long address(long index) {
    assert index >= 0 && index <= length && owner.isOpen();
    return address + index * BYTES;
  }

  /// Sets every value to zero.
  public LongArray clear() {
    if (length > 0) {
      Native.fill(address, length * BYTES, (byte) 0);
    }
    return this;
  }
}
