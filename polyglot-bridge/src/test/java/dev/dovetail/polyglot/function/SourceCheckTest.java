package dev.dovetail.polyglot.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.parse.Origin;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceCheckTest {
  private static Problem refused(FunctionSource function) {
    DovetailException e =
        catchThrowableOfType(DovetailException.class, () -> SourceCheck.check(function));
    assertThat(e).isNotNull();
    assertThat(e.code()).isEqualTo(ErrorCode.E107);
    return e.problem();
  }

  private static FunctionSource module(String source) {
    return new FunctionSource.Module("match", source, "", Origin.named("match.py"));
  }

  private static FunctionSource lambda(String text) {
    return new FunctionSource.Lambda(text, "", Origin.named("<lambda>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "def match(x, y): return True",
        "async def match(x, y): return True",
        "match = lambda x, y: True",
        "if True:\n  def match(x, y): return True",
        "def f():\n  match = 1\ndef match(x, y): return True",
      })
  void oneFunctionOfTheNameIsAccepted(String source) {
    assertThatCode(() -> SourceCheck.check(module(source))).doesNotThrowAnyException();
  }

  @Test
  void aLambdaAndAnExpressionAreToldApart() {
    assertThatCode(() -> SourceCheck.check(lambda("lambda x, y: True"))).doesNotThrowAnyException();
    assertThat(refused(lambda("x == y")).what())
        .isEqualTo("the text is an expression, but no lambda");
    assertThat(refused(lambda("lambda x, y: True, 1")).what()).contains("no lambda");
  }

  @Test
  void aMissingFunctionNamesThoseThatAreThere() {
    Problem problem = refused(module("def matches(x, y): return True\nLIMIT = 3"));
    assertThat(problem.what()).isEqualTo("the source defines no function 'match'");
    assertThat(problem.remedy()).isEqualTo("It has: matches.");
    assertThat(refused(module("")).remedy()).isEqualTo("It has none.");
  }

  @Test
  void aSecondBindingIsRefusedWithBothLines() {
    Problem problem = refused(module("def match(x, y): return True\n\nmatch = None"));
    assertThat(problem.what()).isEqualTo("the source binds 'match' 2 times");
    assertThat(problem.where()).isEqualTo("match.py, lines 1, 3");
  }

  @Test
  void somethingThatIsNoFunctionIsRefused() {
    assertThat(refused(module("class match: pass")).what())
        .contains("other than a def or a lambda");
    assertThat(refused(module("from a import match")).what()).contains("other than a def");
    assertThat(refused(new FunctionSource.Module("a b", "", "", Origin.named("m"))).what())
        .contains("not a name");
  }

  @Test
  void theLimitIs256KibibytesOfUtf8() {
    String head = "def match(x, y): return True\n#";
    String fits = head + "é".repeat((256 * 1024 - head.length()) / 2);
    assertThatCode(() -> SourceCheck.check(module(fits))).doesNotThrowAnyException();
    assertThat(refused(module(fits + "é")).what()).contains("more than 262144");
  }

  @Test
  void everyFileOfAnImportableFunctionIsRead() {
    Map<String, String> files = Map.of("a.py", "def f(x, y): return True", "b.py", "1 +");
    assertThat(refused(new FunctionSource.Importable("a", "f", files)).where())
        .isEqualTo("b.py, line 1, column 4");
  }

  @Test
  void aPreludeIsReadToo() {
    FunctionSource function =
        new FunctionSource.Lambda("lambda x, y: True", "LIMIT = ", Origin.named("<lambda>"));
    assertThat(refused(function).where()).startsWith("prelude of <lambda>");
  }
}
