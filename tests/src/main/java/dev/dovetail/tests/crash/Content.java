package dev.dovetail.tests.crash;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// What a table holds, in brief: equal only if all values are, in their order.
///
/// @param byGeneration how many rows each generation has
/// @param checksum over all values of all rows and their matches
record Content(long rows, long matches, SortedMap<Long, Long> byGeneration, long checksum) {
  Content {
    byGeneration = Collections.unmodifiableSortedMap(new TreeMap<>(byGeneration));
  }

  @Override
  public String toString() {
    return rows
        + " rows by generation "
        + byGeneration
        + (matches == 0 ? "" : ", " + matches + " matches")
        + ", checksum "
        + Long.toHexString(checksum);
  }

  /// Takes rows, each followed by its matches.
  static final class Builder {
    private final CRC32C checksum = new CRC32C();
    private final ByteBuffer numbers = ByteBuffer.allocate(1 + 2 * Long.BYTES);
    private final SortedMap<Long, Long> byGeneration = new TreeMap<>();
    private long rows;
    private long matches;

    void row(long id, long generation, byte[] text) {
      rows++;
      byGeneration.merge(generation, 1L, Long::sum);
      add((byte) 'r', id, generation, text);
    }

    void match(long id, long generation, byte[] text) {
      matches++;
      add((byte) 'm', id, generation, text);
    }

    private void add(byte kind, long id, long generation, byte[] text) {
      checksum.update(numbers.clear().put(kind).putLong(id).putLong(generation).flip());
      checksum.update(text);
    }

    Content build() {
      return new Content(rows, matches, byGeneration, checksum.getValue());
    }
  }
}
