package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax.Alias;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Imports of the standard library that are known to succeed and to change nothing that a compiled
/// condition depends on.
final class StandardImports {
  private static final Set<String> MODULES =
      words(
          "bisect collections collections.abc copy dataclasses datetime decimal difflib enum"
              + " fractions functools heapq itertools json math operator re statistics string"
              + " textwrap typing unicodedata");

  private static final Map<String, Set<String>> NAMES =
      Map.ofEntries(
          Map.entry("__future__", words("annotations division generator_stop")),
          Map.entry(
              "collections", words("ChainMap Counter OrderedDict defaultdict deque namedtuple")),
          Map.entry(
              "collections.abc",
              words("Callable Collection Iterable Iterator Mapping MutableMapping Sequence Set")),
          Map.entry("dataclasses", words("dataclass field replace")),
          Map.entry("datetime", words("date datetime time timedelta timezone")),
          Map.entry("decimal", words("Decimal")),
          Map.entry("difflib", words("SequenceMatcher")),
          Map.entry("enum", words("Enum IntEnum")),
          Map.entry("fractions", words("Fraction")),
          Map.entry("functools", words("cache lru_cache partial reduce wraps")),
          Map.entry("itertools", words("chain combinations islice product repeat")),
          Map.entry(
              "math",
              words(
                  "acos asin atan atan2 ceil cos degrees e exp fabs floor hypot inf isclose isfinite"
                      + " isinf isnan log log10 log2 nan pi pow radians sin sqrt tan tau trunc")),
          Map.entry("operator", words("attrgetter itemgetter methodcaller")),
          Map.entry(
              "re",
              words(
                  "IGNORECASE Match Pattern compile escape findall fullmatch match search split"
                      + " sub")),
          Map.entry(
              "typing",
              words(
                  "Any Callable Dict Final Iterable Iterator List Literal Mapping NamedTuple Optional"
                      + " Sequence Set TYPE_CHECKING Tuple TypedDict Union cast")),
          Map.entry("unicodedata", words("category combining normalize")));

  private StandardImports() {}

  private static Set<String> words(String text) {
    return Arrays.stream(text.split(" ")).collect(Collectors.toUnmodifiableSet());
  }

  static boolean isHarmless(String module) {
    return MODULES.contains(module);
  }

  static boolean isHarmless(String module, Alias name) {
    return NAMES.getOrDefault(module, Set.of()).contains(name.name());
  }
}
