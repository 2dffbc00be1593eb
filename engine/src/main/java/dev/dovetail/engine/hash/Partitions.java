package dev.dovetail.engine.hash;

import dev.dovetail.engine.column.Hashing;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;

/// The matchable positions of one side with the hashes of their keys, scattered by hash. Within a
/// partition positions ascend. Equal codes have equal hashes, and unequal ones different ones.
///
/// Each partition has its own arrays, so that as many as the budget allows are in memory and the
/// others in files.
///
/// Written for speed: two passes over the keys, one to count and one to write.
final class Partitions {
  private static final int CHUNK = 1 << 16;

  /// Positions of a partition for whose table the processor's cache suffices.
  private static final int CACHED = 1 << 14;

  private static final int MOST_CACHED_BITS = 9;
  private static final int MOST_BITS = 12;

  /// Bytes of work memory for each position of a partition.
  private static final long WORK_BYTES = 32;

  final int count;
  final LongArray[] hashes;
  final IntArray[] positions;

  private Partitions(LongArray[] hashes, IntArray[] positions) {
    this.count = positions.length;
    this.hashes = hashes;
    this.positions = positions;
  }

  int size(int partition) {
    return (int) positions[partition].length();
  }

  /// How many partitions, as a power of two, a table over so many positions takes.
  static int bits(int size, Execution execution) {
    int bits = 0;
    while (bits < MOST_CACHED_BITS && size >> bits > CACHED) {
      bits++;
    }
    long share = execution.allocator().getLimit() / (8L * execution.workers().threads());
    while (bits < MOST_BITS && (size >> bits) * WORK_BYTES > share) {
      bits++;
    }
    return bits;
  }

  static Partitions of(SideKeys side, int bits, MemoryArea area, Execution execution) {
    int count = 1 << bits;
    int chunks = (int) (((long) side.count() + CHUNK - 1) / CHUNK);
    int[][] cursors = new int[chunks][count];
    execution
        .workers()
        .each(
            chunks,
            chunk -> {
              execution.check();
              count(side, chunk, bits, cursors[chunk]);
            });
    LongArray[] hashes = new LongArray[count];
    IntArray[] positions = new IntArray[count];
    for (int p = 0; p < count; p++) {
      int total = 0;
      for (int[] cursor : cursors) {
        int own = cursor[p];
        cursor[p] = total;
        total += own;
      }
      hashes[p] = LongArray.allocate(area, total);
      positions[p] = IntArray.allocate(area, total);
    }
    Partitions partitions = new Partitions(hashes, positions);
    execution
        .workers()
        .each(
            chunks,
            chunk -> {
              execution.check();
              partitions.scatter(side, chunk, bits, cursors[chunk]);
            });
    return partitions;
  }

  private static int partition(long hash, int bits) {
    return bits == 0 ? 0 : (int) (hash >>> (64 - bits));
  }

  private static void count(SideKeys side, int chunk, int bits, int[] counts) {
    long[] codes = new long[KeyPairs.BLOCK];
    long[] scratch = new long[KeyPairs.BLOCK];
    int to = end(side, chunk);
    for (int from = chunk * CHUNK; from < to; from += KeyPairs.BLOCK) {
      int size = Math.min(KeyPairs.BLOCK, to - from);
      side.codes(from, size, codes, scratch);
      for (int i = 0; i < size; i++) {
        if (side.isMatchable(from + i)) {
          counts[partition(Hashing.mix(codes[i]), bits)]++;
        }
      }
    }
  }

  private void scatter(SideKeys side, int chunk, int bits, int[] cursors) {
    long[] codes = new long[KeyPairs.BLOCK];
    long[] scratch = new long[KeyPairs.BLOCK];
    int to = end(side, chunk);
    for (int from = chunk * CHUNK; from < to; from += KeyPairs.BLOCK) {
      int size = Math.min(KeyPairs.BLOCK, to - from);
      side.codes(from, size, codes, scratch);
      for (int i = 0; i < size; i++) {
        if (side.isMatchable(from + i)) {
          long hash = Hashing.mix(codes[i]);
          int p = partition(hash, bits);
          int at = cursors[p]++;
          hashes[p].set(at, hash);
          positions[p].set(at, from + i);
        }
      }
    }
  }

  private static int end(SideKeys side, int chunk) {
    return (int) Math.min(side.count(), (chunk + 1L) * CHUNK);
  }
}
