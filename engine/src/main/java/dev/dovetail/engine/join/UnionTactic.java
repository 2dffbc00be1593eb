package dev.dovetail.engine.join;

import java.util.List;

/// Candidates are those of any of several tactics, each once.
final class UnionTactic implements JoinTactic {
  private final List<JoinTactic> parts;
  private final int yCount;

  UnionTactic(List<JoinTactic> parts, int yCount) {
    this.parts = List.copyOf(parts);
    this.yCount = yCount;
  }

  @Override
  public long candidatesPerX() {
    return parts.stream().mapToLong(JoinTactic::candidatesPerX).sum();
  }

  @Override
  public int preferredRows() {
    return parts.stream().mapToInt(JoinTactic::preferredRows).max().orElse(1);
  }

  @Override
  public Cursor cursor() {
    List<Cursor> cursors = parts.stream().map(JoinTactic::cursor).toList();
    return new Cursor() {
      private final Candidates candidates = new Candidates(yCount);
      private final int[] block = new int[1024];

      @Override
      public int begin(int from, int to) {
        int end = to;
        for (Cursor cursor : cursors) {
          end = cursor.begin(from, end);
        }
        return end;
      }

      @Override
      public void seek(int x) {
        candidates.clear();
        for (Cursor cursor : cursors) {
          cursor.seek(x);
          for (int size = cursor.next(block); size > 0; size = cursor.next(block)) {
            for (int i = 0; i < size; i++) {
              candidates.add(block[i]);
            }
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
