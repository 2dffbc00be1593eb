package dev.dovetail.polyglot.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every construct of the language, against the tree that it must give. The parser is an internal
/// class of its library: this is what tells an upgrade that changes it from one that does not.
///
/// `grammar.txt` holds a snippet (lines after `>>> `) and its tree; `-Dbless=true` writes the trees
/// anew, for review.
class GrammarTest {
  private static final Path CORPUS =
      Path.of("src/test/resources/dev/dovetail/polyglot/parse/grammar.txt");

  private static Map<String, List<String>> corpus() {
    Map<String, List<String>> cases = new LinkedHashMap<>();
    StringBuilder snippet = new StringBuilder();
    List<String> tree = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(CORPUS)) {
        if (line.startsWith(">>> ") || line.equals(">>>")) {
          if (!tree.isEmpty()) {
            cases.put(snippet.toString(), tree);
            snippet = new StringBuilder();
            tree = new ArrayList<>();
          }
          snippet.append(line.length() > 4 ? line.substring(4) : "").append('\n');
        } else if (!line.isBlank()) {
          tree.add(line);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    cases.put(snippet.toString(), tree);
    return cases;
  }

  private static List<String> dump(String snippet) {
    return PythonParser.module(snippet, Origin.named("corpus")).body().stream()
        .map(Dump::of)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> everyConstructGivesItsTree() throws IOException {
    Map<String, List<String>> cases = corpus();
    if (Boolean.getBoolean("bless")) {
      StringBuilder file = new StringBuilder();
      cases.forEach(
          (snippet, _) -> {
            snippet.lines().forEach(line -> file.append((">>> " + line).stripTrailing() + "\n"));
            dump(snippet).forEach(line -> file.append(line).append('\n'));
            file.append('\n');
          });
      Files.writeString(CORPUS, file.toString().stripTrailing() + "\n");
    }
    return cases.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey().strip(),
                    () -> assertThat(dump(entry.getKey())).isEqualTo(entry.getValue())));
  }

  @TestFactory
  Stream<DynamicTest> theTextOfAnExpressionGivesTheSameTreeAgain() {
    return corpus().keySet().stream()
        .map(snippet -> DynamicTest.dynamicTest(snippet.strip(), () -> readEachPartAgain(snippet)));
  }

  private static void readEachPartAgain(String snippet) {
    for (Syntax.Statement statement : PythonParser.module(snippet, Origin.named("c")).body()) {
      SyntaxWalk.each(
          statement,
          node -> {
            if (node instanceof Syntax.Expression expression && standsAlone(expression)) {
              String text = expression.text();
              assertThat(Dump.of(PythonParser.expression(text, Origin.named("part"))))
                  .as(text)
                  .isEqualTo(Dump.of(expression));
            }
          });
    }
  }

  /// Parts of f-strings, slices and stars are no expressions by themselves, and some expressions
  /// need the function around them.
  private static boolean standsAlone(Syntax.Expression node) {
    if (node instanceof Syntax.Slice
        || node instanceof Syntax.Starred
        || node instanceof Syntax.JoinedStr
        || node instanceof Syntax.FormattedValue
        || node instanceof Syntax.NamedExpr
        || SyntaxWalk.first(node, Syntax.OtherExpression.class).isPresent()
        || SyntaxWalk.first(node, Syntax.Slice.class).isPresent()
        || SyntaxWalk.first(node, Syntax.JoinedStr.class).isPresent()
        || node.text().contains("async ")) {
      return false;
    }
    if (node instanceof Syntax.Tuple tuple
        && tuple.elements().stream().anyMatch(element -> element instanceof Syntax.Starred)) {
      return false;
    }
    // literal text between the fields of an f-string
    return !(node instanceof Syntax.Constant(Literal.Text _, _))
        || node.text().matches("(?s)[rRbBuU]{0,2}['\"].*");
  }

  @Test
  void theCorpusHoldsEveryKindOfNode() {
    TreeSet<String> met = new TreeSet<>();
    for (String snippet : corpus().keySet()) {
      for (Syntax.Statement statement : PythonParser.module(snippet, Origin.named("c")).body()) {
        SyntaxWalk.each(statement, node -> met.add(node.getClass().getSimpleName()));
      }
    }
    TreeSet<String> kinds = new TreeSet<>();
    for (Class<?> family : List.of(Syntax.Expression.class, Syntax.Statement.class)) {
      for (Class<?> kind : family.getPermittedSubclasses()) {
        kinds.add(kind.getSimpleName());
      }
    }
    assertThat(met).isEqualTo(kinds);
  }
}
