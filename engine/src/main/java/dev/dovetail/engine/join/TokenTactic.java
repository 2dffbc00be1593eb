package dev.dovetail.engine.join;

import dev.dovetail.engine.hash.KeyGroups;

/// Candidates are the Y positions that have an element in common with the X position: an inverted
/// index from elements to the positions that hold them. Either side may hold lists or single
/// values.
///
/// Written for speed.
final class TokenTactic implements JoinTactic {
  private final KeyGroups groups;
  private final OwnedElements x;
  private final OwnedElements y;

  /// @param groups the Y elements that equal each X element
  TokenTactic(KeyGroups groups, OwnedElements x, OwnedElements y) {
    this.groups = groups;
    this.x = x;
    this.y = y;
  }

  @Override
  public long candidatesPerX() {
    return Math.max(1, groups.pairs() / Math.max(1, x.positions()));
  }

  @Override
  public Cursor cursor() {
    return new Cursor() {
      private final Candidates candidates = new Candidates(y.positions());

      @Override
      public void seek(int position) {
        candidates.clear();
        for (int element = x.start(position); element < x.end(position); element++) {
          for (int at = groups.first(element); at >= 0; at = groups.next(at)) {
            candidates.add(y.owner(groups.y(at)));
          }
        }
        candidates.sort();
      }

      @Override
      public int next(int[] out) {
        return candidates.next(out);
      }
    };
  }
}
