package dev.dovetail.polyglot.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParserBoundaryTest {
  @Test
  void oneClassKnowsTheParserInsideGraalPy() throws IOException {
    List<String> found;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      found =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(ParserBoundaryTest::namesTheParser)
              .map(file -> file.getFileName().toString())
              .toList();
    }
    assertThat(found).containsExactly("GraalSyntax.java");
  }

  private static boolean namesTheParser(Path file) {
    try {
      return Files.readString(file).contains("com.oracle.graal.python");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
