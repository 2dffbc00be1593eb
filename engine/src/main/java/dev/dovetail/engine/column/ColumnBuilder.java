package dev.dovetail.engine.column;

import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.memory.DoubleArray;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects computed values, position after position, into a column. Not thread-safe.
///
/// Timestamps, times of day and durations are counted in microseconds.
public abstract class ColumnBuilder {
  private static final int FIRST_CAPACITY = 16;
  private static final int MICROSECONDS = 6;

  final ValueType type;
  int size;
  private Bits nulls = new Bits(FIRST_CAPACITY);
  private Bits odd = new Bits(FIRST_CAPACITY);
  private boolean anyNull;
  private boolean anyOdd;

  ColumnBuilder(ValueType type) {
    this.type = type;
  }

  /// A builder of a column of single values.
  ///
  /// @param elements the type of a list's elements, for LIST
  /// @param expected how many positions are likely to come
  public static ColumnBuilder of(ValueType type, ValueType elements, int expected) {
    return switch (type) {
      case BOOL, INTEGER, DATE, TIME, NAIVE_TIMESTAMP, INSTANT, DURATION ->
          new Longs(type, expected);
      case FLOAT -> new Doubles(expected);
      case DECIMAL -> new Bigs(expected);
      case TEXT, BINARY -> new Bytes(type, expected);
      case LIST -> new Lists(of(elements, elements, expected), expected);
      case NULL -> new Nothing();
      case ZONED_TIMESTAMP, STRUCT ->
          throw new IllegalArgumentException("no condition computes " + type);
    };
  }

  public final int size() {
    return size;
  }

  public final void addNull() {
    nulls = nulls.grown(size + 1);
    nulls.set(size);
    anyNull = true;
    skip();
  }

  public final void addOdd() {
    odd = odd.grown(size + 1);
    odd.set(size);
    anyOdd = true;
    skip();
  }

  abstract void skip();

  /// Adds a boxed value: `Boolean`, `Long`, `Double`, `BigDecimal`, `String`, `byte[]`, or a list
  /// of them.
  public final void add(@Nullable Object value) {
    if (value == null) {
      addNull();
    } else {
      put(value);
    }
  }

  abstract void put(Object value);

  public void addLong(long value) {
    put(value);
  }

  public void addDouble(double value) {
    put(value);
  }

  /// Replaces the value of an odd position.
  abstract void replace(int position, Object value);

  public final ColumnData build(MemoryArea memory) {
    return finish(memory, anyNull ? nulls.grown(size) : null, anyOdd ? odd.grown(size) : null);
  }

  abstract ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd);

  static int capacity(int expected) {
    return Math.max(FIRST_CAPACITY, expected);
  }

  static int more(int length) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, length * 2L);
  }

  private static final class Longs extends ColumnBuilder {
    private long[] values;

    Longs(ValueType type, int expected) {
      super(type);
      values = new long[capacity(expected)];
    }

    @Override
    void skip() {
      addLong(0);
    }

    @Override
    void put(Object value) {
      addLong(value instanceof Boolean bool ? (bool ? 1 : 0) : (Long) value);
    }

    @Override
    public void addLong(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, more(size));
      }
      values[size++] = value;
    }

    @Override
    void replace(int position, Object value) {
      values[position] = value instanceof Boolean bool ? (bool ? 1 : 0) : (Long) value;
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      int scale =
          switch (type) {
            case TIME, NAIVE_TIMESTAMP, INSTANT, DURATION -> MICROSECONDS;
            default -> 0;
          };
      return new LongColumn(
          type, LongArray.copyOf(values, size, memory), size, scale, false, nulls, odd);
    }
  }

  private static final class Doubles extends ColumnBuilder {
    private double[] values;

    Doubles(int expected) {
      super(ValueType.FLOAT);
      values = new double[capacity(expected)];
    }

    @Override
    void skip() {
      addDouble(0);
    }

    @Override
    void put(Object value) {
      addDouble((Double) value);
    }

    @Override
    public void addDouble(double value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, more(size));
      }
      values[size++] = value;
    }

    @Override
    void replace(int position, Object value) {
      values[position] = (Double) value;
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      return new DoubleColumn(DoubleArray.copyOf(values, size, memory), size, nulls, odd);
    }
  }

  private static final class Bigs extends ColumnBuilder {
    private BigDecimal[] values;

    Bigs(int expected) {
      super(ValueType.DECIMAL);
      values = new BigDecimal[capacity(expected)];
    }

    @Override
    void skip() {
      append(BigDecimal.ZERO);
    }

    @Override
    void put(Object value) {
      append((BigDecimal) value);
    }

    private void append(BigDecimal value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, more(size));
      }
      values[size++] = value;
    }

    @Override
    void replace(int position, Object value) {
      values[position] = (BigDecimal) value;
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      return new BigColumn(ValueType.DECIMAL, values, size, nulls, odd);
    }
  }

  private static final class Bytes extends ColumnBuilder {
    private static final int LONGEST = 1 << 30;
    private static final int USUAL_LENGTH = 16;
    private final java.util.ArrayList<byte[]> full = new java.util.ArrayList<>();
    private byte[] data;
    private long before;
    private int used;
    private long[] starts;
    private int[] lengths;

    Bytes(ValueType type, int expected) {
      super(type);
      starts = new long[capacity(expected)];
      lengths = new int[capacity(expected)];
      data = new byte[(int) Math.min(LONGEST, (long) USUAL_LENGTH * capacity(expected))];
    }

    @Override
    void skip() {
      put(new byte[0]);
    }

    @Override
    void put(Object value) {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, more(size));
        lengths = Arrays.copyOf(lengths, more(size));
      }
      size++;
      replace(size - 1, value);
    }

    @Override
    void replace(int position, Object value) {
      byte[] bytes =
          value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
      if (bytes.length > data.length - used) {
        if (used + (long) bytes.length > LONGEST) {
          full.add(Arrays.copyOf(data, used));
          before += used;
          used = 0;
          data = new byte[Math.max(bytes.length, 256)];
        } else {
          data = Arrays.copyOf(data, Math.max(used + bytes.length, data.length * 2));
        }
      }
      System.arraycopy(bytes, 0, data, used, bytes.length);
      starts[position] = before + used;
      lengths[position] = bytes.length;
      used += bytes.length;
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      full.add(data);
      LongArray addresses = LongArray.allocate(memory, size + 1L);
      long total = 0;
      for (int p = 0; p < size; p++) {
        total += lengths[p];
      }
      long target = memory.allocate(total);
      for (int p = 0; p < size; p++) {
        addresses.set(p, target);
        copy(p, target);
        target += lengths[p];
      }
      addresses.set(size, target);
      return new BytesColumn(type, addresses, size, nulls, odd);
    }

    /// Values lie in one array each, those of replaced positions behind later ones.
    private void copy(int position, long target) {
      long at = starts[position];
      int part = 0;
      while (at >= partLength(part) && part < full.size() - 1) {
        at -= partLength(part++);
      }
      MemorySegment.copy(
          full.get(part), (int) at, Native.ALL, ValueLayout.JAVA_BYTE, target, lengths[position]);
    }

    private int partLength(int part) {
      return full.get(part).length;
    }
  }

  private static final class Lists extends ColumnBuilder {
    private final ColumnBuilder elements;
    private int[] starts;
    private int[] ends;

    Lists(ColumnBuilder elements, int expected) {
      super(ValueType.LIST);
      this.elements = elements;
      starts = new int[capacity(expected)];
      ends = new int[capacity(expected)];
    }

    @Override
    void skip() {
      put(List.of());
    }

    @Override
    void put(Object value) {
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, more(size));
        ends = Arrays.copyOf(ends, more(size));
      }
      size++;
      replace(size - 1, value);
    }

    @Override
    void replace(int position, Object value) {
      starts[position] = elements.size;
      for (Object element : (List<?>) value) {
        elements.add(element);
      }
      ends[position] = elements.size;
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      return new ListColumn(
          IntArray.copyOf(starts, size, memory),
          IntArray.copyOf(ends, size, memory),
          size,
          elements.build(memory),
          nulls,
          odd);
    }
  }

  private static final class Nothing extends ColumnBuilder {
    Nothing() {
      super(ValueType.NULL);
    }

    @Override
    void skip() {
      size++;
    }

    @Override
    void put(Object value) {
      throw new IllegalArgumentException(value + " in a column of NULLs");
    }

    @Override
    void replace(int position, Object value) {
      throw new IllegalArgumentException(value + " in a column of NULLs");
    }

    @Override
    ColumnData finish(MemoryArea memory, @Nullable Bits nulls, @Nullable Bits odd) {
      return new NullityColumn(ValueType.NULL, size, nulls, odd);
    }
  }

  /// Gives an odd position a value after all.
  public final void settle(int position, @Nullable Object value) {
    odd.clear(position);
    if (value == null) {
      nulls = nulls.grown(size);
      nulls.set(position);
      anyNull = true;
    } else {
      replace(position, value);
    }
    anyOdd = odd.any();
  }
}
