package dev.dovetail.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The root command and the options that every command takes.
@Command(
    name = "dovetail",
    scope = ScopeType.INHERIT,
    version = "dovetail " + Dovetail.VERSION,
    description = "Joins whose condition is a plain Python function.",
    synopsisSubcommandLabel = "COMMAND")
final class Dovetail implements Runnable {
  static final String VERSION = "0.1.0";

  static final List<String> COMMANDS =
      List.of(
          "space",
          "join",
          "run",
          "check",
          "explain",
          "sessions",
          "cxl",
          "serve",
          "tokens",
          "completion");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  boolean printVersion;

  @Option(
      names = "--memory",
      scope = ScopeType.INHERIT,
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Memory budget of the run, such as 512m or 2g (default: half of the machine's).")
  @Nullable ByteSize memory;

  @Option(
      names = "--threads",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      converter = Counts.Positive.class,
      description = "Threads of the run (default: one per core).")
  @Nullable Integer threads;

  @Option(
      names = "--timeout",
      scope = ScopeType.INHERIT,
      paramLabel = "TIME",
      converter = Timeout.Converter.class,
      description = "Deadline of the run, such as 30s; a run that misses it publishes nothing.")
  @Nullable Timeout timeout;

  @Option(
      names = "--max-output-rows",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      converter = Counts.Any.class,
      description = "Refuse an output of more rows.")
  @Nullable Long maxOutputRows;

  @Option(
      names = "--spill-dir",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Folder for temporary data (default: inside DOVETAIL_HOME).")
  @Nullable Path spillDir;

  @Option(
      names = "--max-spill",
      scope = ScopeType.INHERIT,
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Fail rather than keep more than SIZE there (default: the disk's space).")
  @Nullable ByteSize maxSpill;

  @Option(
      names = "--database",
      scope = ScopeType.INHERIT,
      paramLabel = "URL",
      defaultValue = "${env:DOVETAIL_DATABASE:-}",
      description =
          "Keep the catalog in PostgreSQL: jdbc:postgresql://HOST:PORT/DATABASE (default:"
              + " DOVETAIL_DATABASE, or else a file in DOVETAIL_HOME).")
  String database = "";

  @Option(
      names = "--max-pairs",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description =
          "Refuse a join without an index over more than N pairs (default: 10,000,000,000).")
  @Nullable Long maxPairs;

  @Option(
      names = "--strategy",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description = "Force one way to run a join, such as hash or nested-loop (for tests).")
  @Nullable String strategy;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print what machines read.")
  boolean json;

  @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "No progress, no summary.")
  boolean quiet;

  @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Add the trace to an error.")
  boolean debug;

  @Spec CommandSpec spec = CommandSpec.create();

  /// `DOVETAIL_HOME`.
  final Path home;

  Dovetail(Path home) {
    this.home = home;
  }

  /// What a command holds until picocli has told it its parent.
  static Dovetail unknown() {
    return new Dovetail(Path.of(""));
  }

  /// The command line for some arguments. Describing a command by reflection takes longer than most
  /// commands run, so only the one that the first argument names is described; all of them where it
  /// names none, as in `--help`.
  static CommandLine commandLine(Path home, String... arguments) {
    CommandLine command = new CommandLine(new Dovetail(home));
    String first = arguments.length == 0 ? "" : arguments[0];
    for (String name : COMMANDS) {
      if (!COMMANDS.contains(first) || first.equals("completion") || name.equals(first)) {
        command.addSubcommand(name, command(name));
      }
    }
    configure(command);
    return command;
  }

  private static Object command(String name) {
    return switch (name) {
      case "space" -> new SpaceCommand();
      case "join" -> new JoinCommand();
      case "run" -> new RunCommand();
      case "check" -> new CheckCommand();
      case "explain" -> new ExplainCommand();
      case "sessions" -> new SessionsCommand();
      case "cxl" -> new CxlCommand();
      case "serve" -> new ServeCommand();
      case "tokens" -> new TokensCommand();
      case "completion" -> new CompletionCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void configure(CommandLine command) {
    command
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.AUTO))
        .setParameterExceptionHandler(Failures::usage)
        .setExecutionExceptionHandler(Failures::execution)
        .setUsageHelpAutoWidth(true);
    CommandLine run = command.getSubcommands().get("run");
    if (run != null) {
      run.setUnmatchedOptionsArePositionalParams(true); // they are the script's
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
