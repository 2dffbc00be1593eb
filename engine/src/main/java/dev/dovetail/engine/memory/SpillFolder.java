package dev.dovetail.engine.memory;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Where memory goes that does not fit the budget: files that are mapped and have no name any more
/// once they are, so that nothing remains of a run however it ends. Thread-safe.
public final class SpillFolder {
  private static final int ZEROS = 1 << 20;

  /// What files of this class are called, and no others.
  private static final String NAMES = "spill-????????-????-????-????-????????????.tmp";

  /// A file that still has its name is being written; one that nobody has written to for so long
  /// was left by a process that was killed.
  private static final Duration ABANDONED = Duration.ofDays(1);

  /// What goes here.
  public enum Use {
    /// What does not fit the budget.
    BEYOND_BUDGET,
    /// Everything, so that tests meet files at every size.
    ALWAYS
  }

  private final Path folder;
  private final OptionalLong mostBytes;
  private final Use use;
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong writtenBytes = new AtomicLong();
  private final AtomicBoolean swept = new AtomicBoolean();

  /// @param mostBytes the most that lies there at a time; without it the disk is the limit
  public SpillFolder(Path folder, OptionalLong mostBytes, Use use) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.use = use;
  }

  public SpillFolder(Path folder, OptionalLong mostBytes) {
    this(folder, mostBytes, Use.BEYOND_BUDGET);
  }

  public Use use() {
    return use;
  }

  /// Bytes that were ever allocated here.
  public long writtenBytes() {
    return writtenBytes.get();
  }

  /// A mapped file; closing frees it.
  record Mapped(long address, Arena arena, Runnable release) implements AutoCloseable {
    @Override
    public void close() {
      arena.close();
      release.run();
    }
  }

  /// Maps a new file of so many bytes.
  @SuppressWarnings("MustBeClosedChecker") // the result owns the arena
  Mapped map(long bytes) {
    reserve(bytes);
    try {
      Path file = file();
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        Files.delete(file);
        occupy(channel, bytes);
        Arena arena = Arena.ofShared();
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        return new Mapped(mapped.address(), arena, () -> usedBytes.addAndGet(-bytes));
      }
    } catch (IOException e) {
      usedBytes.addAndGet(-bytes);
      throw failed("spilling " + (bytes >> 20) + " MiB", e);
    }
  }

  /// A path for a new file, for whoever writes it otherwise than by mapping it; its bytes are
  /// counted by [#reserve].
  public Path newFile() {
    try {
      return file();
    } catch (IOException e) {
      throw failed("making the folder", e);
    }
  }

  private Path file() throws IOException {
    Files.createDirectories(folder);
    if (!swept.getAndSet(true)) {
      sweep();
    }
    return folder.resolve("spill-" + UUID.randomUUID() + ".tmp");
  }

  private void sweep() throws IOException {
    Instant before = Instant.now().minus(ABANDONED);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMES)) {
      for (Path file : files) {
        try {
          if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
            Files.deleteIfExists(file);
          }
        } catch (IOException _) {
          // its run was done with it meanwhile, or it is another user's
        }
      }
    }
  }

  private DovetailException failed(String what, IOException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E208,
            what + " failed: " + cause.getMessage(),
            folder.toString(),
            "Free some space, name another folder with --spill-dir, or give the run more memory"
                + " with --memory."),
        cause);
  }

  /// Writes every byte: a mapped page that the disk has no room for would end the process.
  private static void occupy(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, bytes));
    for (long at = 0; at < bytes; ) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
      at += channel.write(zeros, at);
    }
  }

  /// Counts bytes that come to lie here.
  ///
  /// @throws DovetailException E406 if they would be too many
  public void reserve(long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (mostBytes.isPresent() && used > mostBytes.getAsLong()) {
      usedBytes.addAndGet(-bytes);
      throw new DovetailException(
          ErrorCode.E406,
          "the run would spill "
              + used
              + " bytes, more than the "
              + mostBytes.getAsLong()
              + " that --max-spill allows",
          folder.toString(),
          "Nothing was published. Raise --max-spill, or give the run more memory with --memory.");
    }
    writtenBytes.addAndGet(bytes);
  }
}
