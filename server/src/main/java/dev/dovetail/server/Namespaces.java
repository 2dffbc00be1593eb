package dev.dovetail.server;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;

/// The namespaces of a server, each opened when it is first asked for. That of the name `default`
/// is the server's home itself; each other one has a home of its own below `namespaces/`, so that
/// no name and no path of one leads into another.
///
/// Runs of all of them take turns on the same threads, which are the platform's: the engine
/// computes and waits for processes, and a virtual thread must not be pinned by that.
final class Namespaces implements AutoCloseable {
  private static final Pattern LEGAL = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  private final SpaceStore root;
  private final Function<String, PythonEvaluator> workers;
  private final BufferAllocator allocator;
  private final ServerConfig config;
  private final Consumer<Run.Status> ended;
  private final ExecutorService threads;
  private final Map<String, Namespace> open = new HashMap<>();

  /// @param root the store of `default`, which stays the caller's
  /// @param workers evaluate the functions of a namespace
  /// @param ended told of the end of every run
  Namespaces(
      SpaceStore root,
      Function<String, PythonEvaluator> workers,
      BufferAllocator allocator,
      ServerConfig config,
      Consumer<Run.Status> ended) {
    this.root = root;
    this.workers = workers;
    this.allocator = allocator;
    this.config = config;
    this.ended = ended;
    this.threads =
        Executors.newFixedThreadPool(
            config.limits().concurrentRuns(), Thread.ofPlatform().name("run-", 0).factory());
  }

  static void requireLegal(String name) {
    if (!LEGAL.matcher(name).matches()) {
      throw new DovetailException(
          ErrorCode.E214,
          "'" + name + "' cannot be the name of a namespace",
          "",
          "Use lower-case letters, digits and '-', at most 63, and begin with a letter or digit.");
    }
  }

  SpaceStore root() {
    return root;
  }

  synchronized Namespace of(String name) {
    requireLegal(name);
    return open.computeIfAbsent(name, this::open);
  }

  private Namespace open(String name) {
    SpaceStore store =
        name.equals(Access.DEFAULT)
            ? root
            : SpaceStore.open(root.home().resolve("namespaces").resolve(name), allocator);
    return new Namespace(
        name,
        store,
        new Sessions(store),
        new Runs(store, workers.apply(name), allocator, config.settings(), threads, ended),
        new Functions(store.home()));
  }

  /// How many runs wait or go on.
  synchronized long goingOn() {
    return open.values().stream().mapToLong(namespace -> namespace.runs().goingOn()).sum();
  }

  /// Forgets what ended long ago, with its rows.
  void forget(Instant before) {
    all().forEach(namespace -> namespace.runs().forget(before));
  }

  /// Cancels what nobody has looked at since a time.
  void cancelAbandoned(Instant since) {
    all().forEach(namespace -> namespace.runs().cancelAbandoned(since));
  }

  private synchronized List<Namespace> all() {
    return new ArrayList<>(open.values());
  }

  /// Cancels what goes on and waits a moment for it.
  @Override
  public synchronized void close() {
    open.values().forEach(namespace -> namespace.runs().cancelAll());
    threads.shutdown();
    try {
      boolean _ = threads.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.values().stream()
        .filter(namespace -> !namespace.name().equals(Access.DEFAULT))
        .forEach(namespace -> namespace.store().close());
    open.clear();
  }
}
