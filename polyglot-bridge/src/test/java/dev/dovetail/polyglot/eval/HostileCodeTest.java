package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.engine.join.Verdicts.Failure;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.function.FunctionSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Code that means harm, in the sandbox where there is one. Each attack fails within its limit, and
/// all the while another tenant, who shares the server, gets right answers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class HostileCodeTest {
  private static final String SECRET = "canary-4711";
  private static final Duration PAIR = Duration.ofSeconds(4);

  private Path folder;
  private Path canary;
  private ServerSocket listener;
  private HostedWorkers workers;
  private CompletableFuture<Duration> healthy;
  private volatile boolean over;

  @BeforeAll
  void start(@TempDir Path empty) throws IOException {
    folder = empty;
    canary = Files.writeString(folder.resolve("canary.txt"), SECRET);
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(1);
    if (!(Walls.FOUND instanceof Sandbox.Found)) {
      System.err.println("HostileCodeTest runs WITHOUT a sandbox: " + Walls.FOUND.text());
    }
    Deadlines deadlines = new Deadlines(PAIR, Duration.ofSeconds(60), Duration.ofMinutes(4));
    workers =
        new HostedWorkers(
            TrainedWorkers.settings(256L << 20), new Hosting(Walls.best(), deadlines, 3));
    judgeHealthy(); // is there before the attacks begin
    healthy = CompletableFuture.supplyAsync(this::keepJudging);
  }

  private void judgeHealthy() {
    try (SmallRows x = SmallRows.ids(3)) {
      assertThat(
              Judging.matches(
                  workers.forNamespace("healthy"),
                  Judging.lambda("lambda x, y: x['id'] == y['id']"),
                  x,
                  x))
          .containsExactly("0-0", "1-1", "2-2");
    }
  }

  /// The slowest of a tenant's answers.
  private Duration keepJudging() {
    long slowest = 0;
    try {
      while (!over) {
        long started = System.nanoTime();
        judgeHealthy();
        slowest = Math.max(slowest, System.nanoTime() - started);
        Thread.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Duration.ofNanos(slowest);
  }

  @AfterEach
  void theOtherTenantIsServedAndNothingWasTouched() throws IOException {
    judgeHealthy();
    assertThat(healthy).isNotDone();
    assertThat(Files.readString(canary)).isEqualTo(SECRET);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(canary);
    }
    try {
      listener.accept().close();
      throw new AssertionError("somebody has connected");
    } catch (SocketTimeoutException e) {
      // as it should be
    }
  }

  @AfterAll
  void end() throws Exception {
    over = true;
    Duration slowest = healthy.get(60, TimeUnit.SECONDS);
    System.out.println("slowest answer of the healthy tenant: " + slowest.toMillis() + " ms");
    workers.close();
    listener.close();
    assertThat(slowest).isLessThan(Duration.ofSeconds(30));
  }

  private PythonEvaluator mallory() {
    return workers.forNamespace("mallory");
  }

  /// One function, whose attacks are the pairs: the error of each, or null where a pair was judged.
  private Map<String, PairError> attacks(String prelude, Map<String, String> bodies) {
    StringBuilder source = new StringBuilder(prelude).append("\nATTACKS = []\n");
    bodies.forEach(
        (name, body) ->
            source
                .append("def attack(x, y):\n    ")
                .append(body.strip().replace("\n", "\n    "))
                .append("\nATTACKS.append(attack)\n"));
    source.append("def f(x, y):\n    return ATTACKS[x['id']](x, y)\n");
    List<String> names = List.copyOf(bodies.keySet());
    try (SmallRows x = SmallRows.ids(names.size());
        SmallRows y = SmallRows.ids(1)) {
      Verdicts verdicts =
          Judging.verdicts(
              mallory(),
              Judging.module("f", source.toString()),
              Map.of(),
              x,
              y,
              OnFailure.CONTINUE);
      Map<Integer, PairError> errors =
          verdicts.failures().stream().collect(Collectors.toMap(Failure::index, Failure::error));
      Map<String, PairError> found = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        assertThat(verdicts.outcomes()[i]).isNotEqualTo(Verdicts.UNJUDGED);
        found.put(names.get(i), errors.get(i));
      }
      return found;
    }
  }

  private static Map<String, String> bodies(String... namesAndBodies) {
    Map<String, String> bodies = new LinkedHashMap<>();
    for (int i = 0; i < namesAndBodies.length; i += 2) {
      bodies.put(namesAndBodies[i], namesAndBodies[i + 1]);
    }
    return bodies;
  }

  @Test
  void whatDoesNotReturnIsKilledAndNamed() {
    Map<String, PairError> found =
        attacks(
            "import re, itertools, collections",
            bodies(
                "an endless loop", "i = 0\nwhile True:\n    i += 1",
                "a loop of one line", "while True: pass",
                "a loop that swallows",
                    "while True:\n    try:\n        x['no']\n    except BaseException: pass",
                "a huge power", "return 9**9**9 > 0",
                "a builtin that loops", "collections.deque(itertools.count(), maxlen=0)",
                "a regular expression", "return bool(re.match(r'^(a*)*\\1b$', 'a' * 40))",
                "output without end", "while True: print('x' * 10000)",
                "an error whose text loops",
                    """
                    class E(Exception):
                        def __str__(self):
                            while True: pass
                    raise E()
                    """,
                "a value whose repr loops",
                    """
                    class V:
                        def __repr__(self):
                            while True: pass
                    return V()
                    """));
    assertThat(found)
        .allSatisfy(
            (name, error) -> {
              assertThat(error).describedAs(name).isNotNull();
              assertThat(error.code()).describedAs(name).isEqualTo(ErrorCode.E130);
              assertThat(error.message()).isEqualTo("had not returned after 4.0 s");
            });
  }

  @Test
  void whatTakesAllMemoryEndsItsWorkerOnly() {
    Map<String, PairError> found =
        attacks(
            "",
            bodies(
                "a list of lists", "hoard = []\nwhile True: hoard.append([0] * 20000)",
                "a giant string", "return len('a' * (2**31 - 1)) > 0",
                "a giant list", "return len(list(range(10**9))) > 0",
                "giant bytes", "return len([bytearray(2**30) for _ in range(8)]) > 0",
                "a growing string", "s = 'ab'\nwhile True: s = s + s + str(len(s))",
                "recursion", "def down(n): return down(n + 1) + 1\nreturn down(0)",
                "recursion without a limit",
                    "import sys\nsys.setrecursionlimit(10**9)\ndef down(n): return down(n + 1) + 1\nreturn down(0)"));
    assertThat(found)
        .allSatisfy(
            (name, error) -> {
              assertThat(error).describedAs(name).isNotNull();
              assertThat(error.code())
                  .describedAs(name + ": " + error)
                  .isIn(ErrorCode.E120, ErrorCode.E128, ErrorCode.E130);
            });
    assertThat(found.get("a list of lists").code()).isEqualTo(ErrorCode.E128);
    assertThat(found.get("a list of lists").message()).contains("ran out of memory (256 MB)");
    assertThat(found.get("recursion").message()).contains("RecursionError");
  }

  @Test
  void nothingOutsideCanBeReached() {
    String file = "'" + canary + "'";
    int port = listener.getLocalPort();
    Map<String, PairError> found =
        attacks(
            "",
            bodies(
                "open", "return " + SECRET.length() + " == len(open(" + file + ").read())",
                "open for writing", "open('" + folder + "/evil', 'w').write('x')\nreturn True",
                "io.open", "import io\nreturn bool(io.open(" + file + ").read())",
                "pathlib", "import pathlib\nreturn bool(pathlib.Path(" + file + ").read_text())",
                "os.open", "import os\nreturn os.open(" + file + ", 0) > 0",
                "os.listdir", "import os\nreturn bool(os.listdir('/'))",
                "os.environ", "import os\nreturn bool(dict(os.environ))",
                "/proc", "return bool(open('/proc/self/environ').read())",
                "os.system", "import os\nreturn os.system('touch " + folder + "/evil') == 0",
                "os.fork", "import os\nreturn os.fork() > 0",
                "os.kill", "import os\nos.kill(os.getppid(), 9)\nreturn True",
                "subprocess", "import subprocess\nreturn bool(subprocess.run(['id']))",
                "socket",
                    "import socket\nsocket.create_connection(('127.0.0.1', "
                        + port
                        + "))\nreturn True",
                "raw socket",
                    "import _socket\ns = _socket.socket()\ns.connect(('127.0.0.1', "
                        + port
                        + "))\nreturn True",
                "urllib",
                    "from urllib.request import urlopen\nurlopen('http://127.0.0.1:"
                        + port
                        + "')\nreturn True",
                "ctypes", "import ctypes\nreturn bool(ctypes.CDLL(None))",
                "mmap", "import mmap\nreturn bool(mmap.mmap(-1, 10))",
                "java", "import java\nreturn bool(java.type('java.lang.System').getenv())",
                "polyglot",
                    "import polyglot\nreturn bool(polyglot.eval(language='js', string='1'))",
                "threads", "import threading\nthreading.Thread(target=print).start()\nreturn True",
                "low threads", "import _thread\n_thread.start_new_thread(print, ())\nreturn True",
                "sys.exit", "import sys\nsys.exit(0)",
                "os._exit", "import os\nos._exit(0)",
                "os.abort", "import os\nos.abort()",
                "SystemExit", "raise SystemExit(0)",
                "GeneratorExit", "raise GeneratorExit()",
                "clock", "import time\nreturn time.time() > 0"));
    assertThat(found)
        .allSatisfy(
            (name, error) -> {
              assertThat(error).describedAs(name).isNotNull();
              assertThat(error.code())
                  .describedAs(name + ": " + error)
                  .isIn(
                      ErrorCode.E120,
                      ErrorCode.E122,
                      ErrorCode.E123,
                      ErrorCode.E130); // of a slow machine, which imports for seconds
              assertThat(error.toString()).doesNotContain(SECRET);
            });
  }

  /// Finds ways round the guards, which are no wall: what is behind them refuses as well.
  @Test
  void roundTheGuardsThereIsNothing() {
    String file = "'" + canary + "'";
    Map<String, PairError> found =
        attacks(
            """
            import sys
            def unguarded(function):
                return getattr(function, '__wrapped__', function)
            """,
            bodies(
                "the function below the guard",
                "return bool(unguarded(open)(" + file + ").read())",
                "the module below the guard",
                "import posix\nreturn unguarded(posix.open)(" + file + ", 0) > 0",
                "a process below the guard",
                "import posix\nreturn unguarded(posix.system)('touch " + folder + "/evil') == 0",
                "the guards themselves",
                """
                    guards = sys.modules['_dovetail.guards']
                    guards.active = False
                    guards.loading = 1
                    return bool(open(%s).read())
                    """
                    .formatted(file),
                "all subclasses",
                """
                    guards = sys.modules['_dovetail.guards']
                    guards.active = False
                    for c in object.__subclasses__():
                        if c.__name__ in ('FileIO', '_wrap_close', 'Popen', 'socket'):
                            c(%s)
                    for c in ().__class__.__base__.__subclasses__():
                        init = getattr(c.__init__, '__globals__', {})
                        if 'sys' in init and hasattr(init['sys'].modules.get('os'), 'system'):
                            return unguarded(init['sys'].modules['os'].system)('touch %s/evil') == 0
                    raise LookupError('nothing')
                    """
                    .formatted(file, folder),
                "a frame of the evaluator",
                """
                    frame = sys._getframe()
                    while frame.f_back is not None:
                        frame = frame.f_back
                    return bool(frame.f_globals['__builtins__']['open'](%s).read())
                    """
                    .formatted(file),
                "modules taken away",
                "sys.modules.pop('_dovetail.guards')\nsys.meta_path.clear()\nimport ctypes\nreturn True",
                "resources of the engine",
                """
                    for finder in sys.meta_path:
                        text = getattr(finder, 'text_of', None)
                        if text is not None:
                            return bool(text('../../../../../..%s'))
                    raise LookupError('nothing')
                    """
                    .formatted(canary)));
    assertThat(found)
        .allSatisfy(
            (name, error) -> {
              assertThat(error).describedAs(name).isNotNull();
              assertThat(error.toString()).doesNotContain(SECRET);
            });
  }

  @Test
  void anErrorSaysNoMoreThanFits() {
    Map<String, PairError> found =
        attacks(
            """
            class Loud(Exception):
                def __str__(self): return 'y' * 10**6
            class Raising(Exception):
                def __str__(self): raise ValueError('no')
            class Itself(Exception):
                def __str__(self): raise self
            class Escape(Exception):
                def __str__(self): return '\\x1b[2J\\nE107: nonsense'
            class Shape(str):
                def __len__(self): return 0
                def __getitem__(self, at): return self
            class Shaped(Exception):
                def __str__(self): return Shape('z' * 10**6)
            """,
            bodies(
                "a long text", "raise Loud()",
                "a text that raises", "raise Raising()",
                "a text that raises itself", "raise Itself()",
                "a text that moves the cursor", "raise Escape()",
                "a text of its own kind", "raise Shaped()",
                "a name that is long", "raise type('N' * 10**5, (Exception,), {})()",
                "no text at all", "raise Exception"));
    assertThat(found)
        .allSatisfy(
            (name, error) -> {
              assertThat(error).describedAs(name).isNotNull();
              assertThat(error.message().length()).describedAs(name).isLessThan(21_000);
              assertThat(error.message()).describedAs(name).doesNotContain("\u001b", "\n");
            });
    assertThat(found.get("a text that raises").message()).contains("cannot be shown");
  }

  @Test
  void rowsCannotBeChanged() {
    String source =
        """
        def f(x, y):
            for change in (
                lambda: x.__setitem__('id', 99), lambda: x.update(id=99), lambda: x.pop('id'),
                lambda: x.clear(), lambda: x.setdefault('z', 1), lambda: x.__delitem__('id'),
            ):
                try:
                    change()
                    return None
                except TypeError:
                    pass
            x['tags'].append('evil')
            y['tags'][0] = 'evil'
            return x['tags'] == ['a', 'b', 'evil'] and y['tags'] == ['evil', 'b'] and x['id'] < 3
        """;
    try (SmallRows x = tags(3)) {
      Verdicts verdicts =
          Judging.verdicts(
              mallory(), Judging.module("f", source), Map.of(), x, x, OnFailure.CONTINUE);
      assertThat(verdicts.failures()).isEmpty();
      assertThat(verdicts.outcomes()).containsOnly(Verdicts.MATCH);
    }
  }

  /// Rows with the list `['a', 'b']` in the column `tags`.
  private static SmallRows tags(int count) {
    return SmallRows.of(
        count,
        root -> {
          ListVector lists = (ListVector) root.getVector("tags");
          UnionListWriter writer = lists.getWriter();
          for (int i = 0; i < count; i++) {
            writer.setPosition(i);
            writer.startList();
            writer.writeVarChar("a");
            writer.writeVarChar("b");
            writer.endList();
          }
          ((VarCharVector) lists.getDataVector()).setValueCount(count * 2);
          lists.setValueCount(count);
        },
        SmallRows.field(
            "tags",
            new org.apache.arrow.vector.types.pojo.ArrowType.List(),
            SmallRows.field("item", SmallRows.TEXT)));
  }

  @Test
  void whatOneFunctionLeavesBehindNoOtherFinds() {
    String poison =
        """
        import builtins, sys, re
        builtins.len = lambda v, real=len: 666 if v == 'ab' else real(v)
        builtins.LEFT = 'behind'
        sys.modules['leaked'] = re
        re.match = None
        def f(x, y):
            return True
        """;
    String look =
        """
        import builtins, sys, re
        def f(x, y):
            return (
                len('ab') == 2 and not hasattr(builtins, 'LEFT')
                and 'leaked' not in sys.modules and bool(re.match('a', 'ab'))
            )
        """;
    try (SmallRows x = SmallRows.ids(1)) {
      assertThat(judged(mallory(), Judging.module("f", poison), x).outcomes())
          .containsExactly(Verdicts.MATCH); // it goes unnoticed
      for (PythonEvaluator tenant : List.of(mallory(), workers.forNamespace("alice"))) {
        Verdicts found = judged(tenant, Judging.module("f", look), x);
        assertThat(found.failures()).isEmpty();
        assertThat(found.outcomes()).containsExactly(Verdicts.MATCH);
      }
    }
  }

  private static Verdicts judged(PythonEvaluator tenant, FunctionSource function, SmallRows rows) {
    return Judging.verdicts(tenant, function, rows, rows);
  }

  @Test
  void noWorkerServesTwo() {
    String source = "def f(x, y):\n    return x['id'] == 0\n";
    try (SmallRows x = SmallRows.ids(1)) {
      List<Long> before = workers.processes();
      Judging.verdicts(workers.forNamespace("bob"), Judging.module("f", source), x, x);
      List<Long> bobs = new ArrayList<>(workers.processes());
      bobs.removeAll(before);
      assertThat(bobs).hasSize(1);
      Judging.verdicts(workers.forNamespace("bob"), Judging.module("f", source), x, x);
      assertThat(workers.processes()).containsAll(bobs);
      Judging.verdicts(workers.forNamespace("carol"), Judging.module("f", source), x, x);
      Judging.verdicts(workers.forNamespace("dave"), Judging.module("f", source), x, x);
      assertThat(workers.processes()).hasSizeLessThanOrEqualTo(3).doesNotContainAnyElementsOf(bobs);
    }
  }

  @Test
  void noSecretStandsInACommandLine() throws IOException {
    for (long pid : workers.processes()) {
      for (ProcessHandle process :
          ProcessHandle.of(pid).stream()
              .flatMap(
                  p ->
                      java.util.stream.Stream.concat(
                          java.util.stream.Stream.of(p), p.descendants()))
              .toList()) {
        for (String file : List.of("cmdline", "environ")) {
          String text =
              new String(
                  Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), file)),
                  StandardCharsets.ISO_8859_1);
          assertThat(text).doesNotContain("healthy", "mallory", "\0PATH=", "\0HOME=");
        }
      }
    }
  }
}
