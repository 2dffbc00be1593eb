package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.spaces.SpaceStore;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.arrow.memory.BufferAllocator;

/// The API over HTTP/1.1 and HTTP/2.
///
/// ```
/// try (DovetailServer server = DovetailServer.start(config, store, workers, allocator)) {
///   server.port();
/// }
/// ```
public final class DovetailServer implements AutoCloseable {
  private static final String REQUEST_ID = "X-Request-Id";

  /// Who asks for what needs no token.
  private static final Access.Caller NOBODY =
      new Access.Caller("", Access.DEFAULT, Scope.NONE, TokenLimits.NONE);

  /// Held here, since what is set on a logger goes with it.
  private static final Logger WEB_LOG = Logger.getLogger("io.helidon");

  static {
    WEB_LOG.setLevel(Level.SEVERE); // what the web server says of itself is not for our users
  }

  private final ServerConfig config;
  private final Namespaces namespaces;
  private final RateLimiter rates = new RateLimiter(System::nanoTime);
  private final List<Route> routes;
  private final WebServer web;
  private final ScheduledExecutorService housekeeping =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("housekeeping").factory());
  private final Observed observed;
  private final AtomicInteger answering = new AtomicInteger();
  private volatile long lastAnswerNanos = System.nanoTime();

  private DovetailServer(
      ServerConfig config,
      SpaceStore store,
      Function<String, PythonEvaluator> workers,
      BufferAllocator allocator) {
    this.config = config;
    this.observed = new Observed(config.log());
    this.namespaces = new Namespaces(store, workers, allocator, config, observed);
    observed.gauge("dovetail_runs_going_on", "Runs that wait or go on.", namespaces::goingOn);
    observed.gauge(
        "dovetail_arrow_bytes", "Bytes of rows held by the server.", allocator::getAllocatedMemory);
    this.routes = new ArrayList<>();
    routes.addAll(new HealthRoutes(config, store, observed).routes());
    routes.addAll(new SpaceRoutes(allocator).routes());
    routes.addAll(new RunRoutes(namespaces, allocator, config.ownCode()).routes());
    routes.addAll(new SessionRoutes(allocator).routes());
    routes.addAll(new FunctionRoutes(namespaces, allocator, config.ownCode()).routes());
    this.web = webServer();
  }

  /// Starts serving; returns when requests are answered.
  ///
  /// @param store stays the caller's, as do the workers
  /// @param workers evaluate the functions of a namespace
  public static DovetailServer start(
      ServerConfig config,
      SpaceStore store,
      Function<String, PythonEvaluator> workers,
      BufferAllocator allocator) {
    DovetailServer server = new DovetailServer(config, store, workers, allocator);
    server.namespaces.start();
    server.web.start();
    server.keepHouse(config.limits().kept().dividedBy(2), server::forget);
    config
        .limits()
        .abandoned()
        .ifPresent(patience -> server.keepHouse(patience.dividedBy(4), server::cancelAbandoned));
    return server;
  }

  public int port() {
    return web.port();
  }

  List<Route> routes() {
    return routes;
  }

  /// How long nothing has been asked, and nothing is running.
  public Duration idle() {
    return answering.get() > 0 || namespaces.goingOn() > 0
        ? Duration.ZERO
        : Duration.ofNanos(System.nanoTime() - lastAnswerNanos);
  }

  private WebServer webServer() {
    HttpRouting.Builder routing = HttpRouting.builder().error(Throwable.class, this::fail);
    for (Route route : routes) {
      routing.route(route.method(), route.path(), (req, res) -> answer(route, req, res));
    }
    InetAddress address = config.address();
    WebServerConfig.Builder builder =
        WebServer.builder()
            .address(address)
            .port(config.port())
            .routing(routing)
            .maxTcpConnections(config.limits().connections())
            .idleConnectionTimeout(config.limits().idleConnection())
            .connectionOptions(socket -> socket.readTimeout(config.limits().idleConnection()))
            .shutdownHook(false);
    config.tls().ifPresent(files -> builder.tls(files.tls()));
    return builder.build();
  }

  private void answer(Route route, ServerRequest request, ServerResponse response) {
    answering.incrementAndGet();
    long started = System.nanoTime();
    String id = Observed.requestId(Call.header(request, REQUEST_ID));
    response.header(REQUEST_ID, id);
    response.header("X-Content-Type-Options", "nosniff");
    Access.Caller caller = NOBODY;
    try {
      if (route.scope() != Scope.NONE) {
        caller = caller(request);
        rates.count(caller);
        if (!caller.scope().allows(route.scope())) {
          throw new Refusal(
              Status.FORBIDDEN_403,
              "the token has scope "
                  + caller.scope().word()
                  + ", and this needs "
                  + route.scope().word());
        }
      }
      route
          .action()
          .answer(
              new Call(
                  request, response, caller, namespaces.of(caller.namespace()), config.limits()));
    } catch (Exception | StackOverflowError e) {
      fail(request, response, e);
    } finally {
      lastAnswerNanos = System.nanoTime();
      answering.decrementAndGet();
      observed.answered(route, id, caller, response.status().code(), System.nanoTime() - started);
    }
  }

  private Access.Caller caller(ServerRequest request) {
    Optional<String> token =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .filter(header -> header.startsWith("Bearer "))
            .map(header -> header.substring("Bearer ".length()));
    return config
        .access()
        .caller(token)
        .orElseThrow(
            () ->
                new Refusal(
                    Status.UNAUTHORIZED_401,
                    "the request has no valid token: send Authorization: Bearer TOKEN"));
  }

  /// Answers with what went wrong. Where a part of the answer has gone out, only breaking the
  /// connection off says that it is not whole.
  private void fail(ServerRequest request, ServerResponse response, Throwable failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (response.bytesWritten() > 0 || response.isSent()) {
      throw new ServerConnectionException("the answer cannot be completed", failure);
    }
    ObjectNode problem =
        switch (failure) {
          case DovetailException e -> Problems.document(e.problem());
          case Refusal e -> Problems.document(e.status(), String.valueOf(e.getMessage()));
          case HttpException e -> Problems.document(e.status(), String.valueOf(e.getMessage()));
          default ->
              Problems.document(
                  new Problem(
                      ErrorCode.E499,
                      "the request failed for a reason of the server's own: " + failure,
                      request.path().path(),
                      "Please report it."));
        };
    if (problem.path("status").asInt() == Status.INTERNAL_SERVER_ERROR_500.code()) {
      observed.fault("request " + request.path().path(), failure);
    }
    response
        .status(Status.create(problem.path("status").asInt()))
        .header(HeaderNames.CONTENT_TYPE, Problems.MEDIA_TYPE)
        .send(problem.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Does some work again and again; what fails now may do the next time, and nobody waits for it.
  private void keepHouse(Duration every, Runnable work) {
    var _ =
        housekeeping.scheduleWithFixedDelay(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                // the next time may do
              }
            },
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void forget() {
    namespaces.forget(config.limits().kept());
  }

  private void cancelAbandoned() {
    namespaces.cancelAbandoned(Instant.now().minus(config.limits().abandoned().orElseThrow()));
  }

  /// Stops answering and what goes on, and waits a moment for it.
  @Override
  public void close() {
    housekeeping.shutdownNow();
    web.stop();
    namespaces.close();
  }
}
