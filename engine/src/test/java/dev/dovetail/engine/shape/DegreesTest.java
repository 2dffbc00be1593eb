package dev.dovetail.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.join.KeyedRows;
import dev.dovetail.engine.join.MatchBatch;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DegreesTest {
  private final BufferAllocator allocator = new RootAllocator();
  private MemoryTable table;
  private KeyedRows rows;

  @BeforeEach
  void twentyKeys() {
    List<List<Object>> values =
        IntStream.range(0, 20).mapToObj(i -> List.<Object>of(BigInteger.valueOf(100 + i))).toList();
    table = MemoryTable.of(allocator, List.of("id"), List.of(Kind.INT64), values, 8);
    rows = KeyedRows.of("s", table, List.of("id"), List.of(), Executions.of(allocator));
  }

  @AfterEach
  void allMemoryIsFreed() {
    rows.close();
    table.close();
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  /// X position i has i % 3 matches in each of two inputs: y = 0, and for two y = 1.
  private List<DegreeViolation> violations(DegreeRule x, DegreeRule y) {
    Degrees degrees = new Degrees(rows, List.of(rows, rows), x, y);
    for (int from = 0; from < 20; from += 5) {
      int[] offsets = new int[6];
      int[] ys = new int[10];
      for (int k = 0; k < 5; k++) {
        int degree = (from + k) % 3;
        for (int m = 0; m < degree; m++) {
          ys[offsets[k] + m] = m;
        }
        offsets[k + 1] = offsets[k] + degree;
      }
      MatchBatch batch = new MatchBatch(from, 5, offsets, ys);
      degrees.accept(from, 5, List.of(batch, batch));
    }
    return degrees.violations();
  }

  @Test
  void noRuleIsNeverBroken() {
    assertThat(violations(DegreeRule.NONE, DegreeRule.NONE)).isEmpty();
    assertThat(violations(DegreeRule.atMost(4), DegreeRule.atMost(13))).isEmpty();
  }

  @Test
  void anXKeyCountsItsMatchesInAllInputs() {
    List<DegreeViolation> violations = violations(DegreeRule.atMost(2), DegreeRule.NONE);
    assertThat(violations).hasSize(1);
    assertThat(violations.getFirst().violators()).isEqualTo(6);
    assertThat(violations.getFirst().problem().toString())
        .contains("E127", "max_matches_per_x=2", "6 keys", "102 of 's' has 4")
        .doesNotContain("exact_x");
  }

  @Test
  void aYKeyCountsByItselfInEachInput() {
    List<DegreeViolation> violations = violations(DegreeRule.NONE, DegreeRule.atMost(6));
    assertThat(violations.getFirst().violators()).isEqualTo(2);
    assertThat(violations.getFirst().problem().toString())
        .contains("max_matches_per_y=6", "100 of 's' has 13, 100 of 's' has 13");
  }

  @Test
  void exactRulesCountKeysWithoutMatchesAndListTenOfThem() {
    List<DegreeViolation> violations = violations(DegreeRule.exactly(0), DegreeRule.exactly(0));
    assertThat(violations).hasSize(2);
    assertThat(violations.getFirst().violators()).isEqualTo(13);
    assertThat(violations.getFirst().first()).hasSize(10);
    assertThat(violations.getFirst().problem().toString())
        .contains("exact_x with max_matches_per_x=0", "13 keys", "101 of 's' has 2", ", ...");
    assertThat(violations.getLast().problem().toString()).contains("exact_y");
  }

  @Test
  void exactNeedsANumber() {
    assertThatThrownBy(() -> new DegreeRule(OptionalLong.empty(), true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
