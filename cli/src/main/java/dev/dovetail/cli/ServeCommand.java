package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.HostedWorkers;
import dev.dovetail.polyglot.eval.Hosting;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.polyglot.eval.Sandbox;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.server.Access;
import dev.dovetail.server.DovetailServer;
import dev.dovetail.server.LocalEngine;
import dev.dovetail.server.ServerConfig;
import dev.dovetail.server.TlsFiles;
import dev.dovetail.server.Tokens;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Where to listen (default: 127.0.0.1).")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port (default: 8470; 0 for any that is free).")
  int port = 8470;

  @Option(
      names = "--no-auth",
      description = "Ask for no token; only on loopback. Everybody on this machine is an admin.")
  boolean noAuth;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key, PEM; with --tls-certificates.")
  @Nullable Path tlsKey;

  @Option(
      names = "--tls-certificates",
      paramLabel = "FILE",
      description = "The certificate and those above it, PEM.")
  @Nullable Path tlsCertificates;

  @Option(
      names = "--allow-unsandboxed",
      description = "Serve although nothing surrounds the Python of others.")
  boolean allowUnsandboxed;

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
      if (!local) {
        serveOthers(bench);
        return 0;
      }
      Optional<LocalEngine> claimed = LocalEngine.claim(dovetail.home, Dovetail.VERSION);
      if (claimed.isEmpty()) {
        print("ready");
        return 0;
      }
      try (LocalEngine engine = claimed.get()) {
        serve(
            bench,
            ServerConfig.local(engine.secret(), bench.settings(), Dovetail.VERSION),
            _ -> bench.workers(),
            idle == null ? Duration.ofMinutes(10) : idle.duration(),
            engine::announce);
      }
      return 0;
    }
  }

  private void serveOthers(Workbench bench) throws InterruptedException {
    Sandbox.Detection walls = Sandbox.detect();
    Sandbox sandbox = walls instanceof Sandbox.Found(Sandbox found) ? found : Sandbox.NONE;
    if (sandbox instanceof Sandbox.None && !allowUnsandboxed) {
      throw illegal(
          "nothing would surround the Python of other people, as there is " + walls.text(),
          "Install bubblewrap (docs/sandbox.md), or say --allow-unsandboxed if you trust them all.");
    }
    ServerConfig config = hosted(bench, walls.text());
    try (HostedWorkers workers =
        new HostedWorkers(WorkerSettings.fromSystem(), Hosting.behind(sandbox))) {
      serve(bench, config, workers::forNamespace, Duration.ofNanos(Long.MAX_VALUE), _ -> {});
    }
  }

  private ServerConfig hosted(Workbench bench, String sandbox) {
    if ((tlsKey == null) != (tlsCertificates == null)) {
      throw illegal("--tls-key and --tls-certificates go together", "Give both, or neither.");
    }
    InetAddress address = address();
    if (noAuth && !address.isLoopbackAddress()) {
      throw illegal(
          "--no-auth would open " + host + " to everybody who reaches it",
          "Listen on 127.0.0.1, or make tokens: dovetail tokens add.");
    }
    Optional<TlsFiles> tls =
        tlsKey == null || tlsCertificates == null
            ? Optional.empty()
            : Optional.of(new TlsFiles(tlsKey, tlsCertificates));
    return ServerConfig.hosted(
        address,
        port,
        noAuth ? Access.open() : new Tokens(bench.store().home()),
        tls,
        bench.settings(),
        Dovetail.VERSION,
        sandbox,
        System.err);
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw illegal("'" + host + "' is no address of this machine", "Give one, such as 0.0.0.0.");
    }
  }

  private static DovetailException illegal(String what, String remedy) {
    return new DovetailException(ErrorCode.E101, what, "", remedy);
  }

  private interface Listening {
    void on(int port);
  }

  private void serve(
      Workbench bench,
      ServerConfig config,
      Function<String, PythonEvaluator> workers,
      Duration longestIdle,
      Listening told)
      throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    try (var _ = bench.control().onStop(stopped::countDown);
        DovetailServer server =
            DovetailServer.start(config, bench.store(), workers, bench.allocator())) {
      told.on(server.port());
      print(local ? "ready" : "Serving on " + config.url(server.port()) + " - Ctrl-C ends it.");
      while (!stopped.await(1, TimeUnit.SECONDS)) {
        if (server.idle().compareTo(longestIdle) > 0) {
          return;
        }
      }
    }
  }

  /// Tells whoever started this process that requests are answered.
  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
