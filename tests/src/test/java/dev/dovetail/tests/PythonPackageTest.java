package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bin/check-python`: the package's own tests on CPython, against an engine that is built here.
class PythonPackageTest {
  private static final Path ROOT = Path.of("..");

  @TempDir private Path folder;

  @Test
  void thePackageKeepsItsRulesAndItsTestsPass() throws Exception {
    assumeTrue(isThere(), "no python3 with venv: the Python package is not tested here");
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder("bin/check-python")
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = process.waitFor(40, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(said, StandardCharsets.UTF_8);
    assertThat(ended && process.exitValue() == 0).as(text).isTrue();
  }

  static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import venv, ensurepip").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
