package dev.dovetail.cli;

import dev.dovetail.server.DovetailServer;
import dev.dovetail.server.LocalEngine;
import dev.dovetail.server.ServerConfig;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail serve`: the HTTP API, until it is interrupted.
@Command(name = "serve", description = "Serve the HTTP API.")
final class ServeCommand implements Callable<Integer> {
  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--local",
      description =
          "Be the engine of this user's programs: listen on loopback for those who know the secret in"
              + " DOVETAIL_HOME, and end when idle.")
  boolean local;

  @Option(
      names = "--idle",
      paramLabel = "TIME",
      converter = Timeout.Converter.class,
      description = "With --local: end after so long without a request (default: 10m).")
  @Nullable Timeout idle;

  @Override
  public Integer call() throws InterruptedException {
    try (Workbench bench = Workbench.open(dovetail)) {
      Optional<LocalEngine> claimed = LocalEngine.claim(dovetail.home, Dovetail.VERSION);
      if (claimed.isPresent()) {
        serve(bench, claimed.get());
      } else {
        ready();
      }
      return 0;
    }
  }

  private void serve(Workbench bench, LocalEngine engine) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Duration longest = idle == null ? Duration.ofMinutes(10) : idle.duration();
    ServerConfig config = ServerConfig.local(engine.secret(), bench.settings(), Dovetail.VERSION);
    try (engine;
        var _ = bench.control().onStop(stopped::countDown);
        DovetailServer server =
            DovetailServer.start(config, bench.store(), bench.workers(), bench.allocator())) {
      engine.announce(server.port());
      ready();
      while (!stopped.await(1, TimeUnit.SECONDS)) {
        if (server.idle().compareTo(longest) > 0) {
          return;
        }
      }
    }
  }

  /// Tells whoever started this process that requests are answered.
  private void ready() {
    PrintWriter out = spec.commandLine().getOut();
    out.println("ready");
    out.flush();
  }
}
