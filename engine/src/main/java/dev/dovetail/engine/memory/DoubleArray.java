package dev.dovetail.engine.memory;

/// A fixed number of doubles off the heap. Bounds are asserted, not checked.
///
/// Written for speed.
public final class DoubleArray {
  private static final int BYTES = Double.BYTES;

  private final MemoryArea owner;
  private final long address;
  private final long length;

  private DoubleArray(MemoryArea owner, long address, long length) {
    this.owner = owner;
    this.address = address;
    this.length = length;
  }

  /// Takes `length` doubles of an area; what they hold is not defined.
  public static DoubleArray allocate(MemoryArea area, long length) {
    return new DoubleArray(area, area.allocate(length * BYTES), length);
  }

  /// These values, in memory of their own.
  public static DoubleArray of(double... values) {
    return copyOf(values, values.length, MemoryArea.collected());
  }

  /// The first values, in memory of an area.
  public static DoubleArray copyOf(double[] values, int length, MemoryArea area) {
    DoubleArray array = allocate(area, length);
    for (int i = 0; i < length; i++) {
      array.set(i, values[i]);
    }
    return array;
  }

  public long length() {
    return length;
  }

  public double get(long index) {
    assert index >= 0 && index < length && owner.isOpen();
    return Native.getDouble(address + index * BYTES);
  }

  public void set(long index, double value) {
    assert index >= 0 && index < length && owner.isOpen();
    Native.putDouble(address + index * BYTES, value);
  }

  /// Where the value of an index lies.
  public long address(long index) {
    assert index >= 0 && index <= length && owner.isOpen();
    return address + index * BYTES;
  }

  /// Sets every value to zero.
  public DoubleArray clear() {
    if (length > 0) {
      Native.fill(address, length * BYTES, (byte) 0);
    }
    return this;
  }
}
