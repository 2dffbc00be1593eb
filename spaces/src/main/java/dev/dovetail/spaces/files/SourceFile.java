package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The bytes of one input, which can be read several times: a file, or a copy of standard input (or
/// of a pipe) that lives in the spool folder until this is closed.
final class SourceFile implements AutoCloseable {
  private static final int HEAD = 64;

  private final String name;
  private final Path path;
  private final @Nullable Spool spool;
  private final LongConsumer progress;
  private final Compression compression;
  private final long mostUnpacked;
  private final byte[] head;
  private final long size;
  private final FileTime modified;
  private int passes;
  private long bytesRead;

  private SourceFile(String name, Path path, @Nullable Spool spool, LongConsumer progress)
      throws IOException {
    this(name, path, spool, progress, Long.MAX_VALUE);
  }

  private SourceFile(
      String name, Path path, @Nullable Spool spool, LongConsumer progress, long mostUnpacked)
      throws IOException {
    this.mostUnpacked = mostUnpacked;
    this.name = name;
    this.path = path;
    this.spool = spool;
    this.progress = progress;
    this.size = Files.size(path);
    this.modified = Files.getLastModifiedTime(path);
    try (InputStream in = Files.newInputStream(path)) {
      this.compression = Compression.ofMagic(in.readNBytes(4));
    }
    this.head = plainHead();
  }

  /// Opens a path, or standard input for `-`. E201 if it cannot be read.
  ///
  /// @param progress is told how many bytes of the file are done, up to its size
  static SourceFile open(String pathOrDash, Path spoolFolder, LongConsumer progress) {
    boolean input = pathOrDash.equals("-");
    String name = input ? "standard input" : pathOrDash;
    Spool copy = null;
    try {
      if (input) {
        copy = Spool.of(new Counted(System.in, progress), spoolFolder);
        return new SourceFile(name, copy.path(), copy, _ -> {});
      }
      Path path = Faults.path(pathOrDash);
      if (Files.isDirectory(path)) {
        throw new DovetailException(
            ErrorCode.E201, "the path is a folder, not a file", name, "Name one file.");
      }
      if (!Files.exists(path)) {
        throw missing(path, name);
      }
      if (Files.isRegularFile(path)) {
        return new SourceFile(name, path, null, progress);
      }
      try (InputStream in = Files.newInputStream(path)) {
        copy = Spool.of(new Counted(in, progress), spoolFolder);
      }
      return new SourceFile(name, copy.path(), copy, _ -> {});
    } catch (IOException e) {
      close(copy);
      throw Faults.io(name, "opening the file", e);
    } catch (DovetailException e) {
      close(copy);
      throw e;
    }
  }

  /// Keeps a copy of a stream that can be read only once. E201 if it breaks off.
  ///
  /// @param name what messages call it
  /// @param mostUnpacked E212 if it is compressed and unpacks to more bytes
  static SourceFile copyOf(InputStream in, String name, Path spoolFolder, long mostUnpacked) {
    Spool copy = null;
    try {
      copy = Spool.of(in, spoolFolder);
      return new SourceFile(name, copy.path(), copy, _ -> {}, mostUnpacked);
    } catch (IOException e) {
      close(copy);
      throw Faults.io(name, "receiving the rows", e);
    } catch (DovetailException e) {
      close(copy);
      throw e;
    }
  }

  private static DovetailException missing(Path path, String name) {
    List<String> near = List.of();
    Path folder = path.toAbsolutePath().getParent();
    Path file = path.getFileName();
    if (folder != null && Files.isDirectory(folder)) {
      try (Stream<Path> there = Files.list(folder)) {
        near = there.limit(1000).map(other -> other.getFileName().toString()).toList();
      } catch (IOException _) {
        near = List.of();
      }
    }
    String hint = file == null ? "" : NearestName.hint(file.toString(), near);
    return new DovetailException(
        ErrorCode.E201,
        "there is no such file",
        name,
        hint.startsWith("Did") ? hint : "Check the path.");
  }

  private byte[] plainHead() {
    try (InputStream in = compression.unpack(Files.newInputStream(path))) {
      return in.readNBytes(HEAD);
    } catch (IOException e) {
      throw fault(e);
    }
  }

  /// What messages call the input.
  String name() {
    return name;
  }

  Path path() {
    return path;
  }

  Compression compression() {
    return compression;
  }

  /// The first bytes, decompressed.
  byte[] head() {
    return head.clone();
  }

  /// Bytes of the file as it is stored.
  long size() {
    return size;
  }

  /// Begins to tell the progress: from here on, the bytes are read to their end so many times.
  void passes(int count) {
    passes = count;
  }

  /// The decompressed bytes from the beginning.
  InputStream bytes() {
    try {
      InputStream stored = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
      InputStream plain = compression.unpack(new Counted(stored, this::done));
      return compression == Compression.NONE ? plain : capped(plain);
    } catch (IOException e) {
      throw fault(e);
    }
  }

  private InputStream capped(InputStream plain) {
    long[] unpacked = {0};
    return new Counted(
        plain,
        bytes -> {
          unpacked[0] += bytes;
          if (unpacked[0] > mostUnpacked) {
            throw new DovetailException(
                ErrorCode.E212,
                "its " + compression + " data unpacks to more than " + mostUnpacked + " bytes",
                name,
                "Send less at a time.");
          }
        });
  }

  FileChannel channel() {
    try {
      return FileChannel.open(path, StandardOpenOption.READ);
    } catch (IOException e) {
      throw fault(e);
    }
  }

  /// Adds to the bytes that are done in this pass.
  void done(long bytes) {
    if (passes > 0) {
      bytesRead += bytes;
      progress.accept(Math.min(size, bytesRead / passes));
    }
  }

  /// What a failed read means: a compressed file that cannot be unpacked is damaged.
  DovetailException fault(IOException e) {
    return compression == Compression.NONE || e instanceof java.nio.file.FileSystemException
        ? Faults.io(name, "reading the file", e)
        : Faults.damaged(name, "its " + compression + " data cannot be unpacked", e);
  }

  /// E201 if another process wrote to the file since it was opened.
  void checkUnchanged() {
    try {
      if (Files.size(path) != size || !Files.getLastModifiedTime(path).equals(modified)) {
        throw new DovetailException(
            ErrorCode.E201,
            "the file changed while it was read",
            name,
            "Read it again when nobody writes to it.");
      }
    } catch (IOException e) {
      throw fault(e);
    }
  }

  @Override
  public void close() {
    close(spool);
  }

  private static void close(@Nullable Spool spool) {
    if (spool != null) {
      spool.close();
    }
  }

  /// Tells how many bytes pass.
  private static final class Counted extends FilterInputStream {
    private final LongConsumer bytes;

    Counted(InputStream in, LongConsumer bytes) {
      super(in);
      this.bytes = bytes;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      if (value >= 0) {
        bytes.accept(1);
      }
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      if (count > 0) {
        bytes.accept(count);
      }
      return count;
    }
  }
}
