package dev.dovetail.tasks.run;

import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.sessions.Session;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.Types;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileReaders;
import dev.dovetail.spaces.files.ReadOptions;
import dev.dovetail.spaces.segment.Overflow;
import dev.dovetail.tasks.InputRef;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Opens the inputs of one run, each once however often it is named; all stay open until the run
/// ends. Spaces are mapped; files are read into memory, and into the spill folder beyond their
/// share.
final class OpenInputs implements AutoCloseable {
  private final SpaceStore store;
  private final RunSettings settings;
  private final Execution execution;
  private final Progress progress;
  private final Map<InputRef, OpenInput> opened = new HashMap<>();

  OpenInputs(SpaceStore store, RunSettings settings, Execution execution, Progress progress) {
    this.store = store;
    this.settings = settings;
    this.execution = execution;
    this.progress = progress;
  }

  OpenInput open(InputRef ref) {
    OpenInput present = opened.get(ref);
    if (present != null) {
      return present;
    }
    execution.check();
    OpenInput input =
        switch (ref) {
          case InputRef.Space space -> openSpace(space);
          case InputRef.File file -> openFile(file);
        };
    opened.put(ref, input);
    return input;
  }

  @Override
  public void close() {
    opened.values().forEach(input -> input.table().close());
  }

  private OpenInput openSpace(InputRef.Space space) {
    SpaceVersion version =
        space.version().isPresent()
            ? store.require(space.name(), space.version().getAsLong())
            : store.require(space.name());
    return new OpenInput(
        space.label(),
        store.read(version),
        new Session.SpaceInput(version.name(), version.version()),
        version.primaryKey(),
        version.bytes());
  }

  private OpenInput openFile(InputRef.File file) {
    FilePrint before = FilePrint.of(file.path());
    Path spool = settings.spillFolder().orElse(store.home().resolve("tmp"));
    Map<String, Field> types = new LinkedHashMap<>();
    file.schema().forEach((column, type) -> types.put(column, Types.parse(column, type)));
    ReadOptions options = ReadOptions.detect(spool).withTypes(types);
    if (file.format().isPresent()) {
      options = options.withFormat(FileFormat.named(file.format().get()));
    }
    progress.start("reading " + file.label(), before.bytes().orElse(-1));
    long[] done = {0};
    MemoryTable table;
    try (BatchSource source =
        FileReaders.open(
            file.path(),
            options,
            execution.allocator(),
            bytes -> {
              progress.advance(bytes - done[0]);
              done[0] = bytes;
            })) {
      table =
          MemoryTable.copyOf(
              new Watched(source, execution.control()), execution.allocator(), overflow());
    }
    if (before.isStale(file.path())) {
      table.close();
      throw new DovetailException(
          ErrorCode.E201,
          "the file changed while it was read",
          file.path(),
          "Nothing was published. Run it again when nothing writes to the file.");
    }
    return new OpenInput(
        file.label(), table, before.input(file.label()), List.of(), before.bytes().orElse(0));
  }

  private Optional<Overflow> overflow() {
    BufferAllocator memory = execution.allocator();
    return execution.spill().map(folder -> new InputOverflow(folder, memory, store.allocator()));
  }

  /// A source that ends with its run.
  private record Watched(BatchSource source, RunControl control) implements BatchSource {
    @Override
    public Schema schema() {
      return source.schema();
    }

    @Override
    public boolean next() {
      control.check();
      return source.next();
    }

    @Override
    public VectorSchemaRoot batch() {
      return source.batch();
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
