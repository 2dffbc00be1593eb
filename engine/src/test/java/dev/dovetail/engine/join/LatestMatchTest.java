package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class LatestMatchTest {
  /// The latest of all Y positions, for rows of a key and a time.
  private static List<Integer> latest(List<List<Object>> rows) {
    try (BufferAllocator allocator = new RootAllocator();
        MemoryTable table =
            MemoryTable.of(
                allocator, List.of("id", "time"), List.of(Kind.INT64, Kind.FLOAT64), rows, 2);
        KeyedRows y =
            KeyedRows.of("y", table, List.of("id"), List.of("time"), Executions.of(allocator))) {
      int[] all = new int[y.count()];
      Arrays.setAll(all, position -> position);
      MatchBatch batch = new MatchBatch(0, 1, new int[] {0, all.length}, all);
      MatchBatch found = new LatestMatch(y, 1).of(batch);
      return Arrays.stream(found.y(), 0, found.offsets()[1]).boxed().toList();
    }
  }

  private static List<Object> row(int id, Double time) {
    return Arrays.asList(BigInteger.valueOf(id), time);
  }

  @Test
  void theLatestIsKept() {
    assertThat(latest(List.of(row(7, 1.0), row(8, 3.0), row(9, 2.0)))).containsExactly(1);
  }

  @Test
  void ofEquallyLateOnesTheLastToArriveIsKept() {
    assertThat(latest(List.of(row(7, 3.0), row(8, 3.0), row(9, 2.0)))).containsExactly(1);
  }

  @Test
  void aKeyArrivesLastWithItsLastRow() {
    assertThat(latest(List.of(row(7, 3.0), row(8, 3.0), row(7, 3.0)))).containsExactly(0);
  }

  @Test
  void whatHasNoOrderIsNeverLatest() {
    assertThat(latest(List.of(row(7, 1.0), row(8, Double.NaN), row(9, null)))).containsExactly(0);
    assertThat(latest(List.of(row(8, Double.NaN), row(9, null)))).isEmpty();
  }
}
