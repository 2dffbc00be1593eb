package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import java.util.List;
import java.util.regex.Pattern;

/// What a Space may be called, and what was meant by a name that no Space has.
final class SpaceNames {
  private static final Pattern LEGAL = Pattern.compile("~?[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}");
  private static final int SHOWN = 10;

  private SpaceNames() {}

  static String requireLegal(String name) {
    if (!LEGAL.matcher(name).matches()) {
      throw new DovetailException(
          ErrorCode.E214,
          "'" + name + "' cannot be the name of a Space",
          "",
          "Use letters, digits, '_', '.' and '-', at most 100, and begin with a letter, a digit or"
              + " '_'.");
    }
    return name;
  }

  static DovetailException unknown(String name, List<String> existing) {
    return new DovetailException(
        ErrorCode.E210, "there is no Space '" + name + "'", "", hint(name, existing));
  }

  private static String hint(String name, List<String> existing) {
    if (existing.isEmpty()) {
      return "There are no Spaces yet; 'dovetail space put' makes one.";
    }
    String more = existing.size() > SHOWN ? " and " + (existing.size() - SHOWN) + " more" : "";
    String all =
        "The Spaces are: "
            + String.join(", ", existing.subList(0, Math.min(SHOWN, existing.size())))
            + more
            + ".";
    String nearest = NearestName.hint(name, existing);
    return nearest.endsWith("?") ? nearest + " " + all : all;
  }
}
