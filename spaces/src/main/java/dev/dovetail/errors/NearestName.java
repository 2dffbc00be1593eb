package dev.dovetail.errors;

import java.util.Collection;

/// Finds the name that a reader probably meant, for the remedy of a [Problem].
public final class NearestName {
  private NearestName() {}

  /// `Did you mean 'x'?` if one of the names is close, else the list of what exists.
  public static String hint(String wrong, Collection<String> names) {
    String nearest = "";
    int best = Math.max(1, wrong.length() / 3) + 1;
    for (String name : names) {
      int distance = distance(wrong, name);
      if (distance < best) {
        best = distance;
        nearest = name;
      }
    }
    if (!nearest.isEmpty()) {
      return "Did you mean '" + nearest + "'?";
    }
    return names.isEmpty() ? "" : "There are: " + String.join(", ", names) + ".";
  }

  /// Edits (insert, delete, replace, swap of neighbours) from one text to the other; case counts
  /// nothing. This is the restricted Damerau-Levenshtein distance.
  static int distance(String from, String to) {
    String a = from.toLowerCase(java.util.Locale.ROOT);
    String b = to.toLowerCase(java.util.Locale.ROOT);
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + replace);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
