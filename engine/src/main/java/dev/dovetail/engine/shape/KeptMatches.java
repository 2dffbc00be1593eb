package dev.dovetail.engine.shape;

import org.jspecify.annotations.Nullable;

/// Matches of X positions whose rows are not all written yet, per Y input.
///
/// Written for speed: a table by position, in pages that are made when one of their positions is
/// kept.
final class KeptMatches {
  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;

  private final @Nullable Page[] pages;

  private static final class Page {
    final @Nullable Kept[] matches = new Kept[PAGE];
  }

  /// The matches of one position.
  static final class Kept {
    final int[][] perInput;

    /// Rows of the position that are not done.
    private int rowsLeft;

    private Kept(int[][] perInput, int rows) {
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

  /// @param rows how many rows of X have these matches
  void put(int position, int[][] matches, int rows) {
    Page page = pages[position >>> PAGE_BITS];
    if (page == null) {
      page = new Page();
      pages[position >>> PAGE_BITS] = page;
    }
    page.matches[position & (PAGE - 1)] = new Kept(matches, rows);
  }

  /// The matches of a position; null if none are kept.
  @Nullable Kept get(int position) {
    Page page = pages[position >>> PAGE_BITS];
    return page == null ? null : page.matches[position & (PAGE - 1)];
  }

  void remove(int position) {
    Page page = pages[position >>> PAGE_BITS];
    if (page != null) {
      page.matches[position & (PAGE - 1)] = null;
    }
  }
}
