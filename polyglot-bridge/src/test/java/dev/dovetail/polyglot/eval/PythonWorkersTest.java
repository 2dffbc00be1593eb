package dev.dovetail.polyglot.eval;

import static dev.dovetail.polyglot.eval.Judging.failure;
import static dev.dovetail.polyglot.eval.Judging.lambda;
import static dev.dovetail.polyglot.eval.Judging.matches;
import static dev.dovetail.polyglot.eval.Judging.module;
import static dev.dovetail.polyglot.eval.Judging.verdicts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonWorkersTest {
  private PythonWorkers workers;

  @BeforeAll
  void start() {
    workers = new PythonWorkers(Judging.settings());
  }

  @AfterAll
  void end() {
    workers.close();
  }

  @Test
  void pairsAreJudgedInOneProcessThatServesTheNextFunctionToo() {
    try (SmallRows x = SmallRows.longs("v", 1L, null, 3L);
        SmallRows y = SmallRows.longs("v", 3L, 1L, null)) {
      assertThat(matches(workers, lambda("lambda x, y: x['v'] == y['v']"), x, y))
          .containsExactly("0-1", "1-2", "2-0");
      assertThat(matches(workers, lambda("lambda a, b: a['v'] is None and b['v'] == 1"), x, y))
          .containsExactly("1-1");
    }
    assertThat(workers.processes()).hasSize(1);
  }

  @Test
  void aFunctionThatIsJudgedAgainBeginsAsItsTextDoes() {
    FunctionSource counting =
        Judging.module(
            "match",
            """
            state = {"runs": 0}
            state["runs"] += 1

            def match(x, y):
                return x["id"] == y["id"] and state["runs"] == 1
            """);
    try (SmallRows x = SmallRows.ids(2);
        SmallRows y = SmallRows.ids(2)) {
      for (int run = 0; run < 3; run++) {
        assertThat(matches(workers, counting, x, y)).containsExactly("0-0", "1-1");
      }
    }
  }

  @Test
  void noPairStartsNoProcess() {
    try (PythonWorkers unused = new PythonWorkers(Judging.settings());
        SmallRows x = SmallRows.ids(0);
        SmallRows y = SmallRows.ids(3)) {
      assertThat(verdicts(unused, lambda("not python"), x, y).outcomes()).isEmpty();
      assertThat(unused.processes()).isEmpty();
    }
  }

  @Test
  void preludeAndParametersReachTheFunctionByName() {
    FunctionSource near =
        new FunctionSource.Lambda(
            "lambda x, y, *, within=0: abs(x['id'] - y['id']) <= within + BASE",
            "import math\nBASE = int(math.sqrt(1))",
            new Origin("job.py", 7));
    try (SmallRows x = SmallRows.ids(3);
        SmallRows y = SmallRows.ids(6)) {
      Verdicts verdicts =
          verdicts(
              workers,
              near,
              Map.of("within", new Constant.Int(BigInteger.ONE)),
              x,
              y,
              OnFailure.STOP);
      assertThat(verdicts.failures()).isEmpty();
      assertThat(verdicts.outcomes())
          .containsExactly(1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0);
    }
  }

  @Test
  void anImportableFunctionImportsItsNeighbours() {
    FunctionSource function =
        new FunctionSource.Importable(
            "shop.match",
            "same",
            Map.of(
                "shop/__init__.py", "",
                "shop/text.py", "def clean(s):\n    return s.strip().lower()\n",
                "shop/match.py",
                    "from .text import clean\n\ndef same(x, y):\n"
                        + "    return clean(x['s']) == clean(y['s'])\n"));
    try (SmallRows x = SmallRows.texts("s", "A ", "\u0000b", null);
        SmallRows y = SmallRows.texts("s", "a", "\u0000B", "c")) {
      Verdicts verdicts = verdicts(workers, function, x, y);
      assertThat(verdicts.outcomes()).containsExactly(1, 0, 0, 0, 1, 0, 2, 3, 3);
      PairError error = verdicts.failures().getFirst().error();
      assertThat(error.message())
          .isEqualTo("AttributeError: 'NoneType' object has no attribute 'strip'");
      assertThat(error.traceback())
          .isEqualTo(
              """
                File "shop/match.py", line 4, in same
                  return clean(x['s']) == clean(y['s'])
                File "shop/text.py", line 2, in clean
                  return s.strip().lower()\
              """);
    }
  }

  @Test
  void theFirstFailureEndsABatchUnlessAskedToGoOn() {
    FunctionSource function = lambda("lambda x, y: 1 // (x['id'] - y['id']) > 0");
    try (SmallRows x = SmallRows.ids(3);
        SmallRows y = SmallRows.ids(3)) {
      assertThat(verdicts(workers, function, x, y).outcomes())
          .containsExactly(2, 3, 3, 3, 3, 3, 3, 3, 3);
      Verdicts all = verdicts(workers, function, Map.of(), x, y, OnFailure.CONTINUE);
      assertThat(all.outcomes()).containsExactly(2, 0, 0, 1, 2, 0, 0, 1, 2);
      assertThat(all.failures()).extracting(Verdicts.Failure::index).containsExactly(0, 4, 8);
      assertThat(all.failures())
          .allSatisfy(
              f -> {
                assertThat(f.error().code()).isEqualTo(ErrorCode.E120);
                assertThat(f.error().message()).startsWith("ZeroDivisionError: ");
                assertThat(f.error().traceback()).contains("File \"<lambda>\", line 1");
              });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "x['id'] * 0 + 1 | returned int, not bool: 1",
        "None | returned NoneType, not bool: None",
        "'False' | returned str, not bool: 'False'",
        "[] | returned list, not bool: []",
        "(i for i in ()) | returned generator, not bool",
        "float('nan') | returned float, not bool: nan",
        "NotImplemented | returned NotImplementedType, not bool"
      })
  void onlyABoolIsAnAnswer(String expression, String message) {
    PairError error = failure(workers, lambda("lambda x, y: " + expression));
    assertThat(error.code()).isEqualTo(ErrorCode.E121);
    assertThat(error.message()).startsWith(message);
  }

  @Test
  void anAsyncFunctionReturnsNoBool() {
    PairError error = failure(workers, module("f", "async def f(x, y):\n    return True\n"));
    assertThat(error.code()).isEqualTo(ErrorCode.E121);
    assertThat(error.message()).startsWith("returned coroutine, not bool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "raise SystemExit(3) | SystemExit: 3",
        "import sys; sys.exit() | SystemExit",
        "raise KeyboardInterrupt | KeyboardInterrupt",
        "raise GeneratorExit | GeneratorExit",
        "return f(x, y) | RecursionError: maximum recursion depth exceeded",
        "return [0] * 10**10 | OverflowError",
        "raise ValueError('two\\nlines') | ValueError: two\\nlines",
        "x['id'] = 5 | TypeError: row arguments are read-only",
        "del x['id'] | TypeError: row arguments are read-only",
        "x.update(id=5) | TypeError: row arguments are read-only",
        "x.setdefault('z', 5) | TypeError: row arguments are read-only",
        "return x['b'] | KeyError: 'b: not visible in the x row; declare it in evidence='",
        "return y['c'] | KeyError: 'c: not visible in the y row; declare it in evidence='"
      })
  void whatIsRaisedIsToldInOneLine(String body, String message) {
    PairError error = failure(workers, module("f", "def f(x, y):\n    " + body + "\n"));
    assertThat(error.code()).isEqualTo(ErrorCode.E120);
    assertThat(error.message()).startsWith(message).doesNotContain("\n");
    assertThat(error.traceback()).contains("File \"match.py\", line 2, in f");
  }

  @Test
  void aRowIsAMappingOfWhatIsVisible() {
    try (SmallRows x = SmallRows.longs("a", 1L);
        SmallRows y = SmallRows.texts("c", "z")) {
      assertThat(
              matches(
                  workers,
                  lambda(
                      "lambda x, y: len(x) == 2 and 'c' not in x and sorted(y) == ['c', 'id'] and"
                          + " dict(x) == {'id': 0, 'a': 1} and {**x} == x and x.get('c') is None and"
                          + " isinstance(x, dict) and x | y == {'id': 0, 'a': 1, 'c': 'z'}"),
                  x,
                  y))
          .containsExactly("0-0");
    }
  }

  @Test
  void aChangedMindIsFound() {
    String source =
        "seen = {}\n"
            + "def flip(x, y):\n"
            + "    k = (x['id'], y['id'])\n"
            + "    seen[k] = not seen.get(k, False)\n"
            + "    return seen[k]\n";
    PairError error = failure(workers, module("flip", source));
    assertThat(error.code()).isEqualTo(ErrorCode.E122);
    assertThat(error.message())
        .isEqualTo("the function is not deterministic: first True, then False");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "import time | time.time() > 0 | time.time() reads the clock",
        "from time import time as now | now() > 0 | time.time() reads the clock",
        "import time | time.sleep(0) is None | time.sleep() reads the clock",
        "import time | time.localtime().tm_year > 0 | time.localtime() without a moment",
        "import datetime | datetime.datetime.now().year > 0 | datetime.datetime.now() reads the clock",
        "from datetime import date | date.today().year > 0 | datetime.date.today() reads the clock",
        "import random | random.random() < 2 | random.random() makes a random value",
        "from random import randint | randint(1, 2) < 3 | random.randint() makes a random value",
        "import random | random.Random().random() < 2 | random.Random() without a seed",
        "import random | random.SystemRandom().random() < 2 | random.SystemRandom() makes a random",
        "import os | len(os.urandom(2)) == 2 | os.urandom() makes a random value",
        "import uuid | uuid.uuid4() is not None | uuid.uuid4() makes a random value",
        "import secrets | secrets.randbelow(2) < 3 | secrets.randbelow() makes a random value"
      })
  void clockAndRandomnessAreRefused(String prelude, String body, String message) {
    PairError error =
        failure(workers, module("f", prelude + "\ndef f(x, y):\n    return " + body + "\n"));
    assertThat(error.code()).isEqualTo(ErrorCode.E122);
    assertThat(error.message()).startsWith(message).contains("deterministic");
    assertThat(error.traceback()).contains("line 3, in f");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "import io | len(open('/etc/hostname').read()) > 0 | file",
        "import io | io.open('/etc/hostname') is None | file",
        "import io | io.FileIO('/etc/hostname') is None | file",
        "import os | os.listdir('/') == [] | file",
        "import os | os.path.exists('/etc') | file",
        "import os | os.getcwd() == '/' | file",
        "from pathlib import Path | Path('/etc/hostname').read_text() == '' | file",
        "import socket | socket.create_connection(('localhost', 9)) is None | network",
        "import socket | socket.socket() is None | network",
        "import urllib.request | urllib.request.urlopen('http://localhost') is None | network",
        "import subprocess | subprocess.run(['ls']).returncode == 0 | process",
        "import os | os.system('ls') == 0 | process",
        "import os | os.getpid() > 0 | process",
        "import os | os.environ['HOME'] == '' | environment",
        "from os import environ | 'HOME' in environ | environment",
        "import os | os.getenv('HOME') is None | environment",
        "import threading | threading.Thread(target=print).start() is None | thread",
        "x = 1 | __import__('ctypes') is None | native",
        "x = 1 | __import__('java').type('java.lang.System') is None | machine",
        "x = 1 | __import__('polyglot') is None | machine",
        "x = 1 | input() == '' | input"
      })
  void whatLiesOutsideTheRowsIsRefused(String prelude, String body, String word) {
    PairError error =
        failure(workers, module("f", prelude + "\ndef f(x, y):\n    return " + body + "\n"));
    assertThat(error.code()).isEqualTo(ErrorCode.E123);
    assertThat(error.message()).contains(word);
    assertThat(error.traceback()).contains("line 3, in f");
  }

  @Test
  void anAttemptCountsEvenWhenItsErrorIsSwallowed() {
    PairError error =
        failure(
            workers,
            module(
                "f",
                "import os\ndef f(x, y):\n    try:\n        os.listdir('/')\n"
                    + "    except BaseException:\n        pass\n    return True\n"));
    assertThat(error.code()).isEqualTo(ErrorCode.E123);
    assertThat(error.message()).startsWith("os.listdir() reaches a file");
    assertThat(error.traceback()).contains("File \"match.py\", line 4, in f");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "math",
        "re",
        "json",
        "decimal",
        "statistics",
        "difflib",
        "itertools",
        "functools",
        "collections",
        "unicodedata",
        "zoneinfo",
        "string",
        "textwrap",
        "hashlib",
        "fractions",
        "dataclasses",
        "enum",
        "typing",
        "bisect",
        "base64",
        "random",
        "datetime",
        "os",
        "heapq",
        "operator",
        "threading",
        "csv",
        "io",
        "uuid",
        "copy",
        "calendar"
      })
  void theLibraryCanBeImported(String name) {
    try (SmallRows x = SmallRows.ids(1);
        SmallRows y = SmallRows.ids(1)) {
      assertThat(
              matches(
                  workers,
                  module("f", "import " + name + "\ndef f(x, y):\n    return True\n"),
                  x,
                  y))
          .containsExactly("0-0");
    }
  }

  @Test
  void deterministicUsesOfTheLibraryWork() {
    String source =
        """
        import datetime, decimal, difflib, hashlib, json, random, re, statistics, time, zoneinfo
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Key:
            a: int

        def f(x, y):
            berlin = zoneinfo.ZoneInfo("Europe/Berlin")
            noon = datetime.datetime(2024, 7, 1, 12, tzinfo=berlin)
            return (
                Key(1) == Key(1)
                and noon.utcoffset() == datetime.timedelta(hours=2)
                and datetime.datetime(2500, 1, 1, tzinfo=berlin).tzname() == "CET"
                and datetime.datetime.strptime("2024-01-31", "%Y-%m-%d").day == 31
                and time.gmtime(0).tm_year == 1970
                and random.Random(7).random() == random.Random(7).random()
                and json.loads('{"a": [1, null]}') == {"a": [1, None]}
                and re.fullmatch(r"[a-z]+\\d", "ab1") is not None
                and statistics.median([1, 3, 2]) == 2
                and decimal.Decimal("0.1") + decimal.Decimal("0.2") == decimal.Decimal("0.3")
                and difflib.SequenceMatcher(None, "abcd", "bcde").ratio() == 0.75
                and hashlib.sha256(b"a").hexdigest().startswith("ca978112")
            )
        """;
    try (SmallRows x = SmallRows.ids(1);
        SmallRows y = SmallRows.ids(1)) {
      assertThat(matches(workers, module("f", source), x, y)).containsExactly("0-0");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "E107 | def f(x, y) return True | SyntaxError | match.py:1",
        "E107 | import nothing_of_this_name | ModuleNotFoundError | match.py:1",
        "E107 | g = 1 | defines no 'f' | match.py",
        "E107 | f = 1 | cannot be called | ",
        "E107 | 1 // 0 | ZeroDivisionError | match.py:1",
        "E122 | import time; START = time.time() | reads the clock | match.py:1",
        "E123 | DATA = open('/etc/hostname').read() | file | match.py:1",
        "E123 | import ctypes | native | match.py:1"
      })
  void aFunctionThatCannotBeLoadedNamesItsLine(
      ErrorCode code, String source, String what, String where) {
    try (SmallRows x = SmallRows.ids(1);
        SmallRows y = SmallRows.ids(1)) {
      assertThatThrownBy(() -> verdicts(workers, module("f", source), x, y))
          .isInstanceOfSatisfying(
              DovetailException.class,
              e -> {
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.problem().what()).contains(what);
                assertThat(e.problem().where()).isEqualTo(where == null ? "" : where);
              });
    }
  }

  @Test
  void manyPairsOfManyRowsComeBackInOrder() {
    try (SmallRows x = SmallRows.ids(700);
        SmallRows y = SmallRows.ids(300);
        PairJudge judge =
            workers.judge(
                lambda("lambda x, y: (x['id'] * 31 + y['id']) % 7 == 0"),
                Map.of(),
                x,
                y,
                RunControl.unlimited())) {
      Verdicts verdicts = judge.judge(Judging.allPairs(x, y), OnFailure.STOP);
      for (int i = 0; i < 210_000; i++) {
        int expected = (i / 300 * 31 + i % 300) % 7 == 0 ? Verdicts.MATCH : Verdicts.NON_MATCH;
        assertThat((int) verdicts.outcomes()[i]).isEqualTo(expected);
      }
      assertThat(judge.judged()).isEqualTo(210_000);
    }
  }
}
