package dev.dovetail.engine.hash;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// For each position of X the positions of Y with the same key, ascending.
///
/// The positions of Y with one key are a *group*: they lie one after the other in `members`, the
/// last with its top bit set; X knows where its group begins. So one key may have any number of
/// positions on either side, at four bytes each. Where every key of Y has one position, groups are
/// left out and X knows that position.
///
/// Written for speed: keys in order on both sides are merged; where they are numbers in a small
/// range, Y becomes a direct table; else both sides are partitioned by hash.
public final class KeyGroups {
  private static final int LAST = 1 << 31;
  private static final int CHUNK = 1 << 16;

  private final IntArray groupOf;
  private final @Nullable IntArray members;
  private final int places;
  private final long pairs;

  private KeyGroups(IntArray groupOf, @Nullable IntArray members, int places, long pairs) {
    this.groupOf = groupOf;
    this.members = members;
    this.places = places;
    this.pairs = pairs;
  }

  /// Groups Y by key and finds the group of each X position.
  ///
  /// @param keys equality of X with Y
  /// @param within equality of Y with itself, over the same columns
  public static KeyGroups of(
      KeyPairs keys,
      KeyPairs within,
      int xCount,
      int yCount,
      MemoryArea area,
      Execution execution) {
    SideKeys x = new SideKeys(keys, Side.X, xCount);
    SideKeys y = new SideKeys(keys, Side.Y, yCount);
    Order order = Order.of(y, execution);
    if (order != Order.NONE && Order.of(x, execution) != Order.NONE) {
      return byMerge(x, y, order, area, execution);
    }
    try (MemoryArea scratch = execution.area()) {
      return Dense.suits(keys, (long) xCount + yCount)
          ? byTable(x, y, area, scratch, execution)
          : byPartitions(x, y, within, area, scratch, execution);
    }
  }

  /// How many pairs of equal keys there are.
  public long pairs() {
    return pairs;
  }

  /// Where the group of an X position begins; -1 if there is none.
  public int first(int x) {
    return groupOf.get(x);
  }

  /// How many places there are; each is in one group.
  public int places() {
    return places;
  }

  /// Whether a group begins at a place.
  public boolean begins(int place) {
    return members == null || place == 0 || members.get(place - 1L) < 0;
  }

  /// The Y position at a place of a group.
  public int y(int at) {
    return members == null ? at : members.get(at) & ~LAST;
  }

  /// The next place of the group; -1 behind its end.
  public int next(int at) {
    return members == null || members.get(at) < 0 ? -1 : at + 1;
  }

  // ---------------------------------------------------------------- a merge

  private static KeyGroups byMerge(
      SideKeys x, SideKeys y, Order ofY, MemoryArea area, Execution execution) {
    IntArray members = ofY == Order.DISTINCT ? null : runs(y, area, execution);
    IntArray groupOf = IntArray.allocate(area, x.count());
    AtomicLong pairs = new AtomicLong();
    chunks(
        x,
        execution,
        (from, to) -> {
          AscendingCursor cursor = new AscendingCursor(y);
          long[] codes = new long[KeyPairs.BLOCK];
          long[] other = new long[KeyPairs.BLOCK];
          long found = 0;
          int last = -1;
          int size = 0;
          for (int at = from; at < to; at += KeyPairs.BLOCK) {
            int block = Math.min(KeyPairs.BLOCK, to - at);
            x.codes(at, block, codes, other);
            for (int i = 0; i < block; i++) {
              int group = cursor.seek(codes[i]) ? cursor.position() : -1;
              groupOf.set(at + i, group);
              if (group != last) {
                last = group;
                size = group < 0 ? 0 : size(members, group);
              }
              found += size;
            }
          }
          pairs.addAndGet(found);
        });
    return new KeyGroups(groupOf, members, y.count(), pairs.get());
  }

  /// Every position; the last of each key is marked.
  private static IntArray runs(SideKeys y, MemoryArea area, Execution execution) {
    IntArray members = IntArray.allocate(area, y.count());
    chunks(
        y,
        execution,
        (from, to) -> {
          long[] next = {0};
          // the code after the chunk tells whether its last position ends a run
          y.each(to, Math.min(y.count(), to + 1), (_, code) -> next[0] = code);
          long[] codes = new long[KeyPairs.BLOCK];
          long[] other = new long[KeyPairs.BLOCK];
          for (int end = to; end > from; end -= KeyPairs.BLOCK) {
            int start = Math.max(from, end - KeyPairs.BLOCK);
            y.codes(start, end - start, codes, other);
            for (int at = end - 1; at >= start; at--) {
              long code = codes[at - start];
              members.set(at, at == y.count() - 1 || code != next[0] ? at | LAST : at);
              next[0] = code;
            }
          }
        });
    return members;
  }

  private static int size(@Nullable IntArray members, int group) {
    int end = group;
    while (members != null && members.get(end) >= 0) {
      end++;
    }
    return end - group + 1;
  }

  // ---------------------------------------------------------------- a direct table

  private static KeyGroups byTable(
      SideKeys x, SideKeys y, MemoryArea area, MemoryArea scratch, Execution execution) {
    int codes = (int) y.keys().codeCount();
    if (Dense.areDistinct(y, execution)) {
      return unique(x, y, IntArray.allocate(scratch, codes), area, execution);
    }
    // first counts, then where groups end; a group is filled from its end to its start
    IntArray ends = IntArray.allocate(scratch, codes + 1L).clear();
    y.each(0, y.count(), (_, code) -> ends.set(code, ends.get(code) + 1));
    int total = 0;
    for (int code = 0; code < codes; code++) {
      total += ends.get(code);
      ends.set(code, total);
    }
    ends.set(codes, total);
    return grouped(x, y, ends, total, area, execution);
  }

  /// The table has the one position of each code, counted from one.
  private static KeyGroups unique(
      SideKeys x, SideKeys y, IntArray table, MemoryArea area, Execution execution) {
    table.clear();
    // no two positions write the same place
    chunks(
        y,
        execution,
        (from, to) -> y.each(from, to, (position, code) -> table.set(code, position + 1)));
    IntArray groupOf = IntArray.allocate(area, x.count());
    AtomicLong pairs = new AtomicLong();
    chunks(
        x,
        execution,
        (from, to) -> {
          long[] codes = new long[KeyPairs.BLOCK];
          long[] other = new long[KeyPairs.BLOCK];
          int found = 0;
          for (int at = from; at < to; at += KeyPairs.BLOCK) {
            int size = Math.min(KeyPairs.BLOCK, to - at);
            x.codes(at, size, codes, other);
            for (int i = 0; i < size; i++) {
              int group = x.isMatchable(at + i) ? table.get(codes[i]) - 1 : -1;
              groupOf.set(at + i, group);
              found += group >= 0 ? 1 : 0;
            }
          }
          pairs.addAndGet(found);
        });
    return new KeyGroups(groupOf, null, y.count(), pairs.get());
  }

  private static KeyGroups grouped(
      SideKeys x, SideKeys y, IntArray ends, int total, MemoryArea area, Execution execution) {
    IntArray members = IntArray.allocate(area, total);
    // from the last position to the first, so that ends become starts
    IntArray starts = ends;
    long[] codes = new long[KeyPairs.BLOCK];
    long[] other = new long[KeyPairs.BLOCK];
    for (int b = ((y.count() + KeyPairs.BLOCK - 1) / KeyPairs.BLOCK) - 1; b >= 0; b--) {
      execution.check();
      int from = b * KeyPairs.BLOCK;
      int size = Math.min(KeyPairs.BLOCK, y.count() - from);
      y.codes(from, size, codes, other);
      for (int i = size - 1; i >= 0; i--) {
        if (y.isMatchable(from + i)) {
          int at = starts.get(codes[i]) - 1;
          starts.set(codes[i], at);
          members.set(at, from + i);
        }
      }
    }
    for (int code = 0; code < (int) y.keys().codeCount(); code++) {
      int end = starts.get(code + 1L);
      if (starts.get(code) < end) {
        members.set(end - 1L, members.get(end - 1L) | LAST);
      }
    }
    IntArray groupOf = IntArray.allocate(area, x.count());
    AtomicLong pairs = new AtomicLong();
    chunks(
        x,
        execution,
        (from, to) -> {
          long[] found = {0};
          for (int position = from; x.keys().hasUnmatchable() && position < to; position++) {
            groupOf.set(position, -1);
          }
          x.each(
              from,
              to,
              (position, code) -> {
                int start = starts.get(code);
                int end = starts.get(code + 1);
                groupOf.set(position, start < end ? start : -1);
                found[0] += end - start;
              });
          pairs.addAndGet(found[0]);
        });
    return new KeyGroups(groupOf, members, (int) members.length(), pairs.get());
  }

  private interface Range {
    void accept(int from, int to);
  }

  private static void chunks(SideKeys side, Execution execution, Range work) {
    int chunks = (int) (((long) side.count() + CHUNK - 1) / CHUNK);
    execution
        .workers()
        .each(
            chunks,
            chunk -> {
              execution.check();
              work.accept(chunk * CHUNK, (int) Math.min(side.count(), (chunk + 1L) * CHUNK));
            });
  }

  // ---------------------------------------------------------------- partitions

  private static KeyGroups byPartitions(
      SideKeys x,
      SideKeys y,
      KeyPairs within,
      MemoryArea area,
      MemoryArea scratch,
      Execution execution) {
    int bits = Partitions.bits(y.count(), execution);
    Partitions ys = Partitions.of(y, bits, scratch, execution);
    Partitions xs = Partitions.of(x, bits, scratch, execution);
    int[] bases = new int[ys.count + 1];
    for (int p = 0; p < ys.count; p++) {
      bases[p + 1] = bases[p] + ys.size(p);
    }
    IntArray members = IntArray.allocate(area, bases[ys.count]);
    IntArray groupOf = IntArray.allocate(area, x.count());
    for (int position = 0; x.keys().hasUnmatchable() && position < x.count(); position++) {
      groupOf.set(position, -1);
    }
    boolean exact = x.keys().isExact();
    PartitionTable.Same sameY = exact ? (_, _) -> true : within::same;
    PartitionTable.Same same = exact ? (_, _) -> true : x.keys()::same;
    AtomicLong pairs = new AtomicLong();
    execution
        .workers()
        .each(
            ys.count,
            p -> {
              execution.check();
              try (MemoryArea work = execution.area()) {
                PartitionGroups groups = PartitionGroups.of(ys, p, sameY, work, members, bases[p]);
                pairs.addAndGet(groups.find(xs, p, same, groupOf));
              }
            });
    return new KeyGroups(groupOf, members, (int) members.length(), pairs.get());
  }

  /// The groups of one partition.
  private static final class PartitionGroups {
    private final PartitionTable table;

    /// By first entry: where the group begins in the members, and how large it is.
    private final IntArray starts;

    private final IntArray sizes;

    private PartitionGroups(PartitionTable table, IntArray starts, IntArray sizes) {
      this.table = table;
      this.starts = starts;
      this.sizes = sizes;
    }

    static PartitionGroups of(
        Partitions ys,
        int p,
        PartitionTable.Same same,
        MemoryArea work,
        IntArray members,
        int base) {
      int size = ys.size(p);
      IntArray positions = ys.positions[p];
      PartitionTable table = new PartitionTable(ys.hashes[p], positions, size);
      IntArray firstOf = IntArray.allocate(work, size);
      IntArray sizes = IntArray.allocate(work, size).clear();
      for (int entry = 0; entry < size; entry++) {
        int first = table.firstOrEnter(entry, same);
        firstOf.set(entry, first);
        sizes.set(first, sizes.get(first) + 1);
      }
      IntArray starts = IntArray.allocate(work, size);
      int at = base;
      for (int entry = 0; entry < size; entry++) {
        starts.set(entry, at);
        at += sizes.get(entry);
      }
      for (int entry = 0; entry < size; entry++) {
        int first = firstOf.get(entry);
        int place = starts.get(first);
        members.set(place, positions.get(entry));
        starts.set(first, place + 1);
      }
      // starts are ends now
      for (int entry = 0; entry < size; entry++) {
        if (sizes.get(entry) > 0) {
          int end = starts.get(entry);
          members.set(end - 1L, members.get(end - 1L) | LAST);
          starts.set(entry, end - sizes.get(entry));
        }
      }
      return new PartitionGroups(table, starts, sizes);
    }

    /// Enters the groups of X positions; returns how many pairs they make.
    long find(Partitions xs, int p, PartitionTable.Same same, IntArray groupOf) {
      int size = xs.size(p);
      long pairs = 0;
      for (int entry = 0; entry < size; entry++) {
        int position = xs.positions[p].get(entry);
        int first = table.first(xs.hashes[p].get(entry), position, same);
        groupOf.set(position, first < 0 ? -1 : starts.get(first));
        pairs += first < 0 ? 0 : sizes.get(first);
      }
      return pairs;
    }
  }
}
