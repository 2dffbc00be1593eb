package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The walls themselves, without Python: what a process can do behind them that has all rights
/// there.
class SandboxTest {
  @TempDir Path folder;

  @Test
  void whatIsFoundIsSaid() {
    assertThat(Walls.FOUND.text()).containsAnyOf("bubblewrap: no network", "no sandbox: ");
    assertThat(Sandbox.NONE.text()).contains("rights of the server");
    assertThat(Sandbox.NONE.wrap(List.of("java"), List.of(), 1)).containsExactly("java");
  }

  @Test
  void aJdkThatDoesNotRunIsNoSandbox() {
    Walls.assumed();
    assertThat(Bubblewrap.detect(folder)).isInstanceOf(Sandbox.Missing.class);
    assertThat(Bubblewrap.detect(folder).text()).startsWith("no sandbox: bubblewrap does not work");
  }

  @Test
  void aProcessBehindTheWallsReachesNothing() throws Exception {
    Sandbox sandbox = Walls.assumed();
    Path canary = Files.writeString(folder.resolve("canary"), "secret");
    Path jars = Files.createDirectories(folder.resolve("jars"));
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(1);
      Map<String, String> found = probe(sandbox, canary, server.getLocalPort(), jars);
      assertThat(accepted(server)).isFalse();
      assertThat(found)
          .containsEntry("canary file", "NoSuchFileException")
          .containsEntry("/etc/passwd", "NoSuchFileException")
          .containsEntry("/etc/hostname", "NoSuchFileException")
          .containsEntry("/proc/1/environ", "NoSuchFileException")
          .containsEntry("/proc/1/cmdline", "NoSuchFileException")
          .containsEntry("/sys", "NoSuchFileException")
          .containsEntry("loopback", "ConnectException")
          .containsEntry("shell", "IOException")
          .containsEntry("write beside the jars", "FileSystemException")
          .containsEntry("write to the root", "FileSystemException")
          .containsEntry("write to /dev", "FileSystemException")
          .containsEntry("write a small temporary file", "ok")
          .containsEntry("fill the temporary folder", "IOException")
          .containsEntry("open files", "FileSystemException")
          .containsEntry("native memory", "OutOfMemoryError")
          .containsEntry("environment", "LANG,LD_LIBRARY_PATH,MALLOC_ARENA_MAX,PWD")
          .doesNotContainEntry("user", System.getProperty("user.name"));
      if (sandbox instanceof Bubblewrap b && b.limitsProcesses()) {
        assertThat(found).containsEntry("threads", "OutOfMemoryError");
      }
    }
  }

  /// The probe's control: without walls the same attempts succeed, so they do attempt something.
  @Test
  void withoutWallsItReachesThem() throws Exception {
    Path canary = Files.writeString(folder.resolve("canary"), "secret");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Map<String, String> found = probe(Sandbox.NONE, canary, server.getLocalPort(), folder);
      assertThat(found)
          .containsEntry("canary file", "ok")
          .containsEntry("loopback", "ok")
          .containsEntry("write beside the jars", "ok");
    }
  }

  private static boolean accepted(ServerSocket server) throws IOException {
    try {
      server.accept().close();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private Map<String, String> probe(Sandbox sandbox, Path canary, int port, Path jars)
      throws Exception {
    Path classes =
        Path.of(EscapeProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Xlog:disable",
                "-cp",
                classes.toString(),
                EscapeProbe.class.getName(),
                canary.toString(),
                String.valueOf(port),
                jars.toString()));
    if (sandbox instanceof Bubblewrap) {
      command.add("exhaust");
    }
    Process process =
        WorkerProcess.started(
            Judging.settings(), sandbox.wrap(command, List.of(classes, jars), 768L << 20));
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(Duration.ofSeconds(20))).isTrue();
      Map<String, String> found = new TreeMap<>();
      out.lines().forEach(l -> found.put(l.split(": ", 2)[0], l.split(": ", 2)[1]));
      assertThat(found).describedAs(out + errors).hasSize(sandbox instanceof Bubblewrap ? 18 : 14);
      return found;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theWallsFallWithTheProcessThatHoldsThem() throws Exception {
    Sandbox sandbox = Walls.assumed();
    try (HostedWorkers workers = new HostedWorkers(Judging.settings(), Hosting.behind(sandbox));
        SmallRows x = SmallRows.ids(1)) {
      Judging.verdicts(workers.forNamespace("a"), Judging.lambda("lambda x, y: True"), x, x);
      ProcessHandle outer = ProcessHandle.of(workers.processes().getFirst()).orElseThrow();
      List<ProcessHandle> inner = outer.descendants().toList();
      assertThat(inner).isNotEmpty();
      outer.destroyForcibly(); // of bubblewrap alone
      for (ProcessHandle process : inner) {
        process.onExit().orTimeout(5, TimeUnit.SECONDS).join();
      }
    }
  }
}
