package dev.dovetail.pipelines.cxl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// docs/cxl-functions.md has the functions that there are. `-Dbless=true` writes it anew.
class FunctionsPageTest {
  private static final Path PAGE = Path.of("../docs/cxl-functions.md");
  private static final String LAMBDAS =
      """
      | `array.map(x => ...)` | What the lambda makes of each element. | `[1, 2].map(x => x * 2)` is `[2, 4]` | the lambda fails |
      | `array.filter(x => ...)` | The elements for which it is true. | `[1, 2].filter(x => x > 1)` is `[2]` | the lambda fails |
      | `array.any(x => ...)`, `array.all(x => ...)` | Whether it is true for some element, or for all. | `[1, 2].any(x => x > 1)` is `true` | the lambda fails |
      | `array.find(x => ...)` | The first element for which it is true; null if there is none. | `[1, 2].find(x => x > 1)` is `2` | the lambda fails |
      | `array.flat_map(x => ...)` | The elements of the arrays that it makes, one behind the other. | `[1, 2].flat_map(x => [x, x])` is `[1, 1, 2, 2]` | the lambda fails; there are more than a million elements |
      | `any.is_null()` | Whether it is null; the one function that is asked of null. | `null.is_null()` is `true` | |
      """;

  @Test
  void thePageHasTheFunctionsThatThereAre() throws Exception {
    String page = page();
    if (Boolean.getBoolean("bless")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/cxl-functions.md is old: run the tests of pipelines with -Dbless=true")
        .isEqualTo(page);
  }

  private static String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Functions of CXL

            A function stands behind its first argument: `name.trim().upper()`. It is null where an argument is null. An int is
            taken where a float or a decimal is expected. What a function may fail of is in the last column: a row that fails ends
            the run, or becomes a dead letter. [The language](cxl.md) has the rest.

            This page is made of the functions themselves, and a test runs each example.
            """);
    section(page, "Operators", Arithmetic.functions());
    section(page, "Numbers", Numbers.functions());
    section(page, "Texts", Texts.functions());
    section(page, "Dates and datetimes", Dates.functions());
    section(page, "Conversions", Conversions.functions());
    section(page, "Arrays and maps", Collections.functions());
    return page.append(LAMBDAS).toString();
  }

  private static void section(StringBuilder page, String title, List<CxlFunction> functions) {
    page.append("\n## ")
        .append(title)
        .append("\n\n| function | gives | for example | fails if |\n|---|---|---|---|\n");
    Map<String, Set<String>> forms = new LinkedHashMap<>();
    Map<String, Set<String>> failures = new LinkedHashMap<>();
    Map<String, CxlFunction> first = new LinkedHashMap<>();
    for (CxlFunction function : functions) {
      String row = function.name() + function.summary();
      first.putIfAbsent(row, function);
      forms.computeIfAbsent(row, _ -> new LinkedHashSet<>()).add(form(function));
      failures.computeIfAbsent(row, _ -> new LinkedHashSet<>()).addAll(function.failures());
    }
    first.forEach(
        (row, function) -> {
          String[] example = function.example().split(" -> ", 2);
          page.append("| ")
              .append(
                  forms.get(row).stream()
                      .map(form -> "`" + form + "`")
                      .collect(Collectors.joining(", ")))
              .append(" | ")
              .append(function.summary())
              .append(" | `")
              .append(example[0])
              .append("` is `")
              .append(example[1])
              .append("` | ")
              .append(String.join("; ", failures.get(row)))
              .append(failures.get(row).isEmpty() ? "|\n" : " |\n");
        });
  }

  private static String form(CxlFunction function) {
    List<String> words = function.parameters().stream().map(CxlFunction.Parameter::word).toList();
    if (function.name().equals("negate")) {
      return "-" + words.getFirst();
    }
    if (!Character.isLetter(function.name().charAt(0))) {
      return words.get(0) + " " + function.name() + " " + words.get(1);
    }
    return words.getFirst()
        + "."
        + function.name()
        + "("
        + String.join(", ", words.subList(1, words.size()))
        + ")";
  }
}
