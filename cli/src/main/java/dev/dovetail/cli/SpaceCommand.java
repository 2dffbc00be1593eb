package dev.dovetail.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.Types;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.WriteOptions;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `dovetail space ...`: loads, shows and removes Spaces.
@Command(name = "space", description = "Load, look at, export and drop Spaces.")
final class SpaceCommand implements Runnable {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParentCommand Dovetail dovetail = Dovetail.unknown();
  @Spec CommandSpec spec = CommandSpec.create();

  /// The three ways of `put`, of which one may be named.
  static final class Mode {
    @Option(names = "--append", description = "Add the rows behind the present ones.")
    boolean append;

    @Option(
        names = "--upsert",
        description = "Replace rows of the same primary key, add the others.")
    boolean upsert;

    @Option(
        names = "--replace",
        description = "Let the rows be the whole next version (the default).")
    boolean replace;

    PutMode mode() {
      return append ? PutMode.APPEND : upsert ? PutMode.UPSERT : PutMode.REPLACE;
    }
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: put, list, show, head, export, history, drop");
  }

  @Command(
      name = "put",
      description = "Load a file, or - for standard input, into a Space; whole or not at all.")
  void put(
      @Parameters(paramLabel = "NAME", description = "The Space.") String name,
      @Parameters(paramLabel = "FILE", description = "The file, or -.") String file,
      @Option(
              names = "--primary-key",
              paramLabel = "A,B",
              split = ",",
              description = "The columns that identify a row (default: as the Space has them).")
          @Nullable List<String> primaryKey,
      @ArgGroup(exclusive = true) @Nullable Mode mode,
      @Option(names = "--unique", description = "Refuse two rows of one primary key.")
          boolean unique,
      @Mixin ReadingOptions reading) {
    try (Workbench bench = Workbench.open(dovetail)) {
      SpaceVersion version =
          new SpaceFiles(bench)
              .put(
                  name,
                  file,
                  primaryKey == null ? null : primaryKey.stream().map(String::strip).toList(),
                  mode == null ? PutMode.REPLACE : mode.mode(),
                  unique,
                  reading.readOptions(bench.spoolFolder()));
      print(version, "put");
    }
  }

  @Command(name = "list", description = "The Spaces and their latest versions.")
  void list() {
    try (Workbench bench = Workbench.open(dovetail)) {
      List<SpaceVersion> spaces = bench.store().list();
      if (dovetail.json) {
        spaces.forEach(space -> out(json(space)));
        return;
      }
      TextTable table =
          new TextTable("space", "version", "rows", "bytes", "columns", "primary key");
      for (SpaceVersion space : spaces) {
        table.add(
            space.name(),
            Long.toString(space.version()),
            Long.toString(space.rowCount()),
            Long.toString(space.bytes()),
            Integer.toString(space.schema().getFields().size()),
            String.join(", ", space.primaryKey()));
      }
      out(table);
    }
  }

  @Command(name = "show", description = "One Space: its columns and its version.")
  void show(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--version", paramLabel = "N", description = "An earlier version.")
          @Nullable Long version) {
    try (Workbench bench = Workbench.open(dovetail)) {
      SpaceVersion space = require(bench, name, version);
      if (dovetail.json) {
        out(json(space));
        return;
      }
      out(
          space.name()
              + ", version "
              + space.version()
              + ", "
              + space.rowCount()
              + " rows, "
              + space.bytes()
              + " bytes");
      out(
          "made by "
              + space.operation()
              + " at "
              + space.committedAt()
              + (space.sessionId() == null ? "" : ", session " + space.sessionId()));
      TextTable table = new TextTable("column", "type", "primary key");
      for (Field field : space.schema().getFields()) {
        table.add(
            field.getName(),
            Types.print(field),
            space.primaryKey().contains(field.getName()) ? "yes" : "");
      }
      out(table);
    }
  }

  @Command(name = "head", description = "The first rows of a Space.")
  void head(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "-n",
              paramLabel = "ROWS",
              converter = Counts.Small.class,
              defaultValue = "10",
              description = "How many (default: 10).")
          int rows,
      @Option(names = "--version", paramLabel = "N", description = "An earlier version.")
          @Nullable Long version) {
    try (Workbench bench = Workbench.open(dovetail);
        Table table = bench.store().read(require(bench, name, version))) {
      Rows.print(table, rows, dovetail.json, spec.commandLine().getOut());
    }
  }

  @Command(name = "export", description = "Write a Space to a file, or - for standard output.")
  void export(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "FILE") String file,
      @Option(
              names = "--format",
              paramLabel = "F",
              description = "csv, jsonl, parquet, arrow, arrows.")
          @Nullable String format,
      @Option(names = "--version", paramLabel = "N", description = "An earlier version.")
          @Nullable Long version) {
    try (Workbench bench = Workbench.open(dovetail)) {
      SpaceVersion space = require(bench, name, version);
      WriteOptions options =
          format == null
              ? WriteOptions.DEFAULT
              : WriteOptions.DEFAULT.withFormat(FileFormat.named(format));
      new SpaceFiles(bench).export(space, file, options);
    }
  }

  @Command(name = "history", description = "The versions of a Space.")
  void history(@Parameters(paramLabel = "NAME") String name) {
    try (Workbench bench = Workbench.open(dovetail)) {
      bench.store().require(name);
      List<SpaceVersion> versions = bench.store().history(name);
      if (dovetail.json) {
        versions.forEach(version -> out(json(version)));
        return;
      }
      TextTable table = new TextTable("version", "made by", "rows", "bytes", "at", "session");
      for (SpaceVersion version : versions) {
        table.add(
            Long.toString(version.version()),
            version.operation(),
            Long.toString(version.rowCount()),
            Long.toString(version.bytes()),
            version.committedAt().toString(),
            version.sessionId() == null ? "" : version.sessionId());
      }
      out(table);
    }
  }

  @Command(name = "drop", description = "Remove a Space with all its versions.")
  void drop(@Parameters(paramLabel = "NAME") String name) {
    try (Workbench bench = Workbench.open(dovetail)) {
      bench.store().require(name);
      try (Commit commit = bench.store().begin()) {
        commit.drop(name);
        var _ = commit.commit();
      }
      bench.store().collectGarbage();
    }
  }

  private static SpaceVersion require(Workbench bench, String name, @Nullable Long version) {
    if (version == null) {
      return bench.store().require(name);
    }
    if (version < 1) {
      throw new DovetailException(
          ErrorCode.E210, "version " + version + " cannot exist", "", "Versions count from 1.");
    }
    return bench.store().require(name, version);
  }

  private void print(SpaceVersion space, String done) {
    if (dovetail.json) {
      out(json(space));
    } else if (!dovetail.quiet) {
      out(
          done
              + " "
              + space.name()
              + ", version "
              + space.version()
              + ", "
              + space.rowCount()
              + " rows");
    }
  }

  private void out(Object text) {
    String line = text.toString();
    spec.commandLine().getOut().print(line.endsWith("\n") ? line : line + "\n");
    spec.commandLine().getOut().flush();
  }

  private static String json(SpaceVersion space) {
    ObjectNode node = JSON.createObjectNode();
    node.put("space", space.name())
        .put("version", space.version())
        .put("rows", space.rowCount())
        .put("bytes", space.bytes());
    node.put("made_by", space.operation())
        .put("committed_at", space.committedAt().toString())
        .put("session", space.sessionId());
    ObjectNode schema = node.putObject("schema");
    space.schema().getFields().forEach(field -> schema.put(field.getName(), Types.print(field)));
    var key = node.putArray("primary_key");
    space.primaryKey().forEach(key::add);
    return node.toString();
  }
}
