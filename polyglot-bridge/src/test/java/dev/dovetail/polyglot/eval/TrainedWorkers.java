package dev.dovetail.polyglot.eval;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settings with an AOT cache, as an installed Dovetail has them, so that a test can start many
/// workers. The cache takes classes from jars only, so the module's folders become jars first.
final class TrainedWorkers {
  private static final WorkerSettings TRAINED = trained();

  private TrainedWorkers() {}

  static WorkerSettings settings(long memoryBytes) {
    return TRAINED.withMemory(memoryBytes);
  }

  private static WorkerSettings trained() {
    WorkerSettings plain = Judging.settings();
    Path folder = Path.of("target", "trained").toAbsolutePath();
    Path cache = folder.resolve("worker.aot");
    WorkerSettings jars = with(plain, jars(plain.classPath(), folder), cache, false);
    try (PythonWorkers trainee = new PythonWorkers(with(plain, jars.classPath(), cache, true));
        SmallRows x = SmallRows.ids(2)) {
      Files.deleteIfExists(cache);
      Judging.matches(
          trainee, Judging.module("f", "import re\ndef f(x, y): return x == y\n"), x, x);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jars;
  }

  private static WorkerSettings with(
      WorkerSettings from, String classPath, Path cache, boolean record) {
    return new WorkerSettings(
        from.javaHome(),
        classPath,
        from.cache(),
        512L << 20,
        Optional.of(cache),
        record ? Optional.of(cache) : Optional.empty(),
        Optional.empty(),
        WorkerSettings.Mode.QUICK);
  }

  private static String jars(String classPath, Path folder) {
    List<Path> jars = new ArrayList<>();
    try {
      Files.createDirectories(folder);
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        Path path = Path.of(entry).toAbsolutePath();
        if (Files.isDirectory(path)) {
          path = packed(path, folder.resolve("folder" + jars.size() + ".jar"));
        }
        jars.add(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Path packed(Path folder, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
