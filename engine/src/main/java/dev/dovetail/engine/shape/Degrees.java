package dev.dovetail.engine.shape;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.join.MatchConsumer;
import dev.dovetail.engine.shape.DegreeViolation.KeyDegree;
import java.util.ArrayList;
import java.util.List;

/// Counts matches per distinct key over a whole relation and holds them against the rules. An X key
/// counts its matches in all Y inputs; a Y key counts by itself in each.
public final class Degrees implements MatchConsumer {
  private static final int FIRST = 10;

  private final KeyedRows x;
  private final List<KeyedRows> ys;
  private final DegreeRule xRule;
  private final DegreeRule yRule;
  private final int[][] yDegrees;
  private final List<KeyDegree> firstX = new ArrayList<>();
  private long violatorsX;

  public Degrees(KeyedRows x, List<KeyedRows> ys, DegreeRule xRule, DegreeRule yRule) {
    this.x = x;
    this.ys = List.copyOf(ys);
    this.xRule = xRule;
    this.yRule = yRule;
    this.yDegrees =
        yRule.max().isEmpty()
            ? new int[0][]
            : ys.stream().map(y -> new int[y.count()]).toArray(int[][]::new);
  }

  @Override
  public void accept(int first, int count, List<MatchBatch> perY) {
    if (xRule.max().isPresent()) {
      countX(first, count, perY);
    }
    for (int i = 0; i < yDegrees.length; i++) {
      MatchBatch batch = perY.get(i);
      int size = batch.size();
      for (int m = 0; m < size; m++) {
        yDegrees[i][batch.y()[m]]++;
      }
    }
  }

  private void countX(int first, int count, List<MatchBatch> perY) {
    for (int k = 0; k < count; k++) {
      long degree = 0;
      for (MatchBatch batch : perY) {
        degree += batch.degree(k);
      }
      if (!xRule.allows(degree)) {
        violatorsX++;
        if (firstX.size() < FIRST) {
          firstX.add(new KeyDegree(x.space(), x.keyText(first + k), degree));
        }
      }
    }
  }

  /// The rules that are broken, X first; to be asked when the relation is complete.
  public List<DegreeViolation> violations() {
    List<DegreeViolation> violations = new ArrayList<>();
    if (violatorsX > 0) {
      violations.add(new DegreeViolation(Side.X, xRule, violatorsX, firstX));
    }
    long violatorsY = 0;
    List<KeyDegree> firstY = new ArrayList<>();
    for (int i = 0; i < yDegrees.length; i++) {
      KeyedRows y = ys.get(i);
      for (int p = 0; p < yDegrees[i].length; p++) {
        if (!yRule.allows(yDegrees[i][p])) {
          violatorsY++;
          if (firstY.size() < FIRST) {
            firstY.add(new KeyDegree(y.space(), y.keyText(p), yDegrees[i][p]));
          }
        }
      }
    }
    if (violatorsY > 0) {
      violations.add(new DegreeViolation(Side.Y, yRule, violatorsY, firstY));
    }
    return violations;
  }
}
