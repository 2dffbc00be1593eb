package dev.dovetail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorPagesTest {
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasAPageUnderItsTitleThatSaysItsExitCode(ErrorCode code) {
    assertThat(ErrorPages.page(code.name()))
        .startsWith("# " + code + ": " + code.title() + "\n")
        .contains("What to do.")
        .contains("Exit code " + code.blame().exitCode() + ".");
  }

  @Test
  void everyPageBelongsToACode() throws Exception {
    List<String> codes = Arrays.stream(ErrorCode.values()).map(c -> c + ".md").toList();
    try (var pages = Files.list(Path.of("../docs/errors"))) {
      assertThat(pages.map(page -> page.getFileName().toString()).sorted().toList())
          .isEqualTo(codes);
    }
  }

  @Test
  void anUnknownCodeIsRefusedWithTheWayToTheList() {
    assertThatThrownBy(() -> ErrorPages.page("E999"))
        .isInstanceOf(DovetailException.class)
        .hasMessageContaining("E999")
        .hasMessageContaining("--list");
  }
}
