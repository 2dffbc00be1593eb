package dev.dovetail.engine.join;

import java.util.Arrays;

/// The candidates of one X position while they are collected in any order, handed out ascending.
/// One per thread.
///
/// Few are sorted; many, compared with Y, are marked in a bitmap and read off.
///
/// Written for speed.
final class Candidates {
  /// Positions for each word of a bitmap from which on the bitmap is read off faster.
  private static final int BITMAP_SHARE = 4;

  private final int yCount;
  private int[] positions = new int[64];
  private int size;
  private int at;
  private long[] bitmap = new long[0];

  Candidates(int yCount) {
    this.yCount = yCount;
  }

  void clear() {
    size = 0;
    at = 0;
  }

  void add(int position) {
    if (size == positions.length) {
      positions = Arrays.copyOf(positions, Math.multiplyExact(size, 2));
    }
    positions[size++] = position;
  }

  int size() {
    return size;
  }

  /// Puts what was added in order, each once.
  void sort() {
    if (size < 2) {
      return;
    }
    if ((long) size * BITMAP_SHARE > yCount >>> 6) {
      byBitmap();
    } else {
      Arrays.sort(positions, 0, size);
      int kept = 1;
      for (int i = 1; i < size; i++) {
        if (positions[i] != positions[kept - 1]) {
          positions[kept++] = positions[i];
        }
      }
      size = kept;
    }
  }

  private void byBitmap() {
    if (bitmap.length == 0) {
      bitmap = new long[(yCount >>> 6) + 1];
    }
    int first = bitmap.length;
    int last = -1;
    for (int i = 0; i < size; i++) {
      int word = positions[i] >>> 6;
      bitmap[word] |= 1L << positions[i];
      first = Math.min(first, word);
      last = Math.max(last, word);
    }
    size = 0;
    for (int word = first; word <= last; word++) {
      long bits = bitmap[word];
      bitmap[word] = 0;
      while (bits != 0) {
        positions[size++] = (word << 6) + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
      }
    }
  }

  /// Copies all candidates to where `target` goes on; returns how many.
  int copyTo(int[] target, int from) {
    System.arraycopy(positions, 0, target, from, size);
    return size;
  }

  /// Copies the next candidates into `out`; none at the end.
  int next(int[] out) {
    int count = Math.min(out.length, size - at);
    System.arraycopy(positions, at, out, 0, count);
    at += count;
    return count;
  }
}
