package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A home under test, the commands that run on it, and what it must hold.
final class Home {
  private static final Duration WORKER_PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final Deed.Folders folders;
  private final Engine engine;
  private final HomeReader reader;
  private State state = State.EMPTY;

  /// A home that is not there yet.
  ///
  /// @param folder is made, and gets the home and the outputs
  /// @param scratch for what is not Dovetail's
  Home(List<String> command, Path folder, Path scratch) throws IOException {
    this.folder = folder.resolve("home");
    this.folders =
        new Deed.Folders(
            Files.createDirectories(scratch), Files.createDirectories(folder.resolve("outputs")));
    this.engine = new Engine(command, this.folder, scratch);
    this.reader = new HomeReader(this.folder, folders.outputs());
  }

  Deed.Folders folders() {
    return folders;
  }

  State state() {
    return state;
  }

  /// Runs a command to its end: it succeeds, gives the exact answer, and leaves nothing else.
  ///
  /// @return how long it took
  Duration succeed(Deed deed) throws IOException, InterruptedException {
    deed.prepare(state);
    Engine.Ended ended = engine.run(deed.arguments());
    if (ended.code() != 0) {
      throw new Violation("it ended with code " + ended.code() + ": " + ended.errors());
    }
    settle(deed, List.of(deed.commits(state).getLast()));
    refuseLeftovers();
    return ended.took();
  }

  /// Kills a command: the home is as it was, or as one of its commits left it.
  ///
  /// @return how many of the commits had happened
  int kill(Deed deed, Duration after) throws IOException, InterruptedException {
    deed.prepare(state);
    Engine.Killed killed = engine.kill(deed.arguments(), after);
    if (killed.ended().isPresent() && killed.ended().get().code() != 0) {
      throw new Violation("before the kill it failed: " + killed.ended().get().errors());
    }
    killed.workers().forEach(Home::requireEnd);
    List<State> commits = deed.commits(state);
    List<State> possible = new ArrayList<>(commits);
    if (killed.ended().isPresent()) {
      possible = List.of(commits.getLast());
    } else {
      possible.addFirst(state);
    }
    return commits.indexOf(settle(deed, possible)) + 1;
  }

  /// Runs a command that may fail for want of room: then it says so, and has changed nothing but
  /// what an earlier one of its commits did.
  ///
  /// @param makeRoom called before the home is read
  /// @return whether there was room
  boolean tryToRun(Deed deed, SmallDisk.Step makeRoom) throws IOException, InterruptedException {
    deed.prepare(state);
    Engine.Ended ended = engine.run(deed.arguments());
    makeRoom.take();
    List<State> commits = deed.commits(state);
    if (ended.code() == 0) {
      settle(deed, List.of(commits.getLast()));
      return true;
    }
    FullDisk.requireMessage(ended);
    List<State> possible = new ArrayList<>(commits.subList(0, commits.size() - 1));
    possible.addFirst(state);
    settle(deed, possible);
    refuseLeftovers();
    return false;
  }

  /// Takes the one of the possible states that the home is in.
  private State settle(Deed deed, List<State> possible) {
    Set<String> files = deed.commits(state).getLast().seen().files().keySet();
    State.Seen seen = reader.read(files);
    state =
        possible.stream()
            .filter(one -> one.seen().equals(seen))
            .findFirst()
            .orElseThrow(
                () ->
                    new Violation(
                        "the home holds "
                            + seen
                            + "; it should hold "
                            + possible.stream()
                                .map(one -> one.seen().toString())
                                .reduce((a, b) -> a + "; or " + b)
                                .orElseThrow()));
    return state;
  }

  void refuseLeftovers() throws IOException {
    Leftovers.refuse(folder, folders.outputs(), state.seen().files().keySet());
  }

  private static void requireEnd(ProcessHandle worker) {
    try {
      worker.onExit().get(WORKER_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      worker.destroyForcibly();
      throw new Violation("a worker outlives its killed engine: process " + worker.pid());
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
