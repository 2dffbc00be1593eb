package dev.dovetail.polyglot.function;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// Says what exists where a name was not found.
final class NearNames {
  private static final int LISTED = 10;

  private NearNames() {}

  /// `Did you mean 'match'? It has: a, b.`, as far as there is something to say.
  static String hint(String wanted, Collection<String> existing, String holder) {
    TreeSet<String> sorted = new TreeSet<>(existing);
    if (sorted.isEmpty()) {
      return holder + " has none.";
    }
    String near =
        sorted.stream()
            .filter(name -> distance(wanted, name) <= Math.max(1, wanted.length() / 3))
            .min(Comparator.comparingInt(name -> distance(wanted, name)))
            .map(name -> "Did you mean '" + name + "'? ")
            .orElse("");
    List<String> shown = sorted.stream().limit(LISTED).toList();
    int more = sorted.size() - shown.size();
    return near
        + holder
        + " has: "
        + String.join(", ", shown)
        + (more > 0 ? " and " + more + " more." : ".");
  }

  /// The number of insertions, deletions and replacements between two names (Wagner and Fischer).
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
