package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.tests.conformance.Conformance;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// All cases, along every axis; and once more by HTTP alone.
class ConformanceTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyCaseOfTheJoinFrontEndGivesItsAnswer(boolean served) {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    int failures =
        Conformance.run(
            List.of(Path.of("cases/conformance"), Path.of("cases/ours")),
            served,
            new PrintStream(report, true, StandardCharsets.UTF_8));
    assertThat(failures).as(report.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(report.toString(StandardCharsets.UTF_8)).containsPattern("1\\d\\d passed, 0 failed");
  }
}
