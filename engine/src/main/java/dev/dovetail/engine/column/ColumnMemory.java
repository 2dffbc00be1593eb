package dev.dovetail.engine.column;

import dev.dovetail.engine.run.MemoryBudget;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/// Off-heap memory of one side's columns, all freed together.
public final class ColumnMemory implements AutoCloseable {
  private final BufferAllocator allocator;
  private final List<ArrowBuf> buffers = new ArrayList<>();

  public ColumnMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  synchronized MemorySegment allocate(long bytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    ArrowBuf buffer = MemoryBudget.within("while loading columns", () -> allocator.buffer(bytes));
    buffers.add(buffer);
    return MemorySegment.ofAddress(buffer.memoryAddress()).reinterpret(bytes);
  }

  @Override
  public synchronized void close() {
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
  }
}
