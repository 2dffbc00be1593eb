package dev.dovetail.engine.memory;

/// A fixed number of ints off the heap. Bounds are asserted, not checked.
///
/// Written for speed.
public final class IntArray {
  private static final int BYTES = Integer.BYTES;

  private final MemoryArea owner;
  private final long address;
  private final long length;

  private IntArray(MemoryArea owner, long address, long length) {
    this.owner = owner;
    this.address = address;
    this.length = length;
  }

  /// Takes `length` ints of an area; what they hold is not defined.
  public static IntArray allocate(MemoryArea area, long length) {
    return new IntArray(area, area.allocate(length * BYTES), length);
  }

  /// These values, in memory of their own.
  public static IntArray of(int... values) {
    return copyOf(values, values.length, MemoryArea.collected());
  }

  /// The first values, in memory of an area.
  public static IntArray copyOf(int[] values, int length, MemoryArea area) {
    IntArray array = allocate(area, length);
    for (int i = 0; i < length; i++) {
      array.set(i, values[i]);
    }
    return array;
  }

  public long length() {
    return length;
  }

  public int get(long index) {
    assert index >= 0 && index < length && owner.isOpen();
    return Native.getInt(address + index * BYTES);
  }

  public void set(long index, int value) {
    assert index >= 0 && index < length && owner.isOpen();
    Native.putInt(address + index * BYTES, value);
  }

  /// Where the value of an index lies.
  public long address(long index) {
    assert index >= 0 && index <= length && owner.isOpen();
    return address + index * BYTES;
  }

  /// Sets every value to zero.
  public IntArray clear() {
    if (length > 0) {
      Native.fill(address, length * BYTES, (byte) 0);
    }
    return this;
  }
}
