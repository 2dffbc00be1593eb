package dev.dovetail.polyglot.eval;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// How Python processes are started.
///
/// @param javaHome the JDK that runs them
/// @param classPath the class path of the engine
/// @param cache the folder that the interpreter unpacks its library into, once
/// @param memoryBytes the heap of one process
/// @param aotCache the JDK's ahead-of-time cache for [Mode#QUICK]; used if the file exists
/// @param record where a quick process writes such a cache when the workers are closed; no cache is
///   used then
/// @param jit the folder that holds the compiler's jars; without it there is no [Mode#FAST]
public record WorkerSettings(
    Path javaHome,
    String classPath,
    Path cache,
    long memoryBytes,
    Optional<Path> aotCache,
    Optional<Path> record,
    Optional<Path> jit,
    Mode mode) {
  /// What a process is good at; the JDK's AOT cache and the compiler exclude each other.
  public enum Mode {
    /// The number of pairs decides.
    AUTO,
    /// Starts in a second or two, then takes microseconds a pair.
    QUICK,
    /// Starts in several seconds, then takes a fraction of a microsecond a pair.
    FAST
  }

  /// Tells a process that it runs to fill the caches that later ones start from.
  static final String TRAINING = "-Ddovetail.training=true";

  /// What a process holds beside its heap: code, classes, stacks and the pages of the AOT cache.
  private static final long BESIDE_HEAP_QUICK = 512L << 20;

  private static final long BESIDE_HEAP_FAST = 1L << 30;

  /// Upgrades the JDK's own stub of the compiler; the names of the jars, without their versions.
  private static final List<String> JIT_JARS =
      List.of("compiler", "truffle-compiler", "collections", "word", "nativeimage", "jniutils");

  /// From the system properties `dovetail.cache`, `dovetail.jit`, `dovetail.worker.aot`,
  /// `dovetail.worker.record`, `dovetail.worker.memory` (bytes) and `dovetail.worker.mode`, and
  /// from this process.
  public static WorkerSettings fromSystem() {
    String cache = System.getProperty("dovetail.cache");
    return new WorkerSettings(
        Path.of(System.getProperty("java.home")),
        System.getProperty("java.class.path"),
        cache == null
            ? Path.of(System.getProperty("java.io.tmpdir"), "dovetail-cache")
            : Path.of(cache),
        Long.getLong("dovetail.worker.memory", 512L << 20),
        Optional.ofNullable(System.getProperty("dovetail.worker.aot")).map(Path::of),
        Optional.ofNullable(System.getProperty("dovetail.worker.record")).map(Path::of),
        Optional.ofNullable(System.getProperty("dovetail.jit")).map(Path::of),
        Mode.valueOf(System.getProperty("dovetail.worker.mode", "AUTO")));
  }

  public WorkerSettings withMode(Mode other) {
    return new WorkerSettings(
        javaHome, classPath, cache, memoryBytes, aotCache, record, jit, other);
  }

  public WorkerSettings withMemory(long bytes) {
    return new WorkerSettings(javaHome, classPath, cache, bytes, aotCache, record, jit, mode);
  }

  /// From here on a compiler pays for its start.
  private static final long MANY_CALLS = 2_000_000;

  /// The mode of a process that will call a function so often at least.
  Mode modeFor(long calls) {
    return switch (mode) {
      case QUICK -> Mode.QUICK;
      case FAST -> canCompile() ? Mode.FAST : Mode.QUICK;
      case AUTO -> calls >= MANY_CALLS && canCompile() ? Mode.FAST : Mode.QUICK;
    };
  }

  /// Whether the compiler's jars are all there.
  boolean canCompile() {
    return jit.map(WorkerSettings::jitJars)
        .filter(jars -> jars.size() == JIT_JARS.size())
        .isPresent();
  }

  private static List<Path> jitJars(Path folder) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        List<Path> all = files.sorted().toList();
        for (String name : JIT_JARS) {
          all.stream()
              .filter(p -> p.getFileName().toString().matches(name + "-[0-9][^/]*\\.jar"))
              .findFirst()
              .ifPresent(found::add);
        }
      } catch (java.io.IOException e) {
        return List.of();
      }
    }
    return found;
  }

  /// The command line of a process that runs a main class with these flags.
  List<String> command(Mode effective, String mainClass, List<String> jvmFlags) {
    List<String> line = new ArrayList<>();
    line.add(javaHome.resolve("bin").resolve("java").toString());
    line.addAll(
        List.of(
            "-Xmx" + memoryBytes,
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "-Dpolyglot.engine.userResourceCache=" + cache.toAbsolutePath(),
            "-Dpolyglot.engine.WarnInterpreterOnly=false",
            "-Dslf4j.internal.verbosity=ERROR",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Darrow.enable_unsafe_memory_access=true",
            "-Darrow.enable_null_check_for_get=false"));
    if (effective == Mode.FAST) {
      line.add("-XX:+UnlockExperimentalVMOptions");
      line.add("-XX:+EnableJVMCI");
      line.add(
          "--upgrade-module-path="
              + String.join(
                  File.pathSeparator,
                  jitJars(jit.orElseThrow()).stream().map(Path::toString).toList()));
    } else {
      line.add("-XX:TieredStopAtLevel=1");
      aotCache
          .filter(_ -> record.isEmpty())
          .filter(Files::isReadable)
          .ifPresent(file -> line.add("-XX:AOTCache=" + file.toAbsolutePath()));
    }
    line.addAll(jvmFlags);
    line.add("-cp");
    line.add(
        classPathEntries().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    line.add(mainClass);
    return line;
  }

  /// The same command line behind walls.
  List<String> walled(Sandbox sandbox, Mode effective, String mainClass, List<String> jvmFlags) {
    List<String> flags = new ArrayList<>(List.of("-Xms32m", "-XX:+DisableAttachMechanism"));
    flags.addAll(jvmFlags);
    long beside = effective == Mode.FAST ? BESIDE_HEAP_FAST : BESIDE_HEAP_QUICK;
    return sandbox.wrap(
        command(effective, mainClass, flags), readable(effective), memoryBytes + beside);
  }

  /// Absolute, since behind walls a process starts in another folder.
  private List<Path> classPathEntries() {
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath())
        .toList();
  }

  /// What a process reads beside the JDK.
  private List<Path> readable(Mode effective) {
    List<Path> all = new ArrayList<>(classPathEntries());
    all.add(cache);
    if (effective == Mode.FAST) {
      all.addAll(jitJars(jit.orElseThrow()));
    } else {
      aotCache.ifPresent(all::add);
    }
    return all.stream().map(Path::toAbsolutePath).distinct().filter(Files::exists).toList();
  }
}
