package dev.dovetail.engine.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.decide.runtime.Reads;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.hash.KeyGroups;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.testing.Executions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
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

  /// Parts put together are what one builder would have made, lists and odd positions included.
  @Test
  void partsMakeOneColumn() {
    try (BufferAllocator allocator = new RootAllocator();
        MemoryArea area = new MemoryArea(allocator, Optional.empty())) {
      for (ValueType elements : List.of(ValueType.TEXT, ValueType.INTEGER, ValueType.FLOAT)) {
        ColumnBuilder whole = ColumnBuilder.of(ValueType.LIST, elements, 0);
        List<ColumnData> parts = new ArrayList<>();
        Random random = new Random(7);
        for (int part = 0; part < 9; part++) {
          ColumnBuilder some = ColumnBuilder.of(ValueType.LIST, elements, 0);
          for (int p = random.nextInt(70); p > 0; p--) {
            Object list = list(random, elements);
            int kind = random.nextInt(12);
            for (ColumnBuilder builder : List.of(whole, some)) {
              if (kind == 0) {
                builder.addOdd();
              } else if (kind == 1) {
                builder.addNull();
              } else {
                builder.add(list);
              }
            }
          }
          parts.add(some.build(area));
        }
        ColumnData expected = whole.build(area);
        ColumnData found = Concatenation.of(parts, area);
        assertThat(found.size()).isEqualTo(expected.size());
        for (int p = 0; p < found.size(); p++) {
          assertThat(found.isOdd(p)).isEqualTo(expected.isOdd(p));
          if (!found.isOdd(p)) {
            assertThat(Reads.boxed(found, p)).isEqualTo(Reads.boxed(expected, p));
          }
        }
      }
    }
  }

  private static List<Object> list(Random random, ValueType elements) {
    List<Object> list = new ArrayList<>();
    for (int e = random.nextInt(4); e > 0; e--) {
      int value = random.nextInt(1000);
      switch (elements) {
        case TEXT -> list.add("é".repeat(value % 5) + value);
        case INTEGER -> list.add((long) value);
        default -> list.add(value / 8.0);
      }
    }
    return list;
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
