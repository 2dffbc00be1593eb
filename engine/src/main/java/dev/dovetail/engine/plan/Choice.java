package dev.dovetail.engine.plan;

import java.util.List;
import java.util.Set;

/// How a join will be run, and why: what explain, metrics and tests read.
///
/// @param access how candidates are found
/// @param source what the access is taken from
/// @param because one sentence without a full stop
/// @param conjuncts one step per conjunct of the plan
/// @param gate how the gate is applied; empty if there is none
/// @param untested conjuncts that need no test, since the access leaves only pairs for which they
///   are true
/// @param screen positions that the access does not decide about
public record Choice(
    Strategy strategy,
    Access access,
    Source source,
    String because,
    List<Step> conjuncts,
    String gate,
    Set<Integer> untested,
    Screen screen) {
  public Choice {
    conjuncts = List.copyOf(conjuncts);
    untested = Set.copyOf(untested);
  }

  /// What an access is taken from.
  public enum Source {
    NOTHING,
    /// The gate, which the index then implements.
    GATE,
    CONJUNCTS
  }

  /// What happens with one conjunct.
  ///
  /// @param source as its author wrote it
  /// @param detail a few words: why it is not compiled, or what it serves for
  public record Step(String source, How how, String detail) {}

  /// How a conjunct is decided.
  public enum How {
    /// Equal keys are the only candidates.
    KEY("hash key"),
    /// Sorted rows within bounds are the only candidates.
    RANGE("range"),
    /// Rows that share an element are the only candidates.
    ELEMENTS("element index"),
    /// Texts of which one begins with the other are the only candidates.
    PREFIX("prefix index"),
    /// Several lookups give the candidates.
    UNION("union of lookups"),
    /// Decided once for each row of one side.
    SCREEN("once per row"),
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
