package dev.dovetail.polyglot.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OddTextTest {
  private static Syntax.Expression expression(String text) {
    return PythonParser.expression(text, Origin.named("match.py"));
  }

  private static DovetailException refused(String text) {
    DovetailException e = catchThrowableOfType(DovetailException.class, () -> expression(text));
    assertThat(e).as("is refused").isNotNull();
    assertThat(e.code()).isEqualTo(ErrorCode.E107);
    return e;
  }

  private static DovetailException refusedModule(String text) {
    DovetailException e =
        catchThrowableOfType(
            DovetailException.class, () -> PythonParser.module(text, new Origin("match.py", 11)));
    assertThat(e).as("is refused").isNotNull();
    assertThat(e.code()).isEqualTo(ErrorCode.E107);
    return e;
  }

  @Test
  void aSyntaxErrorNamesItsPlaceAndShowsTheLineWithACaret() {
    DovetailException e = refusedModule("def f(x, y):\n    return x[\"a\" == y[\"b\"]\n");
    assertThat(e.problem().where()).isEqualTo("match.py, line 12, column 13");
    assertThat(e.problem().remedy())
        .endsWith("\n        return x[\"a\" == y[\"b\"]\n                ^");
  }

  @Test
  void theErrorOfAFileCountsLinesFromTheOrigin() {
    assertThat(refusedModule("x = 1 +").problem().where()).isEqualTo("match.py, line 11, column 8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\n",
        "# comment",
        "lambda x, y:",
        "1) + (2",
        ")(",
        "a b",
        "x := 1",
        "*a",
        "1\n2",
        "x = 1",
        "a\0b",
        "\0",
        "return 1",
        "await x",
        "(yield)",
        "lambda x, x: 1",
        "f(a=1, a=2)",
        "f(**a, *b)",
        "[x := 1 for y in (x := 2)]",
        "0777",
        "1__0",
        "'abc",
        "\"\"\"abc",
        "f'{x'",
        "f'{}'",
        "f'{x!z}'",
        "'\\N{NO SUCH NAME}'",
        "'\\x1'",
        "b'é'",
        "$",
        "a\u202eb",
        "x \u200b",
        "‘a’",
        "lambda: (x for x in y) = 1",
        "{**a for a in b}",
        "print x",
        "a <> b",
        "é\u0300.\u0661",
        "1\u0662",
        "1.\u0662",
        "0x1\uff11"
      })
  void whatIsNoExpressionIsRefused(String text) {
    refused(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "break",
        "continue",
        "return",
        "yield 1",
        "def f():\n  break",
        "nonlocal x",
        "def f():\n  nonlocal x",
        "def f(x, x): pass",
        "def f(x=1, y): pass",
        "if a:\nb",
        "if a:\n\tb\n        c",
        "if a:\n  b\n c",
        "  a",
        "x = *y",
        "for x in *y: pass",
        "try:\n  a\nexcept:\n  b\nexcept A:\n  c",
        "def f():\n  from x import *",
        "def f():\n  print(z)\n  global z",
        "def f():\n  await x",
        "async def f():\n  yield from x",
        "1 = x",
        "f() = 1",
        "del 1",
        "class A:\n  return 1",
        "import a.b as c.d",
        "from . import"
      })
  void whatPythonWouldNotCompileIsRefused(String text) {
    refusedModule(text);
  }

  @Test
  void anEmptyModuleHasNoStatements() {
    assertThat(PythonParser.module("", Origin.named("m")).body()).isEmpty();
    assertThat(PythonParser.module("\n\n# nothing\n", Origin.named("m")).body()).isEmpty();
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() {
    Syntax.Expression name = expression("\uFEFFabc");
    assertThat(name.text()).isEqualTo("abc");
    assertThat(name.span().column()).isEqualTo(1);
  }

  @Test
  void anExpressionMayGoOverSeveralLinesAndStandBetweenBlanks() {
    Syntax.Expression lambda =
        expression("  lambda x, y: (\n x['a'] # first\r\n == y['b'])  # c\n");
    assertThat(lambda.text()).isEqualTo("lambda x, y: (\n x['a'] # first\r\n == y['b'])");
    Syntax.Expression loose = expression("lambda x, y: x['a']\n   == y['b']");
    assertThat(loose.text()).isEqualTo("lambda x, y: x['a']\n   == y['b']");
    Syntax.Compare body = (Syntax.Compare) ((Syntax.Lambda) loose).body();
    assertThat(body.first().span().place()).isEqualTo("line 1, column 14");
    assertThat(body.rest().getFirst().value().span().place()).isEqualTo("line 2, column 7");
  }

  @Test
  void everyKindOfLineBreakEndsALine() {
    PythonModule module = PythonParser.module("a\r\nb\rc\nd", Origin.named("m"));
    assertThat(module.body())
        .extracting(statement -> statement.span().line())
        .containsExactly(1, 2, 3, 4);
    assertThat(module.body()).extracting(Syntax::text).containsExactly("a", "b", "c", "d");
  }

  @Test
  void columnsCountCodePoints() {
    Syntax.Compare compare = (Syntax.Compare) expression("x['😀é'] == y['𝔘']");
    assertThat(compare.first().text()).isEqualTo("x['😀é']");
    assertThat(compare.rest().getFirst().value().text()).isEqualTo("y['𝔘']");
    assertThat(compare.rest().getFirst().value().span().column()).isEqualTo(12);
  }

  @Test
  void halfASurrogatePairIsRefusedWithItsPlace() {
    DovetailException e = refused("x['\ud800']");
    assertThat(e.problem().where()).isEqualTo("match.py, line 1, column 4");
    assertThat(e.problem().remedy()).contains("x['\\ud800']");
  }

  @Test
  void anEscapedSurrogateIsTextThatKnowsIt() {
    Syntax.Constant text = (Syntax.Constant) expression("'\\ud83d\\ude00'");
    assertThat(((Literal.Text) text.value()).loneSurrogates()).isTrue();
  }

  @Test
  void bidirectionalMarksAreShownAsEscapes() {
    assertThat(refused("a\u202eb").problem().remedy())
        .contains("a\\u202eb")
        .doesNotContain("\u202e");
    assertThat(((Literal.Text) ((Syntax.Constant) expression("'\u202e'")).value()).value())
        .isEqualTo("\u202e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "[", "{", "-", "not ", "lambda: ", "f(", "f'{", "1 if 1 else ", "x["})
  void tenThousandLevelsAreRefusedCleanly(String opening) {
    refused(opening.repeat(10_000) + "1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+1", ".a", "[0]", "()"})
  void aTreeThatLeansToTheLeftIsRefusedWhereItGetsTooDeepToWalk(String link) {
    refused("x" + link.repeat(10_000));
    assertThatCode(() -> expression("x" + link.repeat(400))).doesNotThrowAnyException();
  }

  @Test
  void balancedParenthesesNestAHundredLevelsAndNotTenThousand() {
    assertThatCode(() -> expression("(".repeat(100) + "1" + ")".repeat(100)))
        .doesNotThrowAnyException();
    refused("(".repeat(10_000) + "1" + ")".repeat(10_000));
  }

  @Test
  void aVeryLongLineIsReadAndItsErrorIsShownInPart() {
    String conjuncts = "x['a'] == y['b'] and ".repeat(5_000);
    assertThat(((Syntax.BoolOp) expression(conjuncts + "True")).operands()).hasSize(5_001);
    String remedy = refused(conjuncts + "and").problem().remedy();
    assertThat(remedy.length()).isLessThan(400);
    assertThat(remedy).contains("...");
  }

  @Test
  void nestedStatementsAreRefusedBeforeTheyOverflow() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 99; i++) {
      text.append(" ".repeat(i)).append("if a:\n");
    }
    text.append(" ".repeat(99)).append("b\n");
    assertThatCode(() -> PythonParser.module(text.toString(), Origin.named("m")))
        .doesNotThrowAnyException();
    refusedModule("if a: b\n" + "elif a: b\n".repeat(10_000));
  }
}
