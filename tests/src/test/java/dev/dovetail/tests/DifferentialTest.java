package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.tests.differential.Differential;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

class DifferentialTest {
  private static final int PREDICATES = Integer.getInteger("differential.predicates", 1000);
  private static final long SEED = Long.getLong("seed", 1);

  @Test
  @EnabledIf("dev.dovetail.tests.differential.Differential#isPossible")
  void compiledAndGraalPyAgreeWithCPython() {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    int disagreements =
        Differential.run(
            Path.of(".."),
            PREDICATES,
            SEED,
            Optional.empty(),
            new PrintStream(report, true, StandardCharsets.UTF_8));
    assertThat(disagreements).as(report.toString(StandardCharsets.UTF_8)).isZero();
  }
}
