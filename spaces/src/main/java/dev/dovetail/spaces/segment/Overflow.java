package dev.dovetail.spaces.segment;

import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;

/// Where rows go that do not fit memory: a file of a folder for temporary ones.
public interface Overflow {
  /// Whether rows that take so many bytes no longer fit.
  boolean isDue(long bytes);

  /// Counts bytes that go to the file.
  ///
  /// @throws dev.dovetail.errors.DovetailException E406 if they are too many
  void reserve(long bytes);

  /// A path in a folder that is there. Whoever writes the file removes its name once it is mapped.
  Path newFile();

  /// Accounts for mapped files, which are not memory.
  BufferAllocator mapped();
}
