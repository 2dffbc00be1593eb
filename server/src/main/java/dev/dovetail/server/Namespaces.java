package dev.dovetail.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.PythonEvaluator;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.SpaceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;

/// The namespaces of a server, each opened when it is first asked for. That of the name `default`
/// is the server's home itself; each other one has a home of its own below `namespaces/`, so that
/// no name and no path of one leads into another.
///
/// Runs of all of them take turns.
final class Namespaces implements AutoCloseable {
  private static final Pattern LEGAL = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  /// The name of this server in queues, which no other one has had.
  private final String server = ProcessHandle.current().pid() + "-" + UUID.randomUUID();

  private final SpaceStore root;
  private final Function<String, PythonEvaluator> workers;
  private final BufferAllocator allocator;
  private final ServerConfig config;
  private final Observed observed;
  private final Dispatcher dispatcher;
  private final Map<String, Namespace> open = new HashMap<>();

  /// @param root the store of `default`, which stays the caller's
  /// @param workers evaluate the functions of a namespace
  Namespaces(
      SpaceStore root,
      Function<String, PythonEvaluator> workers,
      BufferAllocator allocator,
      ServerConfig config,
      Observed observed) {
    this.root = root;
    this.workers = workers;
    this.allocator = allocator;
    this.config = config;
    this.observed = observed;
    this.dispatcher = new Dispatcher(this::runs, config.limits().concurrentRuns());
  }

  /// Begins to run what waits, in the namespaces that there are.
  void start() {
    of(Access.DEFAULT);
    stored().forEach(this::of);
    dispatcher.start();
  }

  /// The names of those that have a home.
  private List<String> stored() {
    Path folder = root.home().resolve("namespaces");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(folder)) {
      return homes
          .map(home -> home.getFileName().toString())
          .filter(LEGAL.asMatchPredicate())
          .toList();
    } catch (IOException e) {
      throw new DovetailException(
          new Problem(
              ErrorCode.E201,
              "the namespaces cannot be listed: " + e.getMessage(),
              folder.toString(),
              "Check the folder's rights."),
          e);
    }
  }

  static void requireLegal(String name) {
    if (!LEGAL.matcher(name).matches()) {
      throw new DovetailException(
          ErrorCode.E214,
          "'" + name + "' cannot be the name of a namespace",
          "",
          "Use lower-case letters, digits and '-', at most 40, and begin with a letter or digit.");
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
    SpaceStore store = name.equals(Access.DEFAULT) ? root : root.namespace(name);
    Functions functions = new Functions(store.home());
    Runs runs =
        new Runs(name, store, functions, workers.apply(name), allocator, config, server, observed);
    return new Namespace(name, store, new Sessions(store), runs, functions);
  }

  /// Takes a request in, and sees to it that its run begins.
  Runs.Submitted submit(
      Namespace namespace, ObjectNode json, Access.Caller caller, Optional<String> key) {
    Runs.Submitted submitted = namespace.runs().submit(json, caller, key);
    submitted.work().ifPresentOrElse(dispatcher::execute, dispatcher::wake);
    return submitted;
  }

  /// How many runs wait or go on.
  synchronized long goingOn() {
    return open.values().stream().mapToLong(namespace -> namespace.runs().goingOn()).sum();
  }

  /// Forgets what ended long ago, with its rows.
  void forget(Duration age) {
    runs().forEach(runs -> runs.forget(age));
  }

  /// Cancels what nobody has looked at since a time.
  void cancelAbandoned(Instant since) {
    runs().forEach(runs -> runs.cancelAbandoned(since));
  }

  private synchronized List<Runs> runs() {
    return open.values().stream().map(Namespace::runs).toList();
  }

  /// Stops what goes on and waits a moment for it.
  @Override
  public void close() {
    dispatcher.close();
    synchronized (this) {
      open.values().stream()
          .filter(namespace -> !namespace.name().equals(Access.DEFAULT))
          .forEach(namespace -> namespace.store().close());
      open.clear();
    }
  }
}
