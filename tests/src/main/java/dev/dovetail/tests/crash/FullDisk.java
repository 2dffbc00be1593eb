package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Runs commands on a disk that has too little room for them: none at all, and some share of what
/// they need, so that it ends in any of their writes.
final class FullDisk {
  private static final int MEGABYTES = 64;
  private static final int ROWS = 20_000;
  private static final double[] SHARES = {0, 0.02, 0.3, 0.7, 0.97};

  private final List<String> command;
  private final Path scratch;
  private final SmallDisk disk;
  private final long seed;
  private final Report report;
  private int refused;
  private int succeeded;

  private FullDisk(List<String> command, Path scratch, SmallDisk disk, long seed, Report report) {
    this.command = command;
    this.scratch = scratch;
    this.disk = disk;
    this.seed = seed;
    this.report = report;
  }

  static void run(List<String> command, Path folder, long seed, Report report)
      throws IOException, InterruptedException {
    Path place = folder.resolve("disk");
    Optional<String> why = SmallDisk.mount(place, MEGABYTES);
    if (why.isPresent()) {
      report.say("full disk: skipped: a small tmpfs cannot be mounted here: " + why.get());
      return;
    }
    try (SmallDisk disk = SmallDisk.at(place)) {
      new FullDisk(command, folder.resolve("scratch"), disk, seed, report).everyKind();
    }
  }

  private void everyKind() throws IOException, InterruptedException {
    int kinds = deeds(new Deed.Folders(scratch, scratch)).size();
    for (int kind = 0; kind < kinds; kind++) {
      Path folder = disk.folder().resolve("kind-" + kind);
      Home home = new Home(command, folder, scratch);
      fill(home, deeds(home.folders()).get(kind));
      Trees.delete(folder);
    }
    report.say("full disk: " + refused + " runs refused, " + succeeded + " had room enough");
  }

  private void fill(Home home, Deed deed) throws IOException, InterruptedException {
    long[] need = new long[1];
    boolean ready =
        report.check(
            "full disk, " + deed.name() + " with room",
            () -> {
              home.succeed(put("x", Put.Mode.REPLACE, 1, home.folders()));
              home.succeed(put("y", Put.Mode.REPLACE, 1, home.folders()));
              long before = disk.freeBytes();
              home.succeed(deed);
              need[0] = before - disk.freeBytes();
            });
    for (double share : ready ? SHARES : new double[0]) {
      long room = (long) (need[0] * share);
      report.check(
          "seed " + seed + ", full disk, " + deed.name() + " with " + room + " bytes of room",
          () -> {
            disk.leave(room);
            if (home.tryToRun(deed, disk::makeRoom)) {
              succeeded++;
            } else {
              refused++;
            }
            home.succeed(deed);
          });
      disk.makeRoom();
    }
  }

  private List<Deed> deeds(Deed.Folders at) {
    List<Deed> deeds = new ArrayList<>(Run.all(at));
    for (Put.Mode mode : Put.Mode.values()) {
      deeds.add(put("x", mode, 2, at));
    }
    return deeds;
  }

  private Put put(String space, Put.Mode mode, int generation, Deed.Folders at) {
    return Put.random(space, mode, ROWS, generation, new Random(seed), at);
  }

  /// One line that names the lack of room, and the exit code of a resource that failed. A script
  /// says it in its own name.
  static void requireMessage(Engine.Ended ended) {
    boolean clear = ended.errors().matches("(dovetail: )?E208: .+");
    if (ended.code() != 4 || !clear) {
      throw new Violation("it ended with code " + ended.code() + " and said: " + ended.errors());
    }
  }
}
