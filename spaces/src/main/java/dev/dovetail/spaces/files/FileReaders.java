package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSource;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/// Opens table files of every format as a stream of batches with canonical types.
public final class FileReaders {
  private FileReaders() {}

  /// Opens a path, or standard input for `-`.
  ///
  /// The schema is known when this returns, so CSV and JSON lines have been read once by then. Rows
  /// that cannot be read are E203, a damaged file is E212, an unknown format E202, a type that no
  /// Space can hold E213.
  ///
  /// @param allocator owns the batches; the source gives all memory back when it is closed
  /// @param progress is told how many bytes of the file are done: rises to the file's size
  public static BatchSource open(
      String pathOrDash, ReadOptions options, BufferAllocator allocator, LongConsumer progress) {
    return open(
        SourceFile.open(pathOrDash, options.spoolFolder(), progress),
        pathOrDash,
        options,
        allocator);
  }

  /// Opens a stream, such as the body of a request, after it has been received to its end.
  ///
  /// @param name what messages call it
  /// @param mostUnpacked E212 if it is compressed and unpacks to more bytes
  public static BatchSource open(
      InputStream in,
      String name,
      ReadOptions options,
      BufferAllocator allocator,
      long mostUnpacked) {
    return open(
        SourceFile.copyOf(in, name, options.spoolFolder(), mostUnpacked), name, options, allocator);
  }

  private static BatchSource open(
      SourceFile file, String name, ReadOptions options, BufferAllocator allocator) {
    try {
      FileFormat format = format(name, options, file);
      return new GuardedSource(
          file,
          () ->
              switch (format) {
                case CSV -> new CsvSource(file, name, options, allocator);
                case JSON_LINES -> new JsonLinesSource(file, options, allocator);
                case ARROW_FILE -> ArrowFileSource.open(file, options, allocator);
                case ARROW_STREAM -> ArrowSource.stream(file, options, allocator);
                case PARQUET -> new ParquetSource(file, options, allocator);
              });
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static FileFormat format(String name, ReadOptions options, SourceFile file) {
    Optional<FileFormat> shown = magic(file.head());
    FileFormat chosen = options.format();
    Optional<FileFormat> said = chosen != null ? Optional.of(chosen) : FileFormat.ofName(name);
    boolean lines = said.isPresent() && said.get() == FileFormat.JSON_LINES;
    if (file.size() == 0 && !lines) { // without lines there are no rows, which is no fault
      throw new DovetailException(
          ErrorCode.E203, "the file is empty", file.name(), "A table has at least column names.");
    }
    if (said.isEmpty()) {
      return shown.or(() -> jsonLines(file.head())).orElseThrow(() -> unknown(file));
    }
    FileFormat format = said.get();
    boolean arrow = format == FileFormat.ARROW_FILE || format == FileFormat.ARROW_STREAM;
    if (shown.isPresent()) {
      boolean arrowShown =
          shown.get() == FileFormat.ARROW_FILE || shown.get() == FileFormat.ARROW_STREAM;
      if (arrow && arrowShown) {
        return shown.get();
      }
      // Four bytes of 0xFF may begin a text in some encoding, so only clear signs contradict.
      if (format != shown.get() && shown.get() != FileFormat.ARROW_STREAM) {
        throw new DovetailException(
            ErrorCode.E202,
            "the file is called " + format.id() + " but holds " + shown.get().id(),
            file.name(),
            "Name the format with --format " + shown.get().id() + ".");
      }
    }
    return format == FileFormat.ARROW_FILE ? notArrow(file) : format;
  }

  /// A file called Arrow that does not begin like one: an old stream begins with a length.
  private static FileFormat notArrow(SourceFile file) {
    if (Compression.startsWith(file.head(), 'F', 'E', 'A', '1')) {
      throw new DovetailException(
          ErrorCode.E202,
          "the file is Feather version 1",
          file.name(),
          "Write it again as Feather version 2, which is the Arrow file format.");
    }
    return FileFormat.ARROW_STREAM;
  }

  private static Optional<FileFormat> magic(byte[] head) {
    if (Compression.startsWith(head, 'P', 'A', 'R', '1')) {
      return Optional.of(FileFormat.PARQUET);
    }
    if (Compression.startsWith(head, 'A', 'R', 'R', 'O', 'W', '1')) {
      return Optional.of(FileFormat.ARROW_FILE);
    }
    return Compression.startsWith(head, 0xFF, 0xFF, 0xFF, 0xFF)
        ? Optional.of(FileFormat.ARROW_STREAM)
        : Optional.empty();
  }

  private static Optional<FileFormat> jsonLines(byte[] head) {
    for (byte b : head) {
      if (b > ' ') {
        return b == '{' ? Optional.of(FileFormat.JSON_LINES) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static DovetailException unknown(SourceFile file) {
    return new DovetailException(
        ErrorCode.E202,
        "neither the name nor the first bytes tell the file's format",
        file.name(),
        "Name it with --format csv, jsonl, arrow, arrows or parquet, or by the end of its name.");
  }
}
