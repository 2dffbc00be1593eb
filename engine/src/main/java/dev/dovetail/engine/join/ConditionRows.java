package dev.dovetail.engine.join;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// The rows of one side as a condition sees them: one per distinct primary key, in the arrival
/// order of the key's first row, with the key columns and then the declared evidence. Positions
/// count from 0.
public interface ConditionRows {
  /// The visible columns, key columns first.
  Schema schema();

  int count();

  /// Copies the visible columns of some positions, in that order; the caller closes the result.
  VectorSchemaRoot gather(int[] positions, int from, int to, BufferAllocator allocator);

  /// The primary key of a position as people read it: `7`, `'eu'`, `('eu', None)`.
  String keyText(int position);
}
