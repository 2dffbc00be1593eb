package dev.dovetail.sessions.queue;

import dev.dovetail.sessions.Histogram;
import dev.dovetail.sessions.Metrics;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.Types;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// A server of tests, in a thread or in a process of its own. A run's request is the name of a
/// Space, in JSON, to which the run appends one row.
final class Server implements AutoCloseable {
  static final Schema SCHEMA = Types.schema(Map.of("n", "int64"));

  final BufferAllocator allocator = new RootAllocator();
  final SpaceStore store;
  final RunQueue queue;

  Server(Path home, Optional<String> catalogUrl, String name, Duration lease, int mostLost) {
    store =
        catalogUrl
            .map(url -> SpaceStore.open(home, url, allocator))
            .orElseGet(() -> SpaceStore.open(home, allocator));
    queue = new RunQueue(store, name, lease, mostLost);
  }

  /// Runs what was taken, up to the commit, and commits.
  void work(RunLease lease) {
    try (Commit commit = stage(lease)) {
      commit.commit();
    }
  }

  /// The whole of a run but its commit.
  Commit stage(RunLease lease) {
    Sessions sessions = sessions(lease);
    Instant start = Instant.now();
    String id = sessions.newId(start);
    String space = lease.run().request().replace("\"", "");
    Commit commit = store.begin();
    try (BatchSink sink = commit.put(space, SCHEMA, List.of(), PutMode.APPEND, false, "join", id);
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
      batch.allocateNew();
      ((BigIntVector) batch.getVector(0)).setSafe(0, lease.run().attempts());
      batch.setRowCount(1);
      sink.write(batch);
      sink.finish();
    }
    Session.Output output = new Session.SpaceOutput(space, 0);
    commit.alongside(
        sessions.recording(session(id, start, new Session.Done(), Optional.of(output))));
    return commit;
  }

  /// The sessions for the attempt: the one that is recorded ends the run.
  Sessions sessions(RunLease lease) {
    return new Sessions(store)
        .ofAttempt(
            lease.sessionId(),
            (session, problem) ->
                queue.finishing(
                    lease,
                    problem.isPresent()
                        ? new RunEnd.Failed(problem.get())
                        : new RunEnd.Done("{\"session\":\"" + session.id() + "\"}")));
  }

  static Session session(
      String id, Instant start, Session.Outcome outcome, Optional<Session.Output> output) {
    return new Session(
        id,
        "test",
        "join",
        "{}",
        Optional.empty(),
        "{}",
        List.of(),
        output,
        "{}",
        outcome,
        start,
        Instant.now(),
        new Metrics(
            List.of(),
            BigInteger.ZERO,
            List.of(),
            0,
            0,
            0,
            1,
            Histogram.EMPTY,
            Histogram.EMPTY,
            List.of(),
            0),
        false);
  }

  @Override
  public void close() {
    store.close();
    allocator.close();
  }

  /// A process: takes runs until it is killed or there are none, and says what it does.
  ///
  /// @param arguments home, URL of the catalog or an empty text, name, milliseconds of the lease,
  ///   and `hold` to stop before the first commit
  public static void main(String[] arguments) throws Exception {
    Optional<String> url = Optional.of(arguments[1]).filter(text -> !text.isEmpty());
    Duration lease = Duration.ofMillis(Long.parseLong(arguments[3]));
    try (Server server = new Server(Path.of(arguments[0]), url, arguments[2], lease, 1000)) {
      System.out.println("ready");
      for (RunLease taken = server.next(); taken != null; taken = server.next()) {
        try (Commit commit = server.stage(taken)) {
          System.out.println("staged " + taken.run().id());
          if (arguments[4].equals("hold")) {
            System.in.read();
          }
          commit.commit();
          System.out.println("done " + taken.run().id());
        }
      }
    }
  }

  private RunLease next() {
    return queue.take().orElse(null);
  }
}
