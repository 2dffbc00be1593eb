package dev.dovetail.spaces.segment;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.Arrays;

/// Distinct keys, numbered from 0 in the order in which they were added.
///
/// Open addressing with linear probing, at most half full; a slot holds a key's number plus one and
/// the hash saves most comparisons. Sixteen bytes of heap for each distinct key.
public final class KeyIndex {
  private static final int MAX_ENTRIES = 1 << 29;

  private final KeyedRows rows;
  private int[] slots = new int[64];
  private int[] hashes = new int[32];
  private long[] positions = new long[32];
  private int size;

  /// An index without keys.
  ///
  /// @param rows whose positions are added
  public KeyIndex(KeyedRows rows) {
    this.rows = rows;
  }

  public int size() {
    return size;
  }

  /// The position that brought a key in.
  public long position(int entry) {
    return positions[entry];
  }

  /// The number of the equal key that is there, or -1 after adding this one.
  public int add(long position) {
    boolean comparable = rows.comparable(position);
    int hash = rows.hash(position);
    if (comparable) {
      int found = find(rows, position, hash);
      if (found >= 0) {
        return found;
      }
    }
    grow();
    positions[size] = position;
    hashes[size] = hash;
    if (comparable) {
      insert(size, hash);
    }
    size++;
    return -1;
  }

  /// The number of the key that equals a row of `other`, or -1.
  public int find(KeyedRows other, long position) {
    return other.comparable(position) ? find(other, position, other.hash(position)) : -1;
  }

  private int find(KeyedRows other, long position, int hash) {
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int entry = slots[slot] - 1;
      if (hashes[entry] == hash && other.same(position, rows, positions[entry])) {
        return entry;
      }
    }
    return -1;
  }

  private void insert(int entry, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = entry + 1;
  }

  private void grow() {
    if (size < positions.length) {
      return;
    }
    if (size >= MAX_ENTRIES) {
      throw new DovetailException(
          ErrorCode.E403,
          "there are more than " + MAX_ENTRIES + " distinct keys to compare",
          "",
          "Put the rows without the check for unique keys.");
    }
    int capacity = positions.length * 2;
    positions = Arrays.copyOf(positions, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    slots = new int[capacity * 2];
    for (int entry = 0; entry < size; entry++) {
      if (rows.comparable(positions[entry])) {
        insert(entry, hashes[entry]);
      }
    }
  }
}
