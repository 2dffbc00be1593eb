package dev.dovetail.polyglot.eval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A worker in namespaces of its own, by `bwrap`, with limits by `prlimit`. It sees the folders of
/// system libraries, the JDK and what it is given to read, and nothing of `/proc`, so that there is
/// no environment and no command line of another process to read.
///
/// Things that look changeable and are not: `/tmp` is mounted before what lies under it; without
/// `/proc` the loader needs `LD_LIBRARY_PATH` to find the JDK's libraries; an own `/dev` of bwrap
/// would hold a writable folder of any size; a limit of processes counts, before the namespace is
/// entered, all processes of the user.
///
/// @param java the home of the JDK that runs behind the walls
/// @param limitsProcesses whether the kernel counts processes and threads per namespace
record Bubblewrap(Path bwrap, Path prlimit, Path java, boolean limitsProcesses) implements Sandbox {
  /// The private folder `/tmp`, and the longest file in it.
  private static final long SCRATCH_BYTES = 16L << 20;

  /// Threads count too; a worker has some twenty.
  private static final int MOST_PROCESSES = 96;

  private static final long PROBE_SECONDS = 30;
  private static final List<String> LIBRARIES =
      List.of("/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64");

  @Override
  public List<String> wrap(List<String> command, List<Path> readable, long dataBytes) {
    List<String> line = new ArrayList<>();
    line.add(bwrap.toString());
    add(line, "--unshare-user --disable-userns --unshare-ipc --unshare-pid --unshare-net");
    add(line, "--unshare-uts --unshare-cgroup-try --die-with-parent --new-session");
    add(line, "--cap-drop ALL --uid 65534 --gid 65534 --hostname worker");
    add(line, "--clearenv --setenv LANG C.UTF-8 --setenv MALLOC_ARENA_MAX 2");
    line.addAll(List.of("--setenv", "LD_LIBRARY_PATH", java.resolve("lib").toString()));
    line.addAll(List.of("--size", String.valueOf(SCRATCH_BYTES), "--tmpfs", "/tmp"));
    for (String device : List.of("/dev/null", "/dev/random", "/dev/urandom")) {
      line.addAll(List.of("--dev-bind", device, device));
    }
    LIBRARIES.forEach(folder -> library(line, Path.of(folder)));
    add(line, "--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache");
    bind(line, prlimit);
    bind(line, java);
    linkedFrom(java).forEach(file -> bind(line, file));
    readable.forEach(path -> bind(line, path));
    add(line, "--remount-ro / --chdir /tmp");
    line.add(prlimit.toString());
    add(line, "--core=0 --nofile=256 --fsize=" + SCRATCH_BYTES + " --data=" + dataBytes);
    if (limitsProcesses) {
      line.add("--nproc=" + MOST_PROCESSES);
    }
    line.addAll(command);
    return line;
  }

  private static void add(List<String> line, String words) {
    line.addAll(List.of(words.split(" ", -1)));
  }

  private static void bind(List<String> line, Path path) {
    line.addAll(List.of("--ro-bind", path.toString(), path.toString()));
  }

  /// A folder of libraries is a link to another one on many systems.
  private static void library(List<String> line, Path folder) {
    try {
      if (Files.isSymbolicLink(folder)) {
        line.addAll(
            List.of("--symlink", Files.readSymbolicLink(folder).toString(), folder.toString()));
      } else if (Files.isDirectory(folder)) {
        bind(line, folder);
      }
    } catch (IOException e) {
      // the trial says whether it is missed
    }
  }

  /// Files outside a JDK that it has links to: distributions keep its configuration under `/etc`.
  private static List<Path> linkedFrom(Path java) {
    try (Stream<Path> all = Files.walk(java)) {
      return all.filter(Files::isSymbolicLink)
          .flatMap(link -> target(link).stream())
          .filter(file -> !file.startsWith(java))
          .distinct()
          .toList();
    } catch (IOException e) {
      return List.of(); // the trial says whether they are missed
    }
  }

  private static Optional<Path> target(Path link) {
    try {
      return Optional.of(link.toRealPath());
    } catch (IOException e) {
      return Optional.empty(); // a link to nothing
    }
  }

  @Override
  public String text() {
    return "bubblewrap: no network, no files but the runtime's, "
        + (limitsProcesses ? "limits of memory and processes" : "a limit of memory per process");
  }

  static Detection detect(Path java) {
    if (!System.getProperty("os.name").equals("Linux")) {
      return new Missing("bubblewrap needs Linux");
    }
    Optional<Path> bwrap = find("bwrap");
    Optional<Path> prlimit = find("prlimit");
    if (bwrap.isEmpty() || prlimit.isEmpty()) {
      return new Missing(
          "there is no "
              + (bwrap.isEmpty() ? "bwrap (package bubblewrap)" : "prlimit")
              + " in PATH");
    }
    Bubblewrap strict = new Bubblewrap(bwrap.get(), prlimit.get(), java, true);
    if (strict.failure() == null) {
      return new Found(strict);
    }
    Bubblewrap lax = new Bubblewrap(bwrap.get(), prlimit.get(), java, false);
    String failure = lax.failure();
    return failure == null
        ? new Found(lax)
        : new Missing("bubblewrap does not work here: " + failure);
  }

  private static Optional<Path> find(String program) {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "/usr/bin:/bin" : path).split(":", -1))
        .map(folder -> Path.of(folder).resolve(program).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Why a JVM does not run behind these walls, in the words of who refused; null if it does.
  private @Nullable String failure() {
    List<String> command =
        List.of(
            java.resolve("bin").resolve("java").toString(),
            "-Xmx64m",
            "-XshowSettings:security", // reads the JDK's configuration
            "-version");
    ProcessBuilder builder = new ProcessBuilder(wrap(command, List.of(), 1L << 30));
    builder.environment().clear();
    try {
      Path said = Files.createTempFile("dovetail-sandbox", ".txt");
      try {
        Process trial = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (!trial.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
          trial.destroyForcibly();
          return "it does not come to an end";
        }
        return trial.exitValue() == 0 ? null : firstLine(said, trial.exitValue());
      } finally {
        Files.delete(said);
      }
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String firstLine(Path said, int code) throws IOException {
    try (Stream<String> lines = Files.lines(said, StandardCharsets.ISO_8859_1)) {
      return lines.findFirst().orElse("it ends with code " + code);
    }
  }
}
