package dev.dovetail.engine.plan;

import java.util.List;

/// How a join will be run, and why: what explain, metrics and tests read.
///
/// @param keys column pairs that candidates are looked up by; empty unless the strategy is HASH
/// @param source where the keys come from
/// @param because one sentence without a full stop
/// @param conjuncts one step per conjunct of the plan
/// @param gate how the gate is applied; empty if there is none
public record Choice(
    Strategy strategy,
    KeySource source,
    List<KeyColumns> keys,
    String because,
    List<Step> conjuncts,
    String gate) {
  public Choice {
    keys = List.copyOf(keys);
    conjuncts = List.copyOf(conjuncts);
    if ((strategy == Strategy.HASH) == keys.isEmpty()) {
      throw new IllegalArgumentException(strategy + " with keys " + keys);
    }
  }

  /// Where the keys of a hash join come from.
  public enum KeySource {
    NONE,
    /// From the gate, which the table of Y then implements.
    GATE,
    /// From conjuncts, which then need no test.
    CONJUNCTS
  }

  /// A column of X and a column of Y that are equal.
  public record KeyColumns(int x, int y) {}

  /// What happens with one conjunct.
  ///
  /// @param source as its author wrote it
  /// @param detail a few words: why it is not compiled, or what it serves for
  public record Step(String source, How how, String detail) {}

  /// Who decides a conjunct.
  public enum How {
    /// Equal keys are the only candidates.
    KEY("hash key"),
    /// Compiled code, which always decides.
    COMPILED("compiled"),
    /// Compiled code; pairs it cannot decide go to the judge.
    GUARDED("compiled, guarded"),
    JUDGE("judge");

    private final String label;

    How(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
