package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.tests.crash.Crash;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A few kills of the engine; `tests/crash` has many, and a full disk.
class CrashTest {
  private static final int KILLS = Integer.getInteger("crash.kills", 5);
  private static final long SEED = Long.getLong("seed", 1);
  private static final int ROWS = 20_000;

  @Test
  void killedAtAnyInstantEverySpaceIsOldOrNewAndTheNextRunSucceeds() throws Exception {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    int faults =
        Crash.run(
            commandLine(),
            KILLS,
            ROWS,
            SEED,
            new PrintStream(report, true, StandardCharsets.UTF_8));
    assertThat(faults).as(report.toString(StandardCharsets.UTF_8)).isZero();
  }

  @Test
  void runsOfKilledServersAreDoneOnce() throws Exception {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    int faults =
        Crash.runServers(
            commandLine(), 2, SEED, new PrintStream(report, true, StandardCharsets.UTF_8));
    assertThat(faults).as(report.toString(StandardCharsets.UTF_8)).isZero();
  }

  /// The command line in a JVM with this one's class path and flags, since there is no distribution
  /// yet.
  private static List<String> commandLine() {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(System.getProperty("jvm.flags").split(" ", -1)));
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Ddovetail.python=" + Path.of("../python-sdk/src").toAbsolutePath().normalize());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.dovetail.cli.Main"));
    return line;
  }
}
