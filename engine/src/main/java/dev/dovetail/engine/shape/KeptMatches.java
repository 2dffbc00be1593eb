package dev.dovetail.engine.shape;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Matches of X positions whose rows are not all written yet, per Y input.
///
/// Written for speed: a table by position, in pages that are made when one of their positions is
/// kept. Most positions have one match at most, which lies in the table itself.
final class KeptMatches {
  /// Nothing is kept of the position.
  static final int NOT_KEPT = -3;

  /// What is kept is no single match: [#several] has it.
  static final int SEVERAL = -2;

  /// The position has no match.
  static final int NONE = -1;

  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;

  private final @Nullable Page[] pages;

  private static final class Page {
    final int[] one = new int[PAGE];
    private @Nullable Several @Nullable [] several;

    Page() {
      Arrays.fill(one, NOT_KEPT);
    }

    void put(int index, Several matches) {
      @Nullable Several[] all = several;
      if (all == null) {
        all = new Several[PAGE];
        several = all;
      }
      all[index] = matches;
      one[index] = SEVERAL;
    }

    @Nullable Several several(int index) {
      return several == null ? null : several[index];
    }

    void remove(int index) {
      if (several != null) {
        several[index] = null;
      }
      one[index] = NOT_KEPT;
    }
  }

  /// The matches of one position.
  static final class Several {
    final int[][] perInput;

    /// Rows of the position that are not done.
    private int rowsLeft;

    private Several(int[][] perInput, int rows) {
      this.perInput = perInput;
      this.rowsLeft = rows;
    }

    /// Counts a row; says whether it was the last.
    boolean isLast() {
      return --rowsLeft == 0;
    }
  }

  KeptMatches(int positions) {
    pages = new Page[(positions >>> PAGE_BITS) + 1];
  }

  /// Keeps the one match of a position of a join with one Y input, or [#NONE], for good.
  void put(int position, int match) {
    page(position).one[position & (PAGE - 1)] = match;
  }

  /// Keeps matches until they are removed.
  ///
  /// @param rows how many rows of X have these matches
  void put(int position, int[][] matches, int rows) {
    page(position).put(position & (PAGE - 1), new Several(matches, rows));
  }

  private Page page(int position) {
    Page page = pages[position >>> PAGE_BITS];
    if (page == null) {
      page = new Page();
      pages[position >>> PAGE_BITS] = page;
    }
    return page;
  }

  /// The match of a position, or one of the constants.
  int one(int position) {
    Page page = pages[position >>> PAGE_BITS];
    return page == null ? NOT_KEPT : page.one[position & (PAGE - 1)];
  }

  /// The matches of a position that has [#SEVERAL].
  Several several(int position) {
    Page page = pages[position >>> PAGE_BITS];
    Several matches = page == null ? null : page.several(position & (PAGE - 1));
    if (matches == null) {
      throw new IllegalStateException("nothing is kept of position " + position);
    }
    return matches;
  }

  void remove(int position) {
    Page page = pages[position >>> PAGE_BITS];
    if (page != null) {
      page.remove(position & (PAGE - 1));
    }
  }
}
