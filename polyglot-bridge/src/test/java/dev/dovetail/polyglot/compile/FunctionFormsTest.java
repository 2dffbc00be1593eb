package dev.dovetail.polyglot.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionFormsTest {
  private static CompiledPredicate module(String source) {
    return compile(new FunctionSource.Module("match", source, "", Origin.named("match.py")));
  }

  private static CompiledPredicate importable(Map<String, String> files) {
    return compile(new FunctionSource.Importable("shop.rules", "match", files));
  }

  private static CompiledPredicate compile(FunctionSource function) {
    return PredicateCompiler.compile(function, Sides.BOTH, Sides.BOTH, Map.of());
  }

  private static void assertOpaque(CompiledPredicate predicate, String because) {
    assertThat(predicate.conjuncts()).hasSize(1);
    assertThat(predicate.opaqueBecause().orElseThrow()).contains(because);
  }

  @Test
  void aDefWithOneReturnIsCompiled() {
    String source =
        """
        \"\"\"Rules.\"\"\"
        from __future__ import annotations
        import math
        from typing import Mapping
        LIMIT: int = -5
        KEY, OTHER = 1, 2
        """
                .replace("KEY, OTHER = 1, 2\n", "KEY = \"n\"\nCODES = (1, 2)\n")
            + """

            def other(x):
                return math.floor(x)

            def match(left: Mapping, right: Mapping, *, low=0) -> bool:
                \"\"\"Doc.\"\"\"
                return left[KEY] > LIMIT and left["n"] == right["n"] and left["m"] in CODES and low < 1
            """;
    assertThat(Show.of(module(source)))
        .isEqualTo("x.n > -5 ; x.n == y.n ; (x.m == 1 | x.m == 2) ; 0 < 1");
  }

  @Test
  void aNameBoundToALambdaIsCompiled() {
    assertThat(Show.of(module("match = lambda x, y: x['n'] == y['n']"))).isEqualTo("x.n == y.n");
  }

  @Test
  void aPreludeBindsConstantsForALambda() {
    assertThat(
            Show.of(
                PredicateCompilerTest.compile(
                    "lambda x, y: x['n'] == LIMIT and x['s'] in CODES",
                    "import re\nLIMIT = 3\nCODES = ('a', 'b')\ndef helper(a): return a\n",
                    Map.of())))
        .isEqualTo("x.n == 3 ; (x.s == 'a' | x.s == 'b')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LIMIT = 3\nLIMIT = 4",
        "LIMIT = 3\ndef f():\n  global LIMIT\n  LIMIT = 4",
        "LIMIT = 3\ndef f():\n  globals()['LIMIT'] = 4",
        "LIMIT = 3\ndef f(m):\n  m.__dict__['LIMIT'] = 4",
        "LIMIT = 3\ndef LIMIT(): pass",
        "LIMIT = [3]\ndef f(): return LIMIT",
        "LIMIT = [3]\ndef f(): LIMIT[0] = 4",
        "LIMIT = [3]\ndef f(): LIMIT.append(4)",
        "LIMIT = [3]\ndef f(a=None):\n  for LIMIT[0] in (1, 2): pass",
        "LIMIT = {1: 2, 'a': 3}",
        "LIMIT = 3j",
        "from math import nan as OTHER\nLIMIT = 3\nLIMIT = 4",
      })
  void aNameThatMayStandForAnotherValueIsNoConstant(String prelude) {
    CompiledPredicate predicate =
        PredicateCompilerTest.compile(
            "lambda x, y: x['n'] == y['n'] and x['m'] == LIMIT", prelude, Map.of());
    assertThat(Show.of(predicate)).isEqualTo("x.n == y.n ; python{x['m'] == LIMIT}");
    assertThat(predicate.opaqueBecause().orElseThrow()).contains("name LIMIT, which");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print('loaded')",
        "LIMIT = 1 / 0",
        "LIMIT = int('3')",
        "import numpy",
        "from math import no_such_name",
        "from math import *",
        "class Rule: pass",
        "if True:\n  LIMIT = 3",
        "for i in (1, 2): pass",
        "@open\ndef f(): pass",
        "def f(a=open('x')): pass",
        "def f(a: Missing): pass",
        "LIMIT: Missing = 3",
        "LIMIT.x = 3",
        "a, b = 1, 2",
        "del a",
      })
  void aModuleThatDoesMoreThanBindNamesRunsInPythonFirst(String prelude) {
    assertOpaque(
        PredicateCompilerTest.compile("lambda x, y: x['n'] == y['n']", prelude, Map.of()),
        "line 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "def match(x, y):\n  while True:\n    return True",
        "def match(x, y):\n  x['n'] = 1\n  return True",
        "def match(x, y):\n  a = b\n  b = 1\n  return a == 1",
        "async def match(x, y):\n  return True",
        "def match(x, y):\n  yield True",
        "def match(x, y):\n  return (yield)",
        "def match(x, *y):\n  return True",
        "def match(x, y):\n  global a\n  return True",
        "@staticmethod\ndef match(x, y):\n  return True",
        "def match(x, y): return True\ndef match(x, y): return False",
        "def match(x, y): return True\nmatch = 3",
        "def match(x, y): return True\ndef f():\n  global match\n  match = 3",
        "def other(x, y): return True\nmatch = other",
        "def other(x, y): return True",
        "class match: pass",
        "match = 3",
      })
  void aFunctionOfAnotherShapeIsPythonsWhole(String source) {
    CompiledPredicate predicate = module(source);
    assertThat(Show.of(predicate)).isEqualTo("python{match}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "  a = x['n']; return a == y['n'] => x.n == y.n",
        "  if x['n'] != y['n']: return False; return x['m'] == 1 => x.n == y.n ; x.m == 1",
        "  if x['n'] == 1: return x['b']; return False => x.n == 1 ; x.b",
        "  if x['b']: return True; return y['c'] => (truth(x.b) | y.c)",
        "  a = x['n'] // 2; return a == y['n'] => (x.n // 2) == y.n",
        "  a = x['n'] // 2; return x['b'] and a == 1 => decided((x.n // 2)) ; x.b ; (x.n // 2) == 1",
        "  a = b = 1; return a == b => python{match}",
        "  a, b = x['n'], y['n']; return a < b => x.n < y.n",
        "  a = 1; a += x['n']; return a == 2 => (1 + x.n) == 2",
        "  for t in x['tags']: if t == 'a': return True; return False =>"
            + " any(e0 of x.tags: e0 == 'a')",
        "  return => ?",
        "  'doc' => ?",
        "  pass => ?",
      })
  void theStatementsOfADefBecomeConjuncts(String body, String expected) {
    StringBuilder source = new StringBuilder("def match(x, y):");
    String indent = "\n  ";
    for (String part : body.strip().split("(?<=[:;]) ")) {
      source
          .append(indent)
          .append(part.endsWith(";") ? part.substring(0, part.length() - 1) : part);
      indent = part.endsWith(":") ? indent + "  " : part.startsWith("return") ? "\n  " : indent;
    }
    assertThat(Show.of(module(source + "\n"))).isEqualTo(expected);
  }

  @Test
  void aHelperIsCompiledWhereItIsCalled() {
    String prelude =
        """
        def norm(text, size=2):
            if text is None:
                return ""
            return text.strip()[:size]
        half = lambda n: n // 2
        """;
    assertThat(
            Show.of(
                PredicateCompilerTest.compile(
                    "lambda x, y: norm(x['s']) == norm(y['s'], size=3) and half(x['n']) == 1",
                    prelude,
                    Map.of())))
        .isEqualTo(
            "if(null?(x.s), '', x.s.strip()[:2]) == if(null?(y.s), '', y.s.strip()[:3])"
                + " ; (x.n // 2) == 1");
  }

  @Test
  void anImportableFunctionSeesTheConstantsOfItsPackage() {
    Map<String, String> files =
        Map.of(
            "shop/__init__.py", "VERSION = '1'",
            "shop/limits.py", "LOW = 3\nHIGH = 4\ndef low(): return LOW\n",
            "shop/rules.py",
                """
                from . import limits
                from .limits import LOW as MIN, low
                import shop.limits
                def match(x, y):
                    return x["n"] == y["n"] and x["n"] > MIN
                """);
    assertThat(Show.of(importable(files))).isEqualTo("x.n == y.n ; x.n > 3");
  }

  @Test
  void aPackageThatDoesSomethingWhenLoadedKeepsTheFunctionInPython() {
    String rules = "def match(x, y):\n    return x['n'] == y['n']\n";
    assertOpaque(
        importable(Map.of("shop/__init__.py", "print('hi')", "shop/rules.py", rules)),
        "of shop/__init__.py");
    assertOpaque(
        importable(
            Map.of(
                "shop/rules.py", "from .a import b\n" + rules, "shop/a.py", "from .c import b\n")),
        "of shop/a.py");
    assertOpaque(
        importable(Map.of("shop/rules.py", "from .a import nothing\n" + rules, "shop/a.py", "")),
        "a name that is not there");
    assertOpaque(
        importable(
            Map.of(
                "shop/rules.py",
                "from .a import b\n" + rules,
                "shop/a.py",
                "from .rules import match\nb = 1")),
        "circular import");
    assertOpaque(
        importable(Map.of("shop/rules.py", "import re\n" + rules, "re.py", "1 / 0")), "re.py");
    assertThat(Show.of(importable(Map.of("shop/rules.py", rules)))).isEqualTo("x.n == y.n");
  }

  @Test
  void aConstantThatAnotherModuleMayStoreIsNone() {
    Map<String, String> files =
        Map.of(
            "shop/rules.py",
                "from . import a\nLIMIT = 3\ndef match(x, y):\n  return x['n'] == LIMIT\n",
            "shop/a.py", "def change(module):\n  module.LIMIT = 4\n");
    assertOpaque(importable(files), "which a function may rebind");
  }

  @Test
  void aHelperSeesNoConstantThatAnotherModuleMayStore() {
    Map<String, String> files =
        Map.of(
            "shop/rules.py",
                """
                from . import a
                LIMIT = 3
                def low(n):
                    return n < LIMIT
                def match(x, y):
                    return low(x['n'])
                """,
            "shop/a.py", "def change(module):\n  module.LIMIT = 4\n");
    assertOpaque(importable(files), "which a function may rebind");
  }

  @Test
  void aModuleWhoseAttributesAreSetIsNotTheStandardOne() {
    assertThat(
            PredicateCompilerTest.compile(
                    "lambda x, y: math.floor(x['f']) == 1",
                    "import math\ndef f():\n  math.floor = abs\n",
                    Map.of())
                .opaqueBecause()
                .orElseThrow())
        .contains("whose attributes a function may set");
  }

  @Test
  void aHeldFunctionSaysWhatHoldsIt() {
    assertOpaque(
        compile(new FunctionSource.Held("match", 7, "'file' is an open file")),
        "'file' is an open file");
  }

  @Test
  void theTextOfAHeldFunctionCompilesAsFarAsItsNamesAreKnown() {
    FunctionSource text =
        new FunctionSource.Lambda(
            "lambda x, y: x['n'] == y['n'] and len(x['s']) > fuzz(y['s'])",
            "from rapidfuzz import fuzz\nlen = ...\nlimit = max(1, 2)\n",
            Origin.named("<lambda>"));
    CompiledPredicate held =
        compile(new FunctionSource.Held("f", 7, "'fuzz' is a module", Optional.of(text)));
    assertThat(held.conjuncts()).hasSize(2);
    assertThat(held.conjuncts().getFirst()).isInstanceOf(Conjunct.Compiled.class);
    assertThat(held.conjuncts().getLast())
        .isInstanceOfSatisfying(
            Conjunct.Opaque.class, opaque -> assertThat(opaque.because()).contains("len"));
  }
}
