package dev.dovetail.engine.join;

import dev.dovetail.engine.plan.Screen;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The candidates of another tactic, and those that it cannot decide about: open positions of
/// either side are candidates for all of the other. Settled X positions have open candidates only.
final class ScreenedTactic implements JoinTactic {
  private final JoinTactic inner;
  private final BitSet settledX;
  private final BitSet openX;
  private final int[] openY;
  private final int yCount;

  ScreenedTactic(JoinTactic inner, Screen screen, int yCount) {
    this.inner = inner;
    this.settledX = screen.settledX();
    this.openX = screen.openX();
    this.openY = screen.openY().stream().toArray();
    this.yCount = yCount;
  }

  @Override
  public long candidatesPerX() {
    return inner.candidatesPerX() + openY.length;
  }

  @Override
  public int preferredRows() {
    return inner.preferredRows();
  }

  @Override
  public Cursor cursor() {
    Cursor all = new NestedLoopTactic(yCount).cursor();
    Cursor found = inner.cursor();
    return new Cursor() {
      private final Candidates candidates = new Candidates(yCount);
      private final int[] block = new int[1024];
      private @Nullable Cursor current = found;

      @Override
      public int begin(int from, int to) {
        return found.begin(from, to);
      }

      @Override
      public void seek(int x) {
        if (openX.get(x)) {
          current = all;
          all.seek(x);
        } else if (openY.length == 0 && !settledX.get(x)) {
          current = found;
          found.seek(x);
        } else {
          current = null;
          merge(x);
        }
      }

      private void merge(int x) {
        candidates.clear();
        for (int y : openY) {
          candidates.add(y);
        }
        if (!settledX.get(x)) {
          found.seek(x);
          for (int size = found.next(block); size > 0; size = found.next(block)) {
            for (int i = 0; i < size; i++) {
              candidates.add(block[i]);
            }
          }
        }
        candidates.sort();
      }

      @Override
      public int next(int[] out) {
        return current == null ? candidates.next(out) : current.next(out);
      }
    };
  }
}
