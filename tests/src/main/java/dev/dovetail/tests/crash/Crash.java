package dev.dovetail.tests.crash;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Kills `dovetail` at random instants and fills its disk, with the command as users start it.
///
/// `tests/crash [--kills 50] [--server-kills 20] [--seed 1] [--rows 200000]` prints a line for each
/// fault, and closes with a count.
public final class Crash {
  private Crash() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int kills = Integer.parseInt(option(arguments, "--kills", "50"));
    int serverKills = Integer.parseInt(option(arguments, "--server-kills", "20"));
    long seed = Long.parseLong(option(arguments, "--seed", "1"));
    int rows = Integer.parseInt(option(arguments, "--rows", "200000"));
    Path root = Path.of(System.getProperty("dovetail.root", ".")).toAbsolutePath();
    List<String> command = List.of(root.resolve("dovetail").toString());
    int failed =
        within(
            new Report(System.out),
            (folder, report) -> {
              report.say("seed " + seed + ", " + kills + " kills");
              new Kills(command, folder, rows, seed, report).run(kills);
              new ServerKills(command, folder, seed, report).run(serverKills);
              Orphans.run(command, folder, report);
              FullDisk.run(command, folder, seed, report);
            });
    System.exit(failed == 0 ? 0 : 1);
  }

  /// The number of kills after which something was wrong.
  ///
  /// @param command what starts Dovetail
  /// @param rows the size of the tables
  public static int run(List<String> command, int kills, int rows, long seed, PrintStream out)
      throws IOException, InterruptedException {
    return within(
        new Report(out),
        (folder, report) -> new Kills(command, folder, rows, seed, report).run(kills));
  }

  /// The same for kills of servers.
  public static int runServers(List<String> command, int kills, long seed, PrintStream out)
      throws IOException, InterruptedException {
    return within(
        new Report(out),
        (folder, report) -> new ServerKills(command, folder, seed, report).run(kills));
  }

  private static int within(Report report, Trials trials) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("dovetail-crash");
    try {
      trials.run(folder, report);
    } finally {
      Trees.delete(folder);
    }
    report.close();
    return report.failed();
  }

  private static String option(String[] arguments, String name, String otherwise) {
    int at = Arrays.asList(arguments).indexOf(name);
    return at < 0 ? otherwise : arguments[at + 1];
  }

  /// What is tried in a folder of its own.
  private interface Trials {
    void run(Path folder, Report report) throws IOException, InterruptedException;
  }
}
