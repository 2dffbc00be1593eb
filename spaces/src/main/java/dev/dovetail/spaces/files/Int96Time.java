package dev.dovetail.spaces.files;

import dev.hardwood.reader.ColumnReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The legacy timestamp of Parquet: a Julian day and the nanosecond of that day.
record Int96Time(long epochDay, long nanoOfDay) {
  private static final int BYTES = 12;
  private static final long JULIAN_EPOCH = 2_440_588;
  private static final long DAY_NANOS = 86_400_000_000_000L;

  static Int96Time at(ColumnReader from, int row) {
    int start = from.getBinaryOffsets()[row];
    ByteBuffer bytes =
        ByteBuffer.wrap(from.getBinaryValues(), start, BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long nanoOfDay = bytes.getLong();
    return new Int96Time(bytes.getInt() - JULIAN_EPOCH, nanoOfDay);
  }

  /// Whether the nanosecond lies within the day; else writers overflowed and the time is lost.
  boolean legal() {
    return nanoOfDay >= 0 && nanoOfDay < DAY_NANOS;
  }

  boolean fitsNanos() {
    long day = Math.multiplyHigh(epochDay, DAY_NANOS);
    long low = epochDay * DAY_NANOS;
    if (day != low >> 63) {
      return false;
    }
    long sum = low + nanoOfDay;
    return ((low ^ sum) & (nanoOfDay ^ sum)) >= 0;
  }

  long nanos() {
    return Math.addExact(Math.multiplyExact(epochDay, DAY_NANOS), nanoOfDay);
  }

  long micros() {
    return Math.addExact(
        Math.multiplyExact(epochDay, DAY_NANOS / 1000), Math.floorDiv(nanoOfDay, 1000L));
  }
}
