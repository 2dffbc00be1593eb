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

  private FullDisk() {}

  static void run(List<String> command, Path folder, long seed, Report report)
      throws IOException, InterruptedException {
    Path place = folder.resolve("disk");
    Optional<String> refused = SmallDisk.mount(place, MEGABYTES);
    if (refused.isPresent()) {
      report.say("full disk: skipped: a small tmpfs cannot be mounted here: " + refused.get());
      return;
    }
    try (SmallDisk disk = SmallDisk.at(place)) {
      for (int kind = 0; kind < kinds(new Deed.Folders(folder, folder), seed, 0).size(); kind++) {
        fill(command, folder, disk, seed, kind, report);
      }
    }
  }

  private static void fill(
      List<String> command, Path folder, SmallDisk disk, long seed, int kind, Report report)
      throws IOException, InterruptedException {
    Home home = new Home(command, disk.folder().resolve("kind-" + kind), folder.resolve("scratch"));
    List<Deed> deeds = kinds(home.folders(), seed, kind);
    Deed deed = deeds.get(kind);
    long[] need = new long[1];
    boolean ready =
        report.check(
            "full disk, " + deed.name() + " with room",
            () -> {
              for (String space : List.of("x", "y")) {
                home.succeed(
                    Put.random(space, Put.Mode.REPLACE, ROWS, 1, new Random(seed), home.folders()));
              }
              long before = disk.freeBytes();
              home.succeed(deed);
              need[0] = before - disk.freeBytes();
            });
    for (double share : SHARES) {
      long room = (long) (need[0] * share);
      if (ready) {
        report.check(
            "seed " + seed + ", full disk, " + deed.name() + " with " + room + " bytes of room",
            () -> {
              disk.leave(room);
              home.tryToRun(deed, disk::makeRoom);
              home.succeed(deed);
            });
        disk.makeRoom();
      }
    }
    Trees.delete(disk.folder().resolve("kind-" + kind));
  }

  private static List<Deed> kinds(Deed.Folders at, long seed, int kind) {
    List<Deed> deeds = new ArrayList<>(Run.all(at));
    for (Put.Mode mode : Put.Mode.values()) {
      deeds.add(Put.random("x", mode, ROWS, 2, new Random(seed + kind), at));
    }
    return deeds;
  }

  /// One line that names the lack of room, and the exit code of a resource that failed.
  static void requireMessage(Engine.Ended ended) {
    boolean clear =
        ended.errors().startsWith("dovetail: E208") && ended.errors().lines().count() == 1;
    if (ended.code() != 4 || !clear) {
      throw new Violation("it ended with code " + ended.code() + " and said: " + ended.errors());
    }
  }
}
