package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A few of the requests of `tests/http-fuzz`.
class HttpFuzzTest {
  @TempDir private Path folder;

  @Test
  void noRequestIsAnsweredWithAFaultOfOurs() throws Exception {
    assumeTrue(PythonPackageTest.isThere(), "no python3 with venv: no requests are made up here");
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder("tests/http-fuzz", "--examples", "3")
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = process.waitFor(20, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(said, StandardCharsets.UTF_8);
    assertThat(ended && process.exitValue() == 0).as(text).isTrue();
  }
}
