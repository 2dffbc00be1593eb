package dev.dovetail.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A folder with a home in it, in which commands run as a process would run them, streams and exit
/// code included, only without the time that a JVM takes to start.
final class Terminal {
  final Path folder;
  final Path home;

  Terminal(Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
    System.setProperty("dovetail.python", Path.of("..", "python-sdk", "src").toString());
  }

  Ran run(String... arguments) {
    return runWith("", arguments);
  }

  /// @param typed what stands on standard input
  Ran runWith(String typed, String... arguments) {
    InputStream in = System.in;
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
      int code = Main.run(home, arguments);
      return new Ran(
          code, printed.toString(StandardCharsets.UTF_8), told.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(in);
      System.setOut(out);
      System.setErr(err);
    }
  }

  /// Writes a file of lines, in which single quotes stand for double ones; its path.
  String file(String name, String... lines) {
    return text(name, String.join("\n", lines).replace('\'', '"') + "\n");
  }

  /// Writes a file; its path.
  String text(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }

  String read(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The names of everything in the folder but the home, hidden files included.
  List<String> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !file.equals(home))
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The rows of a Space as JSON lines.
  List<String> rows(String space) {
    return run("space", "export", space, "-", "--format", "jsonl").done().lines();
  }
}
