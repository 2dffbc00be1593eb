package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerSettingsTest {
  @TempDir Path folder;

  private WorkerSettings settings(Mode mode, Optional<Path> record) throws IOException {
    Path jit = Files.createDirectories(folder.resolve("jit"));
    Path cache = folder.resolve("worker.aot");
    Files.writeString(cache, "");
    return new WorkerSettings(
        Path.of("jdk"),
        "a.jar",
        folder,
        256L << 20,
        Optional.of(cache),
        record,
        Optional.of(jit),
        mode);
  }

  private void addCompiler() throws IOException {
    for (String name :
        List.of("compiler", "truffle-compiler", "collections", "word", "nativeimage", "jniutils")) {
      Files.writeString(
          Files.createDirectories(folder.resolve("jit")).resolve(name + "-25.0.3.jar"), "");
    }
  }

  @Test
  void aQuickProcessUsesTheCacheAndAFastOneTheCompiler() throws IOException {
    addCompiler();
    WorkerSettings settings = settings(Mode.AUTO, Optional.empty());
    List<String> quick = settings.command(Mode.QUICK, "Main", List.of());
    List<String> fast = settings.command(Mode.FAST, "Main", List.of());
    assertThat(quick)
        .contains("-XX:TieredStopAtLevel=1", "-XX:AOTCache=" + folder.resolve("worker.aot"))
        .noneMatch(flag -> flag.startsWith("--upgrade-module-path"));
    assertThat(fast)
        .contains("-XX:+EnableJVMCI", "-Xmx268435456")
        .noneMatch(flag -> flag.startsWith("-XX:AOTCache"));
    assertThat(fast.stream().filter(f -> f.startsWith("--upgrade-module-path=")).findFirst())
        .hasValueSatisfying(
            path -> assertThat(path).contains("jit/compiler-").contains("jit/truffle-compiler-"));
  }

  @Test
  void aProcessThatRecordsACacheUsesNone() throws IOException {
    WorkerSettings settings = settings(Mode.AUTO, Optional.of(folder.resolve("new.aot")));
    assertThat(settings.command(Mode.QUICK, "Main", List.of()))
        .noneMatch(flag -> flag.startsWith("-XX:AOTCache"));
  }

  @Test
  void theNumberOfCallsChoosesTheMode() throws IOException {
    assertThat(settings(Mode.AUTO, Optional.empty()).modeFor(Long.MAX_VALUE)).isEqualTo(Mode.QUICK);
    addCompiler();
    WorkerSettings with = settings(Mode.AUTO, Optional.empty());
    assertThat(with.modeFor(1_999_999)).isEqualTo(Mode.QUICK);
    assertThat(with.modeFor(2_000_000)).isEqualTo(Mode.FAST);
    assertThat(settings(Mode.FAST, Optional.empty()).modeFor(1)).isEqualTo(Mode.FAST);
  }
}
