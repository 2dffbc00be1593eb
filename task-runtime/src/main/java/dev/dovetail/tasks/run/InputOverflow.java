package dev.dovetail.tasks.run;

import dev.dovetail.engine.memory.SpillFolder;
import dev.dovetail.spaces.segment.Overflow;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;

/// Sends rows of files to the spill folder once the run's inputs hold a quarter of its budget:
/// indexes over them need as much.
///
/// @param memory its limit is the budget
record InputOverflow(SpillFolder folder, BufferAllocator memory, BufferAllocator mapped)
    implements Overflow {
  @Override
  public boolean isDue(long bytes) {
    return folder.use() == SpillFolder.Use.ALWAYS
        || memory.getAllocatedMemory() + bytes > memory.getLimit() / 4;
  }

  @Override
  public void reserve(long bytes) {
    folder.reserve(bytes);
  }

  @Override
  public Path newFile() {
    return folder.newFile();
  }
}
