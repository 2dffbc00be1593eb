package dev.dovetail.sessions.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.SessionSummary;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.Commit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(CatalogKind.class)
class RunQueueTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path home;
  @Parameter CatalogKind kind;
  private Optional<String> url = Optional.empty();
  private final List<Server> servers = new ArrayList<>();
  private Server one;
  private Server two;

  @BeforeEach
  void start() {
    url = kind.newCatalog();
    one = server("one", LONG);
    two = server("two", LONG);
  }

  private Server server(String name, Duration lease) {
    return server(name, lease, 3);
  }

  private Server server(String name, Duration lease, int mostLost) {
    Server server = new Server(home, url, name, lease, mostLost);
    servers.add(server);
    return server;
  }

  @AfterEach
  void stop() {
    servers.forEach(Server::close);
  }

  private static RunRequest request(String space) {
    return new RunRequest("team", "token-1", "\"" + space + "\"", Optional.empty());
  }

  private static RunRequest request(String space, String key) {
    return new RunRequest("team", "token-1", "\"" + space + "\"", Optional.of(key));
  }

  private Run submit(String space) {
    return submit(one, request(space)).run();
  }

  private static RunQueue.Submission submit(Server server, RunRequest request) {
    return server.queue.submit(request, Integer.MAX_VALUE).orElseThrow();
  }

  private Run find(Run run) {
    return two.queue.find("team", run.id()).orElseThrow();
  }

  @Test
  void anEmptyQueueHasNothingAndMakesNothing() {
    assertThat(one.queue.take()).isEmpty();
    assertThat(one.queue.list("team", Optional.empty(), Optional.empty(), 10)).isEmpty();
    assertThat(one.queue.find("team", "20261130-101530-a1b2c3")).isEmpty();
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aSubmittedRunIsThereForAllServersOfItsNamespace() {
    Run run = submit("out");
    assertThat(run.state()).isEqualTo(RunState.QUEUED);
    assertThat(run.request()).isEqualTo("\"out\"");
    assertThat(run.tokenId()).isEqualTo("token-1");
    assertThat(run.attempts()).isZero();
    assertThat(run.submittedAt())
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    assertThat(find(run)).isEqualTo(run);
    assertThat(two.queue.find("others", run.id())).isEmpty();
    assertThat(two.queue.cancel("others", run.id())).isEmpty();
    assertThat(find(run).state()).isEqualTo(RunState.QUEUED);
  }

  @Test
  void theSameRequestWithTheSameKeyIsTheSameRun() {
    RunQueue.Submission first = submit(one, request("out", "k-1"));
    RunQueue.Submission again = submit(two, request("out", "k-1"));
    assertThat(first.isNew()).isTrue();
    assertThat(again.isNew()).isFalse();
    assertThat(again.run()).isEqualTo(first.run());
    one.work(one.queue.take().orElseThrow());
    assertThat(submit(two, request("out", "k-1")).run().state()).isEqualTo(RunState.DONE);
    assertThatThrownBy(() -> submit(two, request("other", "k-1")))
        .hasMessageContainingAll("E408", "k-1", first.run().id());
    RunRequest elsewhere = new RunRequest("others", "token-2", "\"other\"", Optional.of("k-1"));
    assertThat(submit(two, elsewhere).isNew()).isTrue();
    assertThat(submit(one, request("out")).isNew()).isTrue();
    assertThat(submit(one, request("out")).isNew()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "ä", "a\n", "\0"})
  void aKeyThatIsNotLegalIsRefused(String key) {
    assertThatThrownBy(() -> request("out", key)).hasMessageContaining("E101");
  }

  @Test
  void oneRequestThatIsSentByManyAtOnceIsOneRun() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<RunQueue.Submission>> senders = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        Server server = i % 2 == 0 ? one : two;
        senders.add(() -> submit(server, request("out", "same")));
      }
      Set<String> ids = new HashSet<>();
      int fresh = 0;
      for (Future<RunQueue.Submission> sent : threads.invokeAll(senders)) {
        ids.add(sent.get().run().id());
        fresh += sent.get().isNew() ? 1 : 0;
      }
      assertThat(ids).hasSize(1);
      assertThat(fresh).isEqualTo(1);
    }
  }

  @Test
  void runsAreTakenInTheOrderOfTheirSubmissionAndByOneServer() {
    Run first = submit("a");
    Run second = submit("b");
    RunLease ofOne = one.queue.take().orElseThrow();
    RunLease ofTwo = two.queue.take().orElseThrow();
    assertThat(ofOne.run().id()).isEqualTo(first.id());
    assertThat(ofTwo.run().id()).isEqualTo(second.id());
    assertThat(ofOne.run().state()).isEqualTo(RunState.RUNNING);
    assertThat(ofOne.run().owner()).contains("one");
    assertThat(ofOne.run().attempts()).isEqualTo(1);
    assertThat(ofOne.run().leaseUntil().orElseThrow()).isAfter(Instant.now().plusSeconds(60));
    assertThat(one.queue.take()).isEmpty();
  }

  @Test
  void onPostgresqlNobodyWaitsForWhoeverIsTakingARun() throws Exception {
    assumeTrue(kind == CatalogKind.POSTGRESQL, "on SQLite one transaction writes at a time");
    Run first = submit("a");
    Run second = submit("b");
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> holding =
          thread.submit(
              () ->
                  one.store.transact(
                      catalog -> {
                        RunRow.update(
                            catalog, "UPDATE run SET attempts = 0 WHERE id = ?", first.id());
                        locked.countDown();
                        try {
                          release.await();
                        } catch (InterruptedException failure) {
                          throw new IllegalStateException(failure);
                        }
                      }));
      try {
        locked.await();
        assertThat(two.queue.take().orElseThrow().run().id()).isEqualTo(second.id());
        assertThat(two.queue.take()).isEmpty();
      } finally {
        release.countDown();
      }
      holding.get();
    }
    assertThat(two.queue.take().orElseThrow().run().id()).isEqualTo(first.id());
  }

  @Test
  void aRunEndsWithItsOutputAndItsSession() {
    Run run = submit("out");
    one.work(one.queue.take().orElseThrow());
    assertThat(find(run).state()).isEqualTo(RunState.DONE);
    assertThat(find(run).result()).contains("{\"session\":\"" + run.id() + "\"}");
    assertThat(find(run).leaseUntil()).isEmpty();
    assertThat(find(run).owner()).contains("one");
    assertThat(new Sessions(two.store).require(run.id()).output())
        .contains(new Session.SpaceOutput("out", 1));
    assertThat(two.queue.take()).isEmpty();
  }

  @Test
  void aRunThatFailsHasItsErrorAndItsSession() {
    Run run = submit("out");
    RunLease lease = one.queue.take().orElseThrow();
    Session.Failed failed = new Session.Failed("E120", "E120: f raised.", "line 1\n");
    Problem why = new Problem(ErrorCode.E120, "f raised", "here", "Mend it.", "line 1\n");
    Session session = Server.session(lease.sessionId(), Instant.now(), failed, Optional.empty());
    one.store.transact(one.sessions(lease).recording(session, why));
    assertThat(find(run).state()).isEqualTo(RunState.FAILED);
    assertThat(find(run).problem()).contains(why);
    assertThat(new Sessions(two.store).require(run.id()).outcome()).isEqualTo(failed);
  }

  @Test
  void whatFailsToCommitLeavesTheRunRunning() {
    Run run = submit("out");
    RunLease lease = one.queue.take().orElseThrow();
    try (Commit commit = one.stage(lease)) {
      commit.alongside(
          _ -> {
            throw new IllegalStateException("on purpose");
          });
      assertThatThrownBy(commit::commit).hasMessage("on purpose");
    }
    assertThat(find(run).state()).isEqualTo(RunState.RUNNING);
    assertThat(two.store.list()).isEmpty();
    one.work(lease);
    assertThat(find(run).state()).isEqualTo(RunState.DONE);
  }

  @Test
  void aServerThatWasSilentForTooLongLosesItsRunAndPublishesNothing() {
    Server slow = server("slow", Duration.ZERO);
    Run run = submit("out");
    RunLease lost = slow.queue.take().orElseThrow();
    RunLease taken = two.queue.take().orElseThrow();
    assertThat(taken.run().id()).isEqualTo(run.id());
    assertThat(taken.run().attempts()).isEqualTo(2);
    assertThat(one.queue.take()).isEmpty();
    assertThat(slow.queue.heartbeat(lost)).isFalse();
    assertThat(two.queue.heartbeat(taken)).isTrue();
    slow.queue.giveBack(lost);
    assertThatThrownBy(() -> slow.work(lost)).hasMessageContainingAll("E409", run.id());
    assertThat(one.store.list()).isEmpty();
    two.work(taken);
    assertThatThrownBy(() -> slow.work(lost)).hasMessageContaining("E409");
    assertThat(one.store.require("out").version()).isEqualTo(1);
    assertThat(new Sessions(one.store).list(10))
        .extracting(SessionSummary::id)
        .containsExactly(run.id() + "-2");
    assertThat(new Sessions(one.store).require(run.id()).id()).isEqualTo(run.id() + "-2");
    assertThat(find(run).result()).contains("{\"session\":\"" + run.id() + "-2\"}");
  }

  @Test
  void anEarlierLeaseOfTheSameServerIsNotTheLaterOne() {
    Server slow = server("slow", Duration.ZERO);
    submit("out");
    RunLease first = slow.queue.take().orElseThrow();
    RunLease second = slow.queue.take().orElseThrow();
    assertThatThrownBy(() -> slow.work(first)).hasMessageContaining("E409");
    slow.work(second);
    assertThat(one.store.require("out").version()).isEqualTo(1);
  }

  @Test
  void aLeaseThatHasPassedIsGoodWhileNobodyElseHasTakenTheRun() {
    Server slow = server("slow", Duration.ZERO);
    Run run = submit("out");
    slow.work(slow.queue.take().orElseThrow());
    assertThat(find(run).state()).isEqualTo(RunState.DONE);
  }

  @Test
  void heartbeatsKeepARunForLongerThanItsLease() {
    Server server = server("three", Duration.ofSeconds(2));
    submit("out");
    RunLease lease = server.queue.take().orElseThrow();
    Instant until = lease.run().leaseUntil().orElseThrow();
    while (Instant.now().isBefore(until.plusSeconds(1))) {
      assertThat(server.queue.heartbeat(lease)).isTrue();
      assertThat(two.queue.take()).isEmpty();
      LockSupport.parkNanos(50_000_000);
    }
    server.work(lease);
  }

  @Test
  void aRunThatEndsItsServersFailsAtLast() {
    Server slow = server("slow", Duration.ZERO);
    Run run = submit("out");
    for (int i = 0; i < 3; i++) {
      assertThat(slow.queue.take()).isPresent();
    }
    Run next = submit("other");
    assertThat(slow.queue.take().orElseThrow().run().id()).isEqualTo(next.id());
    assertThat(find(run).state()).isEqualTo(RunState.FAILED);
    assertThat(find(run).problem().orElseThrow().code()).isEqualTo(ErrorCode.E410);
    assertThat(find(run).lost()).isEqualTo(3);
  }

  @Test
  void aRunThatIsGivenBackIsTakenByTheNextServer() {
    Run run = submit("out");
    for (int i = 0; i < 10; i++) {
      RunLease lease = one.queue.take().orElseThrow();
      one.queue.giveBack(lease);
      assertThatThrownBy(() -> one.work(lease)).hasMessageContaining("E409");
    }
    assertThat(find(run).state()).isEqualTo(RunState.QUEUED);
    two.work(two.queue.take().orElseThrow());
    assertThat(find(run).state()).isEqualTo(RunState.DONE);
  }

  @Test
  void aCancelledRunPublishesNothing() {
    Run waiting = submit("a");
    assertThat(two.queue.cancel("team", waiting.id()).orElseThrow().state())
        .isEqualTo(RunState.CANCELLED);
    assertThat(one.queue.take()).isEmpty();

    Run running = submit("b");
    RunLease lease = one.queue.take().orElseThrow();
    two.queue.cancel("team", running.id());
    assertThat(one.queue.heartbeat(lease)).isFalse();
    assertThatThrownBy(() -> one.work(lease)).hasMessageContaining("E409");
    assertThat(one.store.list()).isEmpty();

    Run done = submit("c");
    one.work(one.queue.take().orElseThrow());
    assertThat(two.queue.cancel("team", done.id()).orElseThrow().state()).isEqualTo(RunState.DONE);
  }

  @Test
  void aServerMayStillTellThatItWasStopped() {
    Problem why = new Problem(ErrorCode.E402, "the run was cancelled", "", "");
    Run asked = submit("a");
    one.queue.finish(one.queue.take().orElseThrow(), new RunEnd.Cancelled(why));
    assertThat(find(asked).state()).isEqualTo(RunState.CANCELLED);
    assertThat(find(asked).problem()).contains(why);

    Run elsewhere = submit("b");
    RunLease lease = one.queue.take().orElseThrow();
    two.queue.cancel("team", elsewhere.id());
    assertThatThrownBy(() -> one.queue.finish(lease, new RunEnd.Failed(why)))
        .hasMessageContaining("E409");
    one.queue.finish(lease, new RunEnd.Cancelled(why));
    assertThat(find(elsewhere).problem()).contains(why);
  }

  @Test
  void whatARunHasDoneIsThereForTheServerThatTakesItNext() {
    Server slow = server("slow", Duration.ZERO);
    Run run = submit("a");
    RunLease lost = slow.queue.take().orElseThrow();
    slow.store.transact(slow.queue.advancing(lost, "[1]"));
    RunLease taken = one.queue.take().orElseThrow();
    assertThat(taken.run().result()).contains("[1]");
    assertThatThrownBy(() -> slow.store.transact(slow.queue.advancing(lost, "[1, 2]")))
        .hasMessageContaining("E409");
    one.queue.finish(taken, new RunEnd.Failed(new Problem(ErrorCode.E120, "f raised", "", "")));
    assertThat(find(run).result()).contains("[1]");
  }

  @Test
  void aTokenHasOnlySoManyRunsAtATime() {
    Run first = submit("a");
    assertThat(one.queue.submit(request("b", "key"), 1)).isEmpty();
    assertThat(one.queue.submit(new RunRequest("team", "token-2", "2", Optional.empty()), 1))
        .isPresent();
    two.queue.cancel("team", first.id());
    assertThat(one.queue.submit(request("b", "key"), 1).orElseThrow().isNew()).isTrue();
    assertThat(one.queue.submit(request("b", "key"), 1).orElseThrow().isNew()).isFalse();
  }

  @Test
  void aRunThatIsTakenWithItsSubmissionIsNobodyElses() {
    Run run = one.queue.submitTaken(request("a", "key"), 9).orElseThrow().run();
    assertThat(run.state()).isEqualTo(RunState.RUNNING);
    assertThat(two.queue.take()).isEmpty();
    assertThat(one.queue.heartbeat(new RunLease(run))).isTrue();
    assertThat(one.queue.submitTaken(request("a", "key"), 9).orElseThrow().isNew()).isFalse();
    one.work(new RunLease(run));
    assertThat(find(run).state()).isEqualTo(RunState.DONE);
  }

  @Test
  void runsAreListedByPagesTheLatestFirst() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.addFirst(submit("s" + i).id());
    }
    submit(one, new RunRequest("others", "t", "{}", Optional.empty()));
    one.work(one.queue.take().orElseThrow());
    List<Run> page = two.queue.list("team", Optional.empty(), Optional.empty(), 3);
    assertThat(page).extracting(Run::id).isEqualTo(ids.subList(0, 3));
    assertThat(two.queue.list("team", Optional.empty(), Optional.of(page.getLast().id()), 3))
        .extracting(Run::id)
        .isEqualTo(ids.subList(3, 5));
    assertThat(two.queue.list("team", Optional.of(RunState.DONE), Optional.empty(), 3))
        .extracting(Run::id)
        .containsExactly(ids.getLast());
  }

  @Test
  void oldRunsThatHaveEndedAreForgottenAndTheirSessionsStay() {
    Run done = submit(one, request("a", "key")).run();
    one.work(one.queue.take().orElseThrow());
    Run running = submit("b");
    assertThat(one.queue.take()).isPresent();
    Run waiting = submit("c");
    assertThat(two.queue.expire(Duration.ofHours(1))).isZero();
    assertThat(two.queue.expire(Duration.ofMinutes(-1))).isEqualTo(1);
    assertThat(one.queue.find("team", done.id())).isEmpty();
    assertThat(one.queue.find("team", running.id())).isPresent();
    assertThat(one.queue.find("team", waiting.id())).isPresent();
    assertThat(new Sessions(one.store).require(done.id()).id()).isEqualTo(done.id());
    assertThat(submit(one, request("a", "key")).isNew()).isTrue();
  }

  @Test
  void serversThatCompeteRunEachRunOnce() throws Exception {
    int runs = 40;
    List<Run> submitted = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      submitted.add(submit("out" + i % 4));
    }
    try (ServerProcess process = new ServerProcess(home, url, "process", 300_000, "run");
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      process.await("ready");
      List<Callable<Integer>> workers = new ArrayList<>();
      for (Server server : List.of(one, one, two, two)) {
        workers.add(() -> drain(server));
      }
      int here = 0;
      for (Future<Integer> worker : threads.invokeAll(workers)) {
        here += worker.get();
      }
      assertThat(process.finish()).isZero();
      assertThat(here).isBetween(1, runs);
    }
    assertEachOnce(submitted, 4);
  }

  private static int drain(Server server) {
    int done = 0;
    for (var lease = server.queue.take(); lease.isPresent(); lease = server.queue.take()) {
      server.work(lease.get());
      done++;
    }
    return done;
  }

  /// Each run has appended its one row, and has one session.
  private void assertEachOnce(List<Run> submitted, int spaces) {
    assertThat(submitted).allMatch(run -> find(run).state() == RunState.DONE);
    long versions = 0;
    for (int i = 0; i < spaces; i++) {
      assertThat(one.store.require("out" + i).rowCount())
          .isEqualTo(one.store.require("out" + i).version());
      versions += one.store.require("out" + i).version();
    }
    assertThat(versions).isEqualTo(submitted.size());
    List<String> sessions =
        new Sessions(one.store).list(1000).stream().map(SessionSummary::id).toList();
    assertThat(sessions).hasSize(submitted.size());
    for (Run run : submitted) {
      assertThat(sessions.stream().filter(id -> id.startsWith(run.id()))).hasSize(1);
    }
  }

  @Test
  void aRunWhoseServerIsKilledBeforeItsCommitIsTakenUpOnce() throws Exception {
    Run run = submit("out0");
    try (ServerProcess process = new ServerProcess(home, url, "killed", 1500, "hold")) {
      assertThat(process.await("staged")).isEqualTo(run.id());
      process.kill();
    }
    assertThat(find(run).state()).isEqualTo(RunState.RUNNING);
    assertThat(one.store.list()).isEmpty();
    RunLease taken = awaitTake();
    assertThat(taken.run().id()).isEqualTo(run.id());
    assertThat(taken.run().attempts()).isEqualTo(2);
    assertThat(one.queue.take()).isEmpty();
    two.work(taken);
    assertEachOnce(List.of(run), 1);
  }

  private RunLease awaitTake() {
    Optional<RunLease> taken = two.queue.take();
    for (int i = 0; taken.isEmpty() && i < 600; i++) {
      LockSupport.parkNanos(50_000_000);
      taken = two.queue.take();
    }
    return taken.orElseThrow();
  }

  @Test
  void serversThatAreKilledAtAnyInstantLoseNoRunAndDoubleNone() throws Exception {
    long seed = Long.getLong("seed", 23L);
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    List<Run> submitted = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      submitted.add(submit("out" + i % 3));
    }
    for (int kill = 0; kill < 6; kill++) {
      try (ServerProcess process = new ServerProcess(home, url, "killed" + kill, 200, "run")) {
        process.await("staged");
        LockSupport.parkNanos(random.nextLong(60_000_000));
        process.kill();
      }
    }
    // What the killed ones held is free when their leases have passed. One run may have been lost
    // with each of them.
    Server last = server("last", LONG, 7);
    while (submitted.stream().anyMatch(run -> !find(run).state().isFinal())) {
      drain(last);
      LockSupport.parkNanos(20_000_000);
    }
    assertEachOnce(submitted, 3);
  }
}
