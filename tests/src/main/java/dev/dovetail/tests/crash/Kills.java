package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Kills commands at instants drawn evenly over the time that they take, and every second time over
/// its end, where they commit; each kill is followed by the same command run whole.
final class Kills {
  /// A home is used for so many kills; in the next one, the first put makes the catalog.
  private static final int KILLS_PER_HOME = 10;

  /// The share of a command's time from which on it commits; some commands take longer than the
  /// last one of their kind.
  private static final double END = 0.8;

  private static final double LATEST = 1.1;

  private final List<String> command;
  private final Path folder;
  private final int rows;
  private final long seed;
  private final Report report;
  private final Map<String, Duration> durations = new HashMap<>();
  private final Map<Integer, Integer> killsByCommits = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private Home home;
  private int homes;
  private int killsOfHome;

  Kills(List<String> command, Path folder, int rows, long seed, Report report) throws IOException {
    this.command = command;
    this.folder = folder;
    this.rows = rows;
    this.seed = seed;
    this.report = report;
    this.home = newHome();
  }

  void run(int kills) throws IOException, InterruptedException {
    for (int number = 1; number <= kills; number++) {
      Random random = new Random(seed * 1_000_003 + number);
      if (killsOfHome++ == KILLS_PER_HOME) {
        home = newHome();
      }
      Deed deed = deed(number, random);
      double share = number % 2 == 1 ? random.nextDouble() : random.nextDouble(END, LATEST);
      String[] instant = {"in an unkilled run"};
      boolean held =
          report.check(
              "seed " + seed + ", kill " + number + ", " + deed.name(),
              () -> killAndRepeat(deed, share, instant));
      if (!held) {
        report.say("  killed " + instant[0]);
        home = newHome(); // what it holds now is anyone's guess
      }
    }
    report.say("kills by the commits before them: " + killsByCommits);
  }

  private void killAndRepeat(Deed deed, double share, String[] instant)
      throws IOException, InterruptedException {
    String kind = home.state().has("x") ? deed.name() : "the first put";
    Duration whole = durations.get(kind);
    if (whole == null) {
      whole = measured(deed);
    }
    Duration after = Duration.ofNanos((long) (whole.toNanos() * share));
    instant[0] = "after " + after.toMillis() + " of " + whole.toMillis() + " ms";
    killsByCommits.merge(home.kill(deed, after), 1, Integer::sum);
    instant[0] += ", and run again";
    durations.put(kind, home.succeed(deed));
  }

  /// The time of a run in a home that does not matter later, for commands that make the catalog; in
  /// the present one otherwise.
  private Duration measured(Deed deed) throws IOException, InterruptedException {
    Home place = home.state().has("x") ? home : newHome();
    return place.succeed(deed);
  }

  /// The inputs first, and then every kind of command in an order that changes.
  private Deed deed(int number, Random random) {
    Deed.Folders at = home.folders();
    if (!home.state().has("x")) {
      return Put.random("x", Put.Mode.REPLACE, rows, number, random, at);
    }
    if (!home.state().has("y")) {
      return Put.random("y", Put.Mode.REPLACE, rows, number, random, at);
    }
    List<Deed> deeds = new ArrayList<>(Run.all(at));
    String space = random.nextBoolean() ? "x" : "y";
    for (Put.Mode mode : Put.Mode.values()) {
      deeds.add(Put.random(space, mode, rows, number, random, at));
    }
    if (names.isEmpty()) {
      deeds.forEach(deed -> names.add(deed.name()));
      Collections.shuffle(names, random);
    }
    String next = names.removeFirst();
    return deeds.stream().filter(deed -> deed.name().equals(next)).findFirst().orElseThrow();
  }

  private Home newHome() throws IOException {
    killsOfHome = 0;
    homes++;
    return new Home(command, folder.resolve("life-" + homes), folder.resolve("scratch"));
  }
}
