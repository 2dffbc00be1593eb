package dev.dovetail.engine.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads and writes at addresses. Nothing here checks bounds; [LongArray] and its kin assert them.
///
/// Written for speed: one constant segment over all addresses costs a load what an array does, less
/// the check.
public final class Native {
  /// The whole address space.
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private Native() {}

  public static long getLong(long address) {
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  public static void putLong(long address, long value) {
    ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
  }

  public static int getInt(long address) {
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
  }

  public static void putInt(long address, int value) {
    ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
  }

  public static short getShort(long address) {
    return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
  }

  public static void putShort(long address, short value) {
    ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, value);
  }

  public static byte getByte(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  public static void putByte(long address, byte value) {
    ALL.set(ValueLayout.JAVA_BYTE, address, value);
  }

  public static double getDouble(long address) {
    return ALL.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address);
  }

  public static void putDouble(long address, double value) {
    ALL.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address, value);
  }

  public static float getFloat(long address) {
    return ALL.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address);
  }

  public static void copy(long from, long to, long bytes) {
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  /// The same for few bytes, where a call would cost more than the bytes.
  public static void copyFew(long from, long to, int bytes) {
    if (bytes > 64) {
      copy(from, to, bytes);
    } else if (bytes >= 8) {
      int last = bytes - 8;
      for (int i = 0; i < last; i += 8) {
        putLong(to + i, getLong(from + i));
      }
      putLong(to + last, getLong(from + last));
    } else if (bytes >= 4) {
      int head = getInt(from);
      int tail = getInt(from + bytes - 4);
      putInt(to, head);
      putInt(to + bytes - 4, tail);
    } else {
      for (int i = 0; i < bytes; i++) {
        putByte(to + i, getByte(from + i));
      }
    }
  }

  public static void fill(long address, long bytes, byte value) {
    ALL.asSlice(address, bytes).fill(value);
  }
}
