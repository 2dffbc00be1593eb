package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes table files of every format.
public final class FileWriters {
  private FileWriters() {}

  /// Begins a file, or standard output for `-`. The file takes its place when the sink is finished,
  /// and leaves nothing if the sink is closed without.
  ///
  /// A type that the format cannot hold is E204 before anything is written, a value that it cannot
  /// hold is E204 when it is met; trouble with the disk is E201 or E208.
  ///
  /// @param schema of canonical types; every batch has it
  public static BatchSink create(
      String pathOrDash, Schema schema, WriteOptions options, BufferAllocator allocator) {
    FileFormat format = format(pathOrDash, options);
    String name = pathOrDash.equals("-") ? "standard output" : pathOrDash;
    Types.canonical(schema);
    FormatLimits.check(format, schema, name);
    Compression compression = Compression.ofName(pathOrDash);
    if (compression != Compression.NONE
        && (format == FileFormat.PARQUET || format == FileFormat.ARROW_FILE)) {
      throw new DovetailException(
          ErrorCode.E202,
          format.id() + " files are not compressed as a whole",
          name,
          "Leave the last extension off.");
    }
    StagedFile staged = new StagedFile(pathOrDash);
    try {
      OutputStream out = compression.pack(new KeptOpen(staged.out()));
      return new Sink(staged, out, writer(format, out, name, schema, options, allocator));
    } catch (IOException e) {
      staged.close();
      throw Faults.io(name, "writing the file", e);
    } catch (RuntimeException e) {
      staged.close();
      throw e;
    }
  }

  /// Refuses with E204 what a format cannot hold, before anything is written.
  ///
  /// @param name what is written, in messages
  public static void check(Schema schema, FileFormat format, String name) {
    FormatLimits.check(format, schema, name);
  }

  /// Writes rows to a stream, such as the answer to a request. What has gone out when it fails
  /// cannot be taken back, so the stream must then not end as if it were whole.
  ///
  /// @param name what the stream is called in messages
  /// @throws IOException if the stream takes no more
  public static void write(
      BatchSource rows, OutputStream out, String name, FileFormat format, BufferAllocator allocator)
      throws IOException {
    FormatLimits.check(format, rows.schema(), name);
    TableWriter writer = writer(format, out, name, rows.schema(), WriteOptions.DEFAULT, allocator);
    try (writer) {
      while (rows.next()) {
        writer.write(rows.batch());
      }
      writer.end();
    }
  }

  private static TableWriter writer(
      FileFormat format,
      OutputStream out,
      String name,
      Schema schema,
      WriteOptions options,
      BufferAllocator allocator)
      throws IOException {
    return switch (format) {
      case CSV -> new CsvTableWriter(out, name, schema, options.csv());
      case JSON_LINES -> new JsonLinesWriter(out, name, schema);
      case ARROW_FILE -> ArrowTableWriter.file(out, schema, allocator);
      case ARROW_STREAM -> ArrowTableWriter.stream(out, schema, allocator);
      case PARQUET -> new ParquetTableWriter(out, name, schema);
    };
  }

  private static FileFormat format(String pathOrDash, WriteOptions options) {
    FileFormat chosen = options.format();
    if (chosen != null) {
      return chosen;
    }
    return FileFormat.ofName(pathOrDash)
        .orElseThrow(
            () ->
                new DovetailException(
                    ErrorCode.E202,
                    "the name does not tell the file's format",
                    pathOrDash,
                    "Name it with --format csv, jsonl, arrow, arrows or parquet, or by the end of"
                        + " the file's name."));
  }

  /// Ties a writer to the file that it fills.
  private static final class Sink implements BatchSink {
    private final StagedFile staged;
    private final OutputStream out;
    private final TableWriter writer;
    private boolean closed;

    Sink(StagedFile staged, OutputStream out, TableWriter writer) {
      this.staged = staged;
      this.out = out;
      this.writer = writer;
    }

    @Override
    public void write(VectorSchemaRoot batch) {
      guarded(() -> writer.write(batch));
    }

    @Override
    public void finish() {
      guarded(
          () -> {
            writer.end();
            closeWriter();
            out.close();
            staged.commit();
          });
    }

    private void closeWriter() throws IOException {
      if (!closed) {
        closed = true;
        writer.close();
      }
    }

    private void guarded(Work work) {
      try {
        work.run();
      } catch (IOException e) {
        throw Faults.io(staged.name(), "writing the file", e);
      } catch (UncheckedIOException e) {
        IOException cause = e.getCause();
        throw Faults.io(
            staged.name(), "writing the file", cause == null ? new IOException(e) : cause);
      }
    }

    @Override
    public void close() {
      try (staged) {
        closeWriter();
        out.close();
      } catch (IOException | UncheckedIOException _) {
        // The output is thrown away; what could not be written of it does not matter.
      }
    }

    private interface Work {
      void run() throws IOException;
    }
  }
}
