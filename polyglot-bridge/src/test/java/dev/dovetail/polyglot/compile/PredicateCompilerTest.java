package dev.dovetail.polyglot.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cites semantics section 3: compiled and Python never differ.
class PredicateCompilerTest {
  static final Map<String, Constant> NO_PARAMETERS = Map.of();

  static CompiledPredicate compile(String lambda) {
    return compile(lambda, "", NO_PARAMETERS);
  }

  static CompiledPredicate compile(
      String lambda, String prelude, Map<String, Constant> parameters) {
    return PredicateCompiler.compile(
        new FunctionSource.Lambda(lambda, prelude, Origin.named("<lambda>")),
        Sides.BOTH,
        Sides.BOTH,
        parameters);
  }

  private static String shown(String body) {
    return Show.of(compile("lambda x, y: " + body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        // comparisons
        "x['n'] == y['n'] => x.n == y.n",
        "x['n'] != y['f'] => x.n != y.f",
        "x['n'] < 3 => x.n < 3",
        "-2.5 >= y['f'] => -2.5 >= y.f",
        "x['n'] == 2 ** 3 => x.n == (2 ** 3)",
        "x['n'] == 60 * 60 - 1 => x.n == 3599",
        "x['n'] == 123456789012345678901234567890 => x.n == 123456789012345678901234567890",
        "x['s'] == 'é' => x.s == 'é'",
        "x['s'] == '\\ud800' => python{x['s'] == '\\ud800'}",
        "x['raw'] < b'a\\xff' => x.raw < 0x61ff",
        "x['d'] < y['f'] => x.d < y.f",
        "1 < x['n'] <= y['n'] => (1 < x.n & x.n <= y.n)",
        "x['n'] < y['f'] == 7 != x['m'] => (x.n < y.f & y.f == 7 & 7 != x.m)",
        // families
        "x['s'] == y['n'] => (null?(x.s) & null?(y.n))",
        "x['s'] != y['n'] => !(null?(x.s) & null?(y.n))",
        "x['s'] == 1 => False",
        "x['s'] != 1 => True",
        "x['day'] == y['at'] => (null?(x.day) & null?(y.at))",
        "x['at'] == y['utc'] => (null?(x.at) & null?(y.utc))",
        "x['utc'] == y['utc'] => x.utc == y.utc",
        "x['utc'] == y['zoned'] => python{x['utc'] == y['zoned']}",
        "x['zoned'] == y['zoned'] => python{x['zoned'] == y['zoned']}",
        "x['tags'] == y['tags'] => x.tags == y.tags",
        "x['point'] == y['point'] => python{x['point'] == y['point']}",
        "x['tags'] == 1 => False",
        "x['s'] < y['n'] => ?",
        "x['n'] < None => ?",
        "x['day'] < y['at'] => ?",
        "x['none'] == y['n'] => null?(y.n)",
        "x['none'] == y['none'] => True",
        "x['none'] < y['n'] => ?",
        // None, True, False
        "x['n'] is None => null?(x.n)",
        "x['n'] is not None => !null?(x.n)",
        "None is x['n'] => null?(x.n)",
        "x['n'] == None => null?(x.n)",
        "x['tags'] != None => !null?(x.tags)",
        "x['zoned'] is None => null?(x.zoned)",
        "x['b'] is True => x.b == True",
        "x['b'] is not False => x.b != False",
        "x['n'] is True => False",
        "x['b'] is y['c'] => x.b == y.c",
        "x['n'] is y['n'] => python{x['n'] is y['n']}",
        "x['n'] is 1 => python{x['n'] is 1}",
        // conditions as values
        "(x['n'] is None) == (y['n'] is None) => null?(x.n) == null?(y.n)",
        "(x['n'] == y['n']) is True => x.n == y.n",
        "(x['n'] == y['n']) == False => x.n != y.n",
        "(x['n'] == y['n']) is y['b'] => x.n == y.n == y.b",
        "(x['n'] == y['n']) < True => x.n == y.n < True",
        // not, truth
        "not x['n'] == y['n'] => x.n != y.n",
        "not x['n'] < y['n'] => !x.n < y.n",
        "not x['s'] => !truth(x.s)",
        "not not x['f'] => truth(x.f)",
        "not x['at'] => null?(x.at)",
        "not x['zoned'] => null?(x.zoned)",
        "not x['span'] => !truth(x.span)",
        "not x['tags'] => !truth(x.tags)",
        "not None => True",
        "not '' => True",
        "not 0.0 => True",
        // results must be bools
        "x['b'] => x.b",
        "x['n'] => python{x['n']}",
        "1 => python{1}",
        "None => python{None}",
        "True => True",
        "x['b'] or y['c'] => (truth(x.b) | y.c)",
        "x['n'] or y['c'] => ((truth(x.n) & ?) | y.c)",
        "x['n'] == 1 or x['n'] => python{x['n'] == 1 or x['n']}",
        "not (x['n'] or y['s']) => !(truth(x.n) | truth(y.s))",
        "(x['n'] and y['b']) or y['c'] => ((truth(x.n) & truth(y.b)) | y.c)",
        "x['b'] if x['n'] else y['c'] => if(truth(x.n), x.b, y.c)",
        "x['n'] if x['b'] else y['c'] => python{x['n'] if x['b'] else y['c']}",
        "x['n'] == 1 or (x['m'] and y['c']) => (x.n == 1 | ((truth(x.m) | ?) & y.c))",
        "x['n'] == 1 or (x['b'] and y['c']) => (x.n == 1 | (x.b & y.c))",
        "(x['n'] or y['c']) if x['b'] else True =>" + " (!truth(x.b) | ((truth(x.n) & ?) | y.c))",
        "x['n'] == 1 or (x['m'] or y['c']) => (x.n == 1 | ((truth(x.m) & ?) | y.c))",
        "(x['b'] and x['c']) or y['c'] => ((truth(x.b) & truth(x.c)) | y.c)",
        // membership
        "x['n'] in (1, None, y['m']) => (x.n == 1 | null?(x.n) | x.n == y.m)",
        "x['n'] not in [1, 2] => !(x.n == 1 | x.n == 2)",
        "x['s'] in {'a', 'b'} => (x.s == 'a' | x.s == 'b')",
        "x['at'] in {None} => python{x['at'] in {None}}",
        "None not in (x['n'], y['n']) => !(null?(x.n) | null?(y.n))",
        "x['f'] in (x['f'], 1) => True",
        "x['f'] in (x['g'], 1) => python{x['f'] in (x['g'], 1)}",
        "x['f'] in (y['f'],) => x.f == y.f",
        "x['n'] in () => False",
        "x['s'] in 'abc' => (x.s in 'abc')",
        "1 in y['nums'] => any(e0 of y.nums: e0 == 1)",
        "x['n'] in (1, x['oops']) => ?",
        "x['n'] in (*y['tags'],) => python{x['n'] in (*y['tags'],)}",
        // tuples
        "(x['n'], x['s']) == (y['n'], y['s']) => x.n == y.n ; x.s == y.s",
        "(x['n'], x['s']) != (y['n'], y['s']) => !(x.n == y.n & x.s == y.s)",
        "(x['f'],) == (x['f'],) => True",
        "(x['f'],) == (x['g'],) => python{(x['f'],) == (x['g'],)}",
        "[x['n'], 1] == [y['n'], 1] => x.n == y.n ; 1 == 1",
        "(x['n'],) == [y['n']] => python{(x['n'],) == [y['n']]}",
        "(x['n'], 1) == (y['n'],) => python{(x['n'], 1) == (y['n'],)}",
        "(x['n'], x['m']) < (y['n'], y['m']) =>"
            + " if(x.n == y.n, (x.m != y.m & x.m < y.m), x.n < y.n)",
        "(x['n'], x['oops']) == (y['n'], 1) => ?",
        // missing fields
        "x['oops'] == 1 => ?",
        "x['oops'] is None => ?",
        "not x['oops'] => ?",
        "x['oops'] => ?",
        "x['n'] == 1 or y['oops'] => (x.n == 1 | ?)",
        "x['n'] == 1 if x['b'] else y['oops'] > 0 => if(truth(x.b), x.n == 1, ?)",
        // get
        "x.get('n') == y.get('n', 0) => x.n == y.n",
        "x.get('oops', 0) == y['n'] => 0 == y.n",
        "x.get('oops') is None => True",
        "x.get('oops', y['m']) == x['n'] => y.m == x.n",
        "x.get('n', []) == 1 => x.n == 1",
        "x.get(y['s']) == 1 => python{x.get(y['s']) == 1}",
      })
  void anExpressionHasPythonsMeaningOrStaysWithPython(String body, String expected) {
    assertThat(shown(body)).isEqualTo(expected);
  }

  @Test
  void theOperandsOfAndBecomeConjunctsInOrder() {
    CompiledPredicate predicate =
        compile("lambda a, b: a['b'] and (a['n'] == b['n'] and a['s'] < b['s']) and b['c']");
    assertThat(Show.of(predicate)).isEqualTo("x.b ; x.n == y.n ; x.s < y.s ; y.c");
    assertThat(predicate.conjuncts())
        .extracting(Conjunct::source)
        .containsExactly("a['b']", "a['n'] == b['n']", "a['s'] < b['s']", "b['c']");
    assertThat(predicate.isCompiled()).isTrue();
  }

  @Test
  void anOperandThatIsNoBoolIsUndecidedWhereItWouldBeTheResult() {
    assertThat(shown("x['n'] and x['n'] == y['n']")).isEqualTo("(truth(x.n) | ?) ; x.n == y.n");
    assertThat(shown("1 and x['n'] == y['n']")).isEqualTo("True ; x.n == y.n");
    assertThat(shown("0 and x['n'] == y['n']")).isEqualTo("? ; x.n == y.n");
  }

  @Test
  void fromTheFirstConstructThatIsNotExactTheRestIsPythons() {
    CompiledPredicate predicate =
        compile(
            "lambda x, y: x['s'] == y['s'] and hash(x['n'] - y['n']) <= 5 and (x['b'] or y['c'])");
    assertThat(Show.of(predicate))
        .isEqualTo("x.s == y.s ; python{hash(x['n'] - y['n']) <= 5 and (x['b'] or y['c'])}");
    assertThat(predicate.opaqueBecause())
        .contains("name hash, which is no constant, at line 1, column 35");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "x['n'] @ 1 == 2 => operator @ in `x['n'] @ 1` at line 1, column 14",
        "x['n'] + 'a' == 2 => operator + in `x['n'] + 'a'` at line 1, column 14",
        "x['s'].encode() == 'a' => call of x['s'].encode() at line 1, column 14",
        "x['s'].size == 'a' => attribute .size in `x['s'].size` at line 1, column 14",
        "x['n'][0] == 'a' => subscript in `x['n'][0]` at line 1, column 14",
        "x['s'][::2] == 'a' => slice with a step in `x['s'][::2]` at line 1, column 14",
        "x[y['s']] == 'a' => a field name that is not a constant in `y['s']` at line 1, column 16",
        "x == y => use of a whole row in `x == y` at line 1, column 14",
        "x['n'] == LIMIT => name LIMIT, which is no constant, at line 1, column 24",
        "[a for a in x] == 1 => comprehension in `[a for a in x]` at line 1, column 14",
        "x['b'] and (z := x['n']) == 1 or z == 3 =>"
            + " name z, which may not be assigned here, at line 1, column 47",
        "f'{x}' == 'a' => use of a whole row in `x` at line 1, column 17",
        "f'{y[\"span\"]}' == 'a' => a timedelta as text in `y[\"span\"]` at line 1, column 17",
        "(x['n'] or 'a') == 3 =>"
            + " a value that is now an int, now a str in `x['n'] or 'a'` at line 1, column 15",
        "max(1, x['f']) + 1 == 3 =>"
            + " a value that is now an int, now a float in `max(1, x['f']) + 1` at line 1, column 14",
        "x['point'] == y['point'] =>"
            + " comparison of 'point' (a dict) in `x['point'] == y['point']` at line 1, column 14",
        "re.match('a', x['s']) is None => name re, which is no constant, at line 1, column 14",
        "x['n'] =>" + " a result that is an int and no bool in `x['n']` at line 1, column 14",
        "(yield) => yield in `yield` at line 1, column 15",
      })
  void theReasonNamesTheConstructAndItsPlace(String body, String because) {
    assertThat(compile("lambda x, y: " + body).opaqueBecause()).contains(because);
  }

  @Test
  void theReasonOfAMissingFieldNamesFieldAndRole() {
    Conjunct.Compiled compiled =
        (Conjunct.Compiled) compile("lambda x, y: y['oops'] == 1").conjuncts().getFirst();
    assertThat(compiled.expr()).isEqualTo(new Expr.Undecided("the y row does not show 'oops'"));
  }

  @Test
  void textThatCannotBeReadIsOpaqueToo() {
    CompiledPredicate predicate = compile("lambda x, y: x['a' == 1");
    assertThat(predicate.opaqueBecause().orElseThrow())
        .contains("cannot be read")
        .contains("line 1, column 15");
    assertThat(compile("x['a'] == 1").opaqueBecause().orElseThrow()).contains("no lambda");
  }

  @Test
  void aLambdaThatIsAGeneratorIsPythonsFromTheStart() {
    assertThat(Show.of(compile("lambda x, y: x['n'] == 1 and (yield)")))
        .isEqualTo("python{lambda x, y: x['n'] == 1 and (yield)}");
  }

  @Test
  void aNameAssignedInTheFunctionIsLocalAllOverIt() {
    String lambda = "lambda x, y: x['n'] == LIMIT and (LIMIT := 3) == 3";
    assertThat(Show.of(compile(lambda, "LIMIT = 3", NO_PARAMETERS)))
        .startsWith("python{x['n'] == LIMIT and");
  }

  @Test
  void conditionsThatGrowTooLargeStayWithPython() {
    String prelude = "def twice(a):\n  return a + a\n";
    String nested = "x['n']";
    for (int i = 0; i < 12; i++) {
      nested = "twice(" + nested + ")";
    }
    assertThat(
            compile("lambda x, y: " + nested + " == 1", prelude, NO_PARAMETERS)
                .opaqueBecause()
                .orElseThrow())
        .contains("more than 1000 parts");
  }

  @Test
  void manyConstantsAreOneList() {
    String codes =
        java.util.stream.IntStream.range(0, 500)
            .mapToObj(Integer::toString)
            .collect(java.util.stream.Collectors.joining(", "));
    CompiledPredicate predicate = compile("lambda x, y: x['n'] in {" + codes + "}");
    assertThat(predicate.isCompiled()).isTrue();
    assertThat(Show.of(predicate)).startsWith("any(e0 of [0, 1, 2,");
  }

  @Test
  void parametersAreConstantsByKeyword() {
    Map<String, Constant> parameters =
        Map.of(
            "limit", new Constant.Int(BigInteger.TEN),
            "price", new Constant.Decimal(new BigDecimal("1.50")),
            "strict", new Constant.Bool(false));
    assertThat(
            Show.of(
                compile(
                    "lambda x, y, limit, strict=True, *, price, name='a': x['n'] < limit and"
                        + " x['d'] >= price and (not strict or x['s'] == name)",
                    "",
                    parameters)))
        .isEqualTo("x.n < 10 ; x.d >= 1.50 ; True");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "lambda x: x['n'] == 1 => a function that does not take two rows",
        "lambda: True => a function that does not take two rows",
        "lambda x, y, z: True => parameter z, which has no value,",
        "lambda x, y, *, z: True => parameter z, which has no value,",
        "lambda *rows: True => a variable number of parameters",
        "lambda x, y, **k: True => a variable number of parameters",
        "lambda x, y, z=[]: True => ",
        "lambda x, y, z=open: True => a default that is no constant",
        "lambda x, y, p, /: True => parameter p, which has no value,",
        "lambda x, p: True => a call with p=",
        "lambda x, y: True => a call with p=",
      })
  void aCallThatPythonRefusesIsLeftToPython(String lambda, String because) {
    boolean passesP = because != null && (because.contains(" p") || lambda.contains("p, /"));
    Map<String, Constant> parameters =
        passesP ? Map.of("p", new Constant.Bool(true)) : NO_PARAMETERS;
    if (because == null) {
      assertThat(compile(lambda, "", parameters).isCompiled()).isTrue();
    } else {
      assertThat(compile(lambda, "", parameters).opaqueBecause().orElseThrow()).contains(because);
    }
  }

  @Test
  void aDateAsParameterIsAConstant() {
    var lambda =
        new FunctionSource.Lambda(
            "lambda x, y, day=None: x['n'] == y['n'] and x['day'] == day",
            "",
            Origin.named("<lambda>"));
    CompiledPredicate predicate =
        PredicateCompiler.compile(
            lambda,
            Sides.BOTH,
            Sides.BOTH,
            Map.of("day", new Constant.Opaque(ValueType.DATE, "[\"date\", 0]")));
    assertThat(Show.of(predicate)).isEqualTo("x.n == y.n ; x.day == date 0");
  }

  @Test
  void aNanParameterHasNoIdentityHere() {
    Map<String, Constant> nan = Map.of("p", new Constant.Real(Double.NaN));
    assertThat(Show.of(compile("lambda x, y, p: x['f'] == p", "", nan))).isEqualTo("x.f == NaN");
    assertThat(Show.of(compile("lambda x, y, p: x['f'] in (p,)", "", nan))).isEqualTo("x.f == NaN");
    assertThat(compile("lambda x, y, p: p in (p,)", "", nan).isCompiled()).isFalse();
  }
}
