package dev.dovetail.engine.run;

import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.SpillFolder;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// What a run may use: memory, a place to spill, threads; and how it is ended early.
///
/// @param allocator its limit is the run's memory budget
/// @param spill where memory goes beyond the budget; without it that is E403
public record Execution(
    BufferAllocator allocator, Optional<SpillFolder> spill, Workers workers, RunControl control) {

  /// Memory for one owner.
  public MemoryArea area() {
    return new MemoryArea(allocator, spill);
  }

  /// Throws if the run is stopped.
  public void check() {
    control.check();
  }
}
