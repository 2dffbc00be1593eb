package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.tests.snippets.Walk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the documentation tells its readers to type does what it says.
class GuideTest {
  private static final Path ROOT = Path.of("..");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/guide.md",
        "docs/tasks.md",
        "docs/cli.md",
        "docs/cxl.md",
        "docs/http-api.md",
        "examples/clicks/README.md",
        "examples/flights/README.md"
      })
  void everyBlockOfThePageRuns(String page) throws Exception {
    assertThat(Walk.through(ROOT.resolve(page), folder, ROOT))
        .as("blocks that were run or compared")
        .isPositive();
  }
}
