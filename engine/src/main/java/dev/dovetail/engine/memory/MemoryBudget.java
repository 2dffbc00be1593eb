package dev.dovetail.engine.memory;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.util.function.Supplier;
import org.apache.arrow.memory.OutOfMemoryException;

/// Says in the user's terms that an allocator has reached its limit.
public final class MemoryBudget {
  private MemoryBudget() {}

  /// Does work that allocates.
  ///
  /// @param what the work, as in "while loading columns"
  /// @throws DovetailException E403 if the allocator refuses
  public static <T> T within(String what, Supplier<T> work) {
    try {
      return work.get();
    } catch (OutOfMemoryException e) {
      throw new DovetailException(
          new Problem(
              ErrorCode.E403,
              "the memory budget was spent " + what,
              "",
              "Give the run more with --memory."),
          e);
    }
  }
}
