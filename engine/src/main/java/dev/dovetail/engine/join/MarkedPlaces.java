package dev.dovetail.engine.join;

import java.util.Arrays;

/// A bitmap with a summary: a bit for each word that has one set.
///
/// Written for speed.
final class MarkedPlaces {
  private final long[] words;
  private final long[] summary;

  MarkedPlaces(int size) {
    words = new long[(size >>> 6) + 1];
    summary = new long[(words.length >>> 6) + 1];
  }

  void clear() {
    Arrays.fill(words, 0);
    Arrays.fill(summary, 0);
  }

  void mark(int place) {
    int word = place >>> 6;
    words[word] |= 1L << place;
    summary[word >>> 6] |= 1L << word;
  }

  /// The first marked place from `from` on and below `to`; -1 if there is none.
  int next(int from, int to) {
    if (from >= to) {
      return -1;
    }
    int word = from >>> 6;
    long bits = words[word] & (-1L << from);
    if (bits == 0) {
      word = nextWord(word + 1);
      if (word < 0) {
        return -1;
      }
      bits = words[word];
    }
    int place = (word << 6) + Long.numberOfTrailingZeros(bits);
    return place < to ? place : -1;
  }

  private int nextWord(int from) {
    int at = from >>> 6;
    if (at >= summary.length) {
      return -1;
    }
    long bits = summary[at] & (-1L << from);
    while (bits == 0) {
      if (++at == summary.length) {
        return -1;
      }
      bits = summary[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(bits);
  }

  /// How many places are marked from `from` on and below `to`.
  long count(int from, int to) {
    long count = 0;
    for (int place = from; place < to; ) {
      int word = place >>> 6;
      int end = Math.min(to, (word + 1) << 6);
      long bits = words[word] & (-1L << place);
      if ((end & 63) != 0) {
        bits &= -1L >>> -end;
      }
      count += Long.bitCount(bits);
      place = end;
    }
    return count;
  }
}
