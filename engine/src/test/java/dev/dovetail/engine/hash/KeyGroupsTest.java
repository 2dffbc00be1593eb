package dev.dovetail.engine.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.KeyPairs;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.BoxedColumns;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.Reference;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Groups and distinct keys against a nested loop: for direct tables and partitions, exact codes
/// and hashes, in memory and spilled.
class KeyGroupsTest {
  /// Where the keys come from.
  enum Keys {
    SMALL_RANGE(List.of(Kind.INT64), i -> List.of(BigInteger.valueOf(i % 97))),
    UNIQUE(List.of(Kind.INT64), i -> List.of(BigInteger.valueOf(i))),
    WIDE(List.of(Kind.INT64), i -> List.of(BigInteger.valueOf(i % 211).shiftLeft(50))),
    ONE_HOT(
        List.of(Kind.INT64), i -> List.of(BigInteger.valueOf(i % 3 == 0 ? i : 7).shiftLeft(40))),
    SHORT_TEXT(List.of(Kind.TEXT), i -> List.of("id" + i % 211)),
    TEXT(List.of(Kind.TEXT), i -> List.of("a name of some length " + i % 211)),
    FLOATS(List.of(Kind.FLOAT64), i -> List.of(i % 5 == 0 ? Double.NaN : i % 211 - 0.5)),
    NULLS(List.of(Kind.INT64), i -> one(i % 4 == 0 ? null : BigInteger.valueOf(i % 97))),
    TWO_COLUMNS(
        List.of(Kind.INT64, Kind.TEXT), i -> List.of(BigInteger.valueOf(i % 13), "k" + i % 17)),
    TWO_NUMBERS(
        List.of(Kind.INT64, Kind.INT64),
        i -> List.of(BigInteger.valueOf(i % 13), BigInteger.valueOf(i % 17 - 5)));

    private final List<Kind> kinds;
    private final IntFunction<List<Object>> key;

    Keys(List<Kind> kinds, IntFunction<List<Object>> key) {
      this.kinds = kinds;
      this.key = key;
    }

    private static List<Object> one(Object value) {
      return Collections.singletonList(value);
    }

    List<List<Object>> rows(int count, Random random) {
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        rows.add(key.apply(random.nextInt(2 * count + 1)));
      }
      return rows;
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Keys.class)
  void everyWayFindsWhatANestedLoopFinds(Keys keys) {
    everyWay(keys, rows -> rows);
  }

  /// In order, keys are merged.
  @ParameterizedTest
  @EnumSource(Keys.class)
  void findsTheSameAmongSortedKeys(Keys keys) {
    everyWay(keys, KeyGroupsTest::sorted);
  }

  /// Many blocks and chunks of sorted keys, few of one side among many of the other, repeated or
  /// not.
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5000})
  void mergesManyKeys(int repeats) {
    for (int apart : new int[] {1, 40, 30_000}) {
      List<List<Object>> xs = spaced(200_000 / apart + 1, apart, 1);
      List<List<Object>> ys = spaced(150_000, 1, repeats);
      try (BufferAllocator allocator = new RootAllocator()) {
        Execution execution = Executions.of(allocator, 2, RunControl.unlimited());
        try (BoxedColumns x = new BoxedColumns(allocator, List.of(Kind.INT64), xs);
            BoxedColumns y = new BoxedColumns(allocator, List.of(Kind.INT64), ys);
            MemoryArea area = execution.area()) {
          assertMerged(x.column(0), y.column(0), repeats, area, execution);
          assertMerged(y.column(0), x.column(0), 1, area, execution);
        }
      }
    }
  }

  /// Keys so far apart that no table has a place for each.
  private static List<List<Object>> spaced(int count, int apart, int repeats) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> List.<Object>of(BigInteger.valueOf((long) (i / repeats) * apart).shiftLeft(40)))
        .toList();
  }

  private static void assertMerged(
      ColumnData x, ColumnData y, int repeats, MemoryArea area, Execution execution) {
    SideKeys keys = new SideKeys(KeyPairs.of(List.of(x), List.of(y)), Side.Y, y.size());
    assertThat(Order.of(keys, execution))
        .isEqualTo(repeats == 1 ? Order.DISTINCT : Order.ASCENDING);
    Map<Long, Integer> firsts = new HashMap<>();
    for (int j = y.size() - 1; j >= 0; j--) {
      firsts.put(((LongColumn) y).raw(j), j);
    }
    KeyGroups groups =
        KeyGroups.of(
            KeyPairs.of(List.of(x), List.of(y)),
            KeyPairs.of(List.of(y), List.of(y)),
            x.size(),
            y.size(),
            area,
            execution);
    long pairs = 0;
    for (int i = 0; i < x.size(); i++) {
      Integer first = firsts.get(((LongColumn) x).raw(i));
      assertThat(groups.first(i)).isEqualTo(first == null ? -1 : first);
      if (first != null) {
        int size = Math.min(repeats, y.size() - first);
        pairs += size;
        assertThat(groups.next(first)).isEqualTo(size == 1 ? -1 : first + 1);
        assertThat(groups.next(first + size - 1)).isEqualTo(-1);
      }
    }
    assertThat(groups.pairs()).isEqualTo(pairs);
  }

  private void everyWay(Keys keys, UnaryOperator<List<List<Object>>> arrange) {
    Random random = new Random(keys.ordinal());
    for (int size : new int[] {0, 1, 2, 63, 65, 700}) {
      List<List<Object>> xs = arrange.apply(keys.rows(size, random));
      List<List<Object>> ys = arrange.apply(keys.rows(random.nextInt(size + 1), random));
      for (int threads : new int[] {1, 2}) {
        try (BufferAllocator plenty = new RootAllocator();
            BufferAllocator little = new RootAllocator(1 << 15)) {
          check(keys, xs, ys, plenty, Executions.of(plenty, threads, RunControl.unlimited()));
          check(keys, xs, ys, plenty, Executions.spilling(little, threads, folder));
          assertThat(little.getAllocatedMemory() + plenty.getAllocatedMemory()).isZero();
        }
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static void check(
      Keys keys,
      List<List<Object>> xs,
      List<List<Object>> ys,
      BufferAllocator plenty,
      Execution execution) {
    try (BoxedColumns x = new BoxedColumns(plenty, keys.kinds, xs);
        BoxedColumns y = new BoxedColumns(plenty, keys.kinds, ys);
        MemoryArea area = execution.area()) {
      List<ColumnData> xColumns = columns(x, keys);
      List<ColumnData> yColumns = columns(y, keys);
      KeyGroups groups =
          KeyGroups.of(
              KeyPairs.of(xColumns, yColumns),
              KeyPairs.of(yColumns, yColumns),
              xs.size(),
              ys.size(),
              area,
              execution);
      long pairs = 0;
      for (int i = 0; i < xs.size(); i++) {
        List<Integer> expected = equal(xs.get(i), ys);
        List<Integer> found = new ArrayList<>();
        for (int at = groups.first(i); at >= 0; at = groups.next(at)) {
          found.add(groups.y(at));
        }
        assertThat(found).as("%s in %s", xs.get(i), ys).isEqualTo(expected);
        pairs += expected.size();
      }
      assertThat(groups.pairs()).isEqualTo(pairs);
      checkIndex(xColumns, xs, area, execution);
    }
  }

  /// By the first column, then the second, NULL last.
  private static List<List<Object>> sorted(List<List<Object>> rows) {
    Comparator<Object> order =
        Comparator.nullsLast((a, b) -> ((Comparable<Object>) a).compareTo(b));
    return rows.stream()
        .sorted(
            Comparator.comparing((List<Object> row) -> row.getFirst(), order)
                .thenComparing(List::getLast, order))
        .toList();
  }

  private static void checkIndex(
      List<ColumnData> columns, List<List<Object>> rows, MemoryArea area, Execution execution) {
    KeyIndex index = KeyIndex.of(columns, rows.size(), area, execution);
    List<Integer> firstRows = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      List<Integer> equal = equal(rows.get(row), rows);
      int first = equal.isEmpty() ? row : equal.getFirst();
      if (first == row) {
        firstRows.add(row);
      }
      if (index.repeated().isPresent()) {
        assertThat(index.repeated().get().positionOf().get(row))
            .isEqualTo(firstRows.indexOf(first));
      }
    }
    assertThat(index.count()).isEqualTo(firstRows.size());
    assertThat(index.repeated().isPresent()).isEqualTo(firstRows.size() < rows.size());
    index
        .repeated()
        .ifPresent(
            repeated ->
                assertThat(
                        IntStream.range(0, index.count())
                            .map(p -> repeated.firstRow().get(p))
                            .boxed())
                    .isEqualTo(firstRows));
  }

  private static List<Integer> equal(List<Object> key, List<List<Object>> rows) {
    return IntStream.range(0, rows.size())
        .filter(
            row ->
                IntStream.range(0, key.size())
                    .allMatch(c -> Reference.equal(key.get(c), rows.get(row).get(c))))
        .boxed()
        .toList();
  }

  private static List<ColumnData> columns(BoxedColumns columns, Keys keys) {
    return IntStream.range(0, keys.kinds.size()).mapToObj(columns::column).toList();
  }
}
