package dev.dovetail.engine.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.hash.KeyGroups;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.testing.Executions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A computed column of any type serves as a key beside positions that are NULL or odd.
class ColumnBuilderTest {
  static Stream<Arguments> columns() {
    return Stream.of(
        Arguments.of(ValueType.BOOL, false, true),
        Arguments.of(ValueType.INTEGER, 1L, 2L),
        Arguments.of(ValueType.DATE, 1L, 2L),
        Arguments.of(ValueType.TIME, 1L, 2L),
        Arguments.of(ValueType.NAIVE_TIMESTAMP, 1L, 2L),
        Arguments.of(ValueType.INSTANT, 1L, 2L),
        Arguments.of(ValueType.DURATION, 1L, 2L),
        Arguments.of(ValueType.FLOAT, 1.5, 2.5),
        Arguments.of(ValueType.DECIMAL, new BigDecimal("1.50"), new BigDecimal("2.5")),
        Arguments.of(ValueType.TEXT, "a", "a text that does not fit a long"),
        Arguments.of(ValueType.BINARY, new byte[] {1}, new byte[] {2, 3}));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void valuesBesideOddOnesAreKeys(ValueType type, Object one, Object other) {
    try (BufferAllocator allocator = new RootAllocator();
        MemoryArea area = new MemoryArea(allocator, Optional.empty())) {
      Execution execution = Executions.of(allocator);
      ColumnBuilder builder = ColumnBuilder.of(type, type, 0);
      builder.addOdd();
      builder.add(one);
      builder.addNull();
      builder.add(other);
      builder.add(one);
      builder.addOdd();
      builder.settle(5, other);
      ColumnData column = builder.build(area);
      List<ColumnData> columns = List.of(column);
      KeyPairs pairs = KeyPairs.of(columns, columns, KeyPairs.NullKeys.EQUAL);
      KeyGroups groups = KeyGroups.of(pairs, pairs, 6, 6, area, execution);
      assertThat(found(groups, 1, column)).containsExactly(1, 4);
      assertThat(found(groups, 2, column)).containsExactly(2);
      assertThat(found(groups, 3, column)).containsExactly(3, 5);
      assertThat(column.isOdd(0)).isTrue();
      assertThat(column.isOdd(5)).isFalse();
    }
  }

  /// What an odd position equals is not defined.
  private static List<Integer> found(KeyGroups groups, int x, ColumnData column) {
    List<Integer> found = new ArrayList<>();
    for (int at = groups.first(x); at >= 0; at = groups.next(at)) {
      if (!column.isOdd(groups.y(at))) {
        found.add(groups.y(at));
      }
    }
    return found;
  }
}
