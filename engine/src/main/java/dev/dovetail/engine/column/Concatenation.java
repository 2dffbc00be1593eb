package dev.dovetail.engine.column;

import dev.dovetail.engine.memory.DoubleArray;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.Native;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Puts columns that were [built][ColumnBuilder] alike one behind the other. Structs are not built.
public final class Concatenation {
  private final List<? extends ColumnData> parts;
  private final MemoryArea memory;
  private final int size;

  private Concatenation(List<? extends ColumnData> parts, MemoryArea memory) {
    this.parts = parts;
    this.memory = memory;
    this.size = Math.toIntExact(parts.stream().mapToLong(ColumnData::size).sum());
  }

  /// One column of the positions of all parts, which it does not refer to.
  ///
  /// @param parts at least one, of one type and unit
  public static ColumnData of(List<? extends ColumnData> parts, MemoryArea memory) {
    return new Concatenation(parts, memory).column();
  }

  private ColumnData column() {
    Bits nulls = bits(ColumnData::nulls);
    Bits odd = bits(ColumnData::odd);
    return switch (parts.getFirst()) {
      case LongColumn like ->
          new LongColumn(like.type(), longs(), size, like.scale(), like.unsigned(), nulls, odd);
      case DoubleColumn _ -> new DoubleColumn(doubles(), size, nulls, odd);
      case BigColumn like -> new BigColumn(like.type(), decimals(), size, nulls, odd);
      case BytesColumn like -> new BytesColumn(like.type(), addresses(), size, nulls, odd);
      case ListColumn _ -> lists(nulls, odd);
      case NullityColumn like -> new NullityColumn(like.type(), size, nulls, odd);
      case StructColumn _ -> throw new IllegalArgumentException("structs are not built");
    };
  }

  private @Nullable Bits bits(Function<ColumnData, @Nullable Bits> of) {
    Bits all = null;
    int at = 0;
    for (ColumnData part : parts) {
      Bits some = of.apply(part);
      if (some != null) {
        all = all == null ? new Bits(size) : all;
        for (int p = 0; p < part.size(); p++) {
          if (some.has(p)) {
            all.set(at + p);
          }
        }
      }
      at += part.size();
    }
    return all;
  }

  private LongArray longs() {
    LongArray all = LongArray.allocate(memory, size);
    long at = 0;
    for (ColumnData part : parts) {
      LongColumn longs = (LongColumn) part;
      for (int p = 0; p < longs.size(); p++) {
        all.set(at++, longs.raw(p));
      }
    }
    return all;
  }

  private DoubleArray doubles() {
    DoubleArray all = DoubleArray.allocate(memory, size);
    long at = 0;
    for (ColumnData part : parts) {
      DoubleColumn doubles = (DoubleColumn) part;
      for (int p = 0; p < doubles.size(); p++) {
        all.set(at++, doubles.value(p));
      }
    }
    return all;
  }

  private BigDecimal[] decimals() {
    BigDecimal[] all = new BigDecimal[size];
    int at = 0;
    for (ColumnData part : parts) {
      for (int p = 0; p < part.size(); p++) {
        all[at++] = ((BigColumn) part).value(p);
      }
    }
    return all;
  }

  /// The bytes of a part lie one behind the other.
  private LongArray addresses() {
    LongArray all = LongArray.allocate(memory, size + 1L);
    long total = 0;
    for (ColumnData part : parts) {
      BytesColumn bytes = (BytesColumn) part;
      total += bytes.address(bytes.size()) - bytes.address(0);
    }
    long target = memory.allocate(total);
    long at = 0;
    for (ColumnData part : parts) {
      BytesColumn bytes = (BytesColumn) part;
      long from = bytes.address(0);
      for (int p = 0; p < bytes.size(); p++) {
        all.set(at++, bytes.address(p) - from + target);
      }
      long length = bytes.address(bytes.size()) - from;
      Native.copy(from, target, length);
      target += length;
    }
    all.set(at, target);
    return all;
  }

  private ListColumn lists(@Nullable Bits nulls, @Nullable Bits odd) {
    IntArray starts = IntArray.allocate(memory, size);
    IntArray ends = IntArray.allocate(memory, size);
    int before = 0;
    long at = 0;
    for (ColumnData part : parts) {
      ListColumn lists = (ListColumn) part;
      for (int p = 0; p < lists.size(); p++) {
        starts.set(at, before + lists.start(p));
        ends.set(at++, before + lists.end(p));
      }
      before = Math.addExact(before, lists.elements().size());
    }
    List<ColumnData> elements = parts.stream().map(part -> ((ListColumn) part).elements()).toList();
    return new ListColumn(starts, ends, size, of(elements, memory), nulls, odd);
  }
}
