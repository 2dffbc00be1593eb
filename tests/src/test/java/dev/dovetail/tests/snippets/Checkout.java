package dev.dovetail.tests.snippets;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A folder that looks to its blocks like a checkout: `./dovetail` and `dovetail` run the classes
/// under test, and `examples` is there. Nothing has to be built for it.
final class Checkout {
  private final Path folder;
  private final Path printed;

  Checkout(Path folder, Path root) throws IOException {
    this.folder = folder;
    this.printed = folder.resolve(".printed");
    copy(root.resolve("examples"), folder.resolve("examples"));
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The flags of this JVM, without the agent that measures what the tests cover.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-javaagent"))
        .forEach(java::add);
    java.add("-XX:TieredStopAtLevel=1");
    java.add("-Ddovetail.python=" + root.resolve("python-sdk/src").toRealPath());
    java.add("-cp");
    java.add(System.getProperty("java.class.path"));
    java.add("dev.dovetail.cli.Main");
    String script = "#!/bin/sh\nexec '" + String.join("' '", java) + "' \"$@\"\n";
    Files.writeString(folder.resolve("dovetail"), script);
    Files.setPosixFilePermissions(
        folder.resolve("dovetail"), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }

  /// Whether a program is on the PATH.
  static boolean has(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /// What a command has printed, and how it ended.
  record Ending(int code, String out, String all) {}

  /// Runs a text as a shell does that stops at the first command which fails.
  Ending shell(String text) throws IOException, InterruptedException {
    return run(List.of("sh", "-e", "-c", text));
  }

  Ending dovetail(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("./dovetail"));
    line.addAll(List.of(arguments));
    return run(line);
  }

  private Ending run(List<String> line) throws IOException, InterruptedException {
    Path errors = folder.resolve(".errors");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("DOVETAIL_HOME", folder.resolve("home").toString());
    builder.environment().merge("PATH", folder.toString(), (path, here) -> here + ":" + path);
    int code = builder.start().waitFor();
    String out = Files.readString(printed);
    return new Ending(code, out, out + Files.readString(errors));
  }
}
