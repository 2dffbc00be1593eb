package dev.dovetail.engine.hash;

import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;

/// Finds the first entry of a partition with a given key.
///
/// Open addressing: a slot holds the number of a key's first entry plus one. Grows with the
/// distinct keys, of which a partition may have one for many entries. At most half of the slots are
/// taken, so a search ends.
///
/// Written for speed.
final class PartitionTable {
  private static final int LEAST_SLOTS = 1 << 8;
  private static final int MOST_SLOTS_AT_FIRST = 1 << 16;

  private final LongArray hashes;
  private final IntArray positions;
  private int[] slots;
  private int taken;

  /// Whether two positions have the same key, where their hashes agree.
  interface Same {
    boolean test(int position, int other);
  }

  /// @param entries how many there will be; not all need have a key of their own
  PartitionTable(LongArray hashes, IntArray positions, int entries) {
    this.hashes = hashes;
    this.positions = positions;
    this.slots =
        new int
            [Math.clamp(
                (long) Integer.highestOneBit(Math.max(1, entries)) << 2,
                LEAST_SLOTS,
                MOST_SLOTS_AT_FIRST)];
  }

  /// The first entry with the key of `entry`, which is entered if there is none; entries are given
  /// in ascending order.
  int firstOrEnter(int entry, Same same) {
    long hash = hashes.get(entry);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      int first = slots[slot] - 1;
      if (hashes.get(first) == hash && same.test(positions.get(entry), positions.get(first))) {
        return first;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = entry + 1;
    if (++taken > slots.length >> 1) {
      grow();
    }
    return entry;
  }

  /// The first entry with the key of a position of the other side; -1 if there is none.
  int first(long hash, int position, Same same) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      int first = slots[slot] - 1;
      if (hashes.get(first) == hash && same.test(position, positions.get(first))) {
        return first;
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  int distinct() {
    return taken;
  }

  private void grow() {
    int[] old = slots;
    slots = new int[Math.multiplyExact(old.length, 2)];
    int mask = slots.length - 1;
    for (int taken : old) {
      if (taken != 0) {
        int slot = (int) hashes.get(taken - 1L) & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = taken;
      }
    }
  }
}
