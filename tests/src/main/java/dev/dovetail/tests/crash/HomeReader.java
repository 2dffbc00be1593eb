package dev.dovetail.tests.crash;

import dev.dovetail.sessions.DecisionFilter;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Reads a home from outside, every row of it, and holds it against the rules that no kill may
/// break.
final class HomeReader {
  private static final int ALL = Integer.MAX_VALUE;

  private final Path home;
  private final Path outputs;
  private final Set<String> checkedSessions = new HashSet<>();

  HomeReader(Path home, Path outputs) {
    this.home = home;
    this.outputs = outputs;
  }

  /// What is there now.
  ///
  /// @param files the output files that may be there
  State.Seen read(Set<String> files) {
    try (BufferAllocator allocator = new RootAllocator();
        SpaceStore store = SpaceStore.open(home, allocator)) {
      Map<String, State.Version> spaces = new HashMap<>();
      for (SpaceVersion space : store.list()) {
        checkHistory(store.history(space.name()));
        spaces.put(space.name(), new State.Version(space.version(), content(store, space)));
      }
      checkSessions(store, allocator);
      Map<String, Content> contents = new HashMap<>();
      for (String file : files) {
        if (Files.exists(outputs.resolve(file))) {
          contents.put(file, content(outputs.resolve(file), allocator));
        }
      }
      return new State.Seen(spaces, contents);
    }
  }

  /// Reading a Space checks its segments' checksums too.
  private static Content content(SpaceStore store, SpaceVersion space) {
    Content.Builder content = new Content.Builder();
    try (Table table = store.read(space)) {
      for (int i = 0; i < table.batchCount(); i++) {
        BatchContent.add(table.batch(i), content);
      }
    }
    return content.build();
  }

  private Content content(Path file, BufferAllocator allocator) {
    Content.Builder content = new Content.Builder();
    ReadOptions options = ReadOptions.detect(home.resolve("tmp"));
    try (BatchSource source = FileReaders.open(file.toString(), options, allocator, _ -> {})) {
      while (source.next()) {
        BatchContent.add(source.batch(), content);
      }
    }
    return content.build();
  }

  private static void checkHistory(List<SpaceVersion> history) {
    for (int i = 0; i < history.size(); i++) {
      if (history.get(i).version() != i + 1) {
        throw new Violation("the history of " + history.get(i).name() + " has a gap: " + history);
      }
    }
  }

  /// A version that a run made has its session, which says so, and the other way round; and the
  /// decisions of a session are all there.
  private void checkSessions(SpaceStore store, BufferAllocator allocator) {
    Sessions sessions = new Sessions(store);
    List<SessionSummary> done =
        sessions.list(ALL).stream().filter(s -> s.outcome().equals("done")).toList();
    for (SessionSummary summary : done) {
      if (checkedSessions.add(summary.id())) {
        Session session = sessions.require(summary.id());
        checkOutput(store, session);
        checkDecisions(sessions, session, allocator);
      }
    }
    Set<String> ids = done.stream().map(SessionSummary::id).collect(Collectors.toSet());
    for (SpaceVersion space : store.list()) {
      for (SpaceVersion version : store.history(space.name())) {
        String session = version.sessionId();
        if (session != null && !ids.contains(session)) {
          throw new Violation(version.name() + " has a version of a run without a session");
        }
      }
    }
  }

  private static void checkOutput(SpaceStore store, Session session) {
    Optional<Session.Output> output = session.output();
    if (output.isPresent() && output.get() instanceof Session.SpaceOutput(var name, long version)) {
      boolean there =
          store.history(name).stream()
              .anyMatch(v -> v.version() == version && Objects.equals(v.sessionId(), session.id()));
      if (!there) {
        throw new Violation("session " + session.id() + " is done without its output " + name);
      }
    }
  }

  private static void checkDecisions(Sessions sessions, Session session, BufferAllocator memory) {
    if (!session.hasDecisions()) {
      return;
    }
    DecisionFilter all = new DecisionFilter(Optional.empty(), Optional.empty());
    long matches = 0;
    try (BatchSource decisions = sessions.decisions(session.id(), all, memory)) {
      while (decisions.next()) {
        VectorSchemaRoot batch = decisions.batch();
        matches += batch.getRowCount() - batch.getVector("space").getNullCount();
      }
    }
    if (matches != session.metrics().matches()) {
      throw new Violation(
          "session " + session.id() + " has the decisions of " + matches + " matches only");
    }
  }
}
