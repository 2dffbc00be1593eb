package dev.dovetail.engine.plan;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A plan and the choice made for it, for people and, as a record of plain values, for JSON.
///
/// @param x what X is called
/// @param strategy a [Strategy] label
/// @param pairs how many pairs of distinct keys there are
/// @param lookup what candidates are looked up by, as `x.a = y.b`; empty if they are not
/// @param symmetric whether a pair stands for its mirror image too: a table is joined with itself,
///   and the condition reads the same with its sides exchanged
/// @param gate how the gate is applied; empty if there is none
public record Explanation(
    String x,
    String y,
    long xKeys,
    long yKeys,
    BigInteger pairs,
    String strategy,
    String because,
    String lookup,
    boolean symmetric,
    String gate,
    List<Line> conjuncts) {
  public Explanation {
    conjuncts = List.copyOf(conjuncts);
  }

  /// One conjunct: who decides it, and a remark.
  public record Line(String source, String how, String detail) {}

  /// Explains a choice.
  ///
  /// @param xNames the names of X's columns by index
  /// @param yNames likewise
  public static Explanation of(
      JoinPlan plan,
      Choice choice,
      List<String> xNames,
      List<String> yNames,
      long xKeys,
      long yKeys) {
    return new Explanation(
        plan.x(),
        plan.y(),
        xKeys,
        yKeys,
        BigInteger.valueOf(xKeys).multiply(BigInteger.valueOf(yKeys)),
        choice.strategy().label(),
        choice.because(),
        choice.access().text(xNames, yNames),
        false,
        choice.gate(),
        choice.conjuncts().stream()
            .map(step -> new Line(step.source(), step.how().label(), step.detail()))
            .toList());
  }

  /// The same of a join whose pairs stand for their mirror images, or do not.
  public Explanation withSymmetry(boolean found) {
    return new Explanation(
        x, y, xKeys, yKeys, pairs, strategy, because, lookup, found, gate, conjuncts);
  }

  /// Several lines, indented under the first.
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add("join " + x + " (X, " + count(xKeys) + ") with " + y + " (Y, " + count(yKeys) + ")");
    lines.add("  strategy: " + strategy + ", because " + because);
    if (!lookup.isEmpty()) {
      lines.add("  lookup: " + lookup);
    }
    lines.add("  pairs possible: " + String.format(Locale.ROOT, "%,d", pairs));
    if (symmetric) {
      lines.add("  symmetric: a pair and its mirror image are tested once, where tests are costly");
    }
    if (!gate.isEmpty()) {
      lines.add("  gate: " + gate);
    }
    if (conjuncts.isEmpty()) {
      lines.add("  condition: always true");
    }
    for (int i = 0; i < conjuncts.size(); i++) {
      Line line = conjuncts.get(i);
      lines.add(
          "  conjunct "
              + (i + 1)
              + ": "
              + line.source()
              + "  ["
              + line.how()
              + (line.detail().isEmpty() ? "" : ": " + line.detail())
              + "]");
    }
    return String.join("\n", lines);
  }

  private static String count(long keys) {
    return String.format(Locale.ROOT, "%,d", keys) + (keys == 1 ? " key" : " keys");
  }
}
