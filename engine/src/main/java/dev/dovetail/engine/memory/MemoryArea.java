package dev.dovetail.engine.memory;

import dev.dovetail.engine.memory.SpillFolder.Use;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/// Off-heap memory of one owner, all freed together. Thread-safe.
///
/// An area takes from its allocator as long as half of the allocator's limit is left to others;
/// what goes beyond lies in files of the spill folder, mapped, so that the system keeps in memory
/// what is used. Without a spill folder the allocator's limit is the limit.
public final class MemoryArea implements AutoCloseable {
  /// Least size of a file; smaller pieces share one.
  private static final int FILE_BYTES = 1 << 20;

  private final @Nullable BufferAllocator allocator;
  private final Optional<SpillFolder> spill;
  private final @Nullable Arena collected;
  private final List<AutoCloseable> owned = new ArrayList<>();
  private long spilledBytes;

  /// What is left of the file that small pieces are taken of.
  private long pieceAddress;

  private long pieceBytes;
  private volatile boolean open = true;

  public MemoryArea(BufferAllocator allocator, Optional<SpillFolder> spill) {
    this.allocator = allocator;
    this.spill = spill;
    this.collected = null;
  }

  private MemoryArea(Arena arena) {
    this.allocator = null;
    this.spill = Optional.empty();
    this.collected = arena;
  }

  /// Memory for a few values that lives as long as something refers to it.
  public static MemoryArea collected() {
    return new MemoryArea(Arena.ofAuto());
  }

  /// The address of so many bytes, aligned to 8, whose content is not defined.
  ///
  /// @throws dev.dovetail.errors.DovetailException E403 if memory is spent and nothing may be
  ///   spilled, E406 if the spill folder is full, E208 if the disk is
  public synchronized long allocate(long bytes) {
    if (!open) {
      throw new IllegalStateException("memory is asked of a closed area");
    }
    if (bytes == 0) {
      return 0;
    }
    if (collected != null) {
      return collected.allocate(bytes, Long.BYTES).address();
    }
    if (spill.isPresent() && (spill.get().use() == Use.ALWAYS || exceedsShare(bytes))) {
      return spilled(spill.get(), bytes);
    }
    BufferAllocator from = allocator();
    ArrowBuf buffer = MemoryBudget.within("for columns and indexes", () -> from.buffer(bytes));
    owned.add(buffer);
    return buffer.memoryAddress();
  }

  private long spilled(SpillFolder folder, long bytes) {
    if (bytes >= FILE_BYTES) {
      return file(folder, bytes);
    }
    long aligned = (bytes + Long.BYTES - 1) & -Long.BYTES;
    if (aligned > pieceBytes) {
      pieceAddress = file(folder, FILE_BYTES);
      pieceBytes = FILE_BYTES;
    }
    long address = pieceAddress;
    pieceAddress += aligned;
    pieceBytes -= aligned;
    return address;
  }

  private long file(SpillFolder folder, long bytes) {
    SpillFolder.Mapped mapped = folder.map(bytes);
    owned.add(mapped);
    spilledBytes += bytes;
    return mapped.address();
  }

  private boolean exceedsShare(long bytes) {
    return allocator().getAllocatedMemory() + bytes > allocator().getLimit() / 2;
  }

  private BufferAllocator allocator() {
    if (allocator == null) {
      throw new IllegalStateException("an area without an allocator");
    }
    return allocator;
  }

  /// Bytes that lie in files.
  public synchronized long spilledBytes() {
    return spilledBytes;
  }

  /// A further area with the same allocator and spill folder.
  public MemoryArea sibling() {
    return new MemoryArea(allocator(), spill);
  }

  /// Takes over what another area holds, which ends with it.
  public synchronized void adopt(MemoryArea other) {
    owned.add(other);
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public synchronized void close() {
    open = false;
    for (AutoCloseable part : owned) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException("memory could not be freed", e);
      }
    }
    owned.clear();
  }
}
