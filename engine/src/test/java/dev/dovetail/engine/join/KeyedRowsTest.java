package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.errors.DovetailException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyedRowsTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static BigInteger n(long value) {
    return BigInteger.valueOf(value);
  }

  private MemoryTable table(List<Kind> kinds, List<List<Object>> rows) {
    List<String> names = IntStream.range(0, kinds.size()).mapToObj(i -> "c" + i).toList();
    return MemoryTable.of(allocator, names, kinds, rows, 2);
  }

  private KeyedRows keyed(MemoryTable table, List<String> key, String... evidence) {
    return KeyedRows.of("shop", table, key, List.of(evidence), Executions.of(allocator));
  }

  private int distinct(Kind kind, Object... values) {
    List<List<Object>> rows = Arrays.stream(values).map(value -> Arrays.asList(value)).toList();
    try (MemoryTable table = table(List.of(kind), rows);
        KeyedRows keyed = keyed(table, List.of("c0"))) {
      return keyed.count();
    }
  }

  @Test
  void keysAreEqualAsConditionsSeeThem() {
    assertThat(distinct(Kind.INT64, n(1), n(2), n(1))).isEqualTo(2);
    assertThat(distinct(Kind.FLOAT64, 0.0, -0.0)).isEqualTo(1);
    assertThat(distinct(Kind.FLOAT64, Double.NaN, Double.NaN, 1.0)).isEqualTo(3);
    assertThat(distinct(Kind.TEXT, null, "", null, "a")).isEqualTo(3);
    assertThat(distinct(Kind.TEXT, "\u00e9", "e\u0301")).isEqualTo(2);
    assertThat(
            distinct(
                Kind.DECIMAL_WIDE,
                new BigDecimal("1.2000000000"),
                new BigDecimal("1.2000000001"),
                new BigDecimal("1.2000000000")))
        .isEqualTo(2);
    assertThat(distinct(Kind.UINT64, n(1), new BigInteger("18446744073709551615"))).isEqualTo(2);
  }

  @Test
  void positionsFollowTheFirstArrivalOfEachKey() {
    List<List<Object>> rows =
        List.of(
            List.of(n(7), "a"),
            List.of(n(3), "b"),
            List.of(n(7), "c"),
            List.of(n(5), "d"),
            List.of(n(3), "e"));
    try (MemoryTable table = table(List.of(Kind.INT64, Kind.TEXT), rows);
        KeyedRows keyed = keyed(table, List.of("c0"))) {
      assertThat(keyed.unique()).isFalse();
      assertThat(IntStream.range(0, 3).mapToObj(keyed::keyText)).containsExactly("7", "3", "5");
      assertThat(IntStream.range(0, 5).map(keyed::positionOf)).containsExactly(0, 1, 0, 2, 1);
      assertThat(IntStream.range(0, 3).mapToLong(keyed::firstRow)).containsExactly(0L, 1L, 3L);
      RowsOfKey all = keyed.rowsOfKeys();
      assertThat(all.count(1)).isEqualTo(2);
      assertThat(all.row(1, 1)).isEqualTo(4);
    }
  }

  @Test
  void rowsThatShareAKeyMustAgreeInEvidence() {
    List<List<Object>> rows =
        List.of(
            List.of(n(4), n(1), 1.0), List.of(n(7), n(1), 1.0), List.of(n(7), n(2), Double.NaN));
    try (MemoryTable table = table(List.of(Kind.INT64, Kind.INT64, Kind.FLOAT64), rows)) {
      assertThatThrownBy(() -> keyed(table, List.of("c0"), "c1", "c2"))
          .isInstanceOf(DovetailException.class)
          .hasMessageContainingAll("E125", "shop", "7", "c1, c2", "rows 2 and 3");
      try (KeyedRows hidden = keyed(table, List.of("c0"))) {
        assertThat(hidden.count()).isEqualTo(2);
      }
    }
  }

  @Test
  void nullEvidenceAgreesWithItselfAndNaNDoesNot() {
    List<List<Object>> nulls = List.of(Arrays.asList(n(1), null), Arrays.asList(n(1), null));
    try (MemoryTable table = table(List.of(Kind.INT64, Kind.FLOAT64), nulls);
        KeyedRows keyed = keyed(table, List.of("c0"), "c1")) {
      assertThat(keyed.count()).isEqualTo(1);
    }
    List<List<Object>> nans = List.of(List.of(n(1), Double.NaN), List.of(n(1), Double.NaN));
    try (MemoryTable table = table(List.of(Kind.INT64, Kind.FLOAT64), nans)) {
      assertThatThrownBy(() -> keyed(table, List.of("c0"), "c1")).hasMessageContaining("E125");
    }
  }

  @Test
  void conditionsSeeKeyColumnsFirstThenTheEvidenceThatTheTableHas() {
    List<List<Object>> rows = List.of(List.of(n(1), "a", true), List.of(n(2), "b", false));
    try (MemoryTable table = table(List.of(Kind.INT64, Kind.TEXT, Kind.BOOL), rows);
        KeyedRows keyed = keyed(table, List.of("c1", "c0"), "c9", "c0", "c2")) {
      assertThat(keyed.schema().getFields().stream().map(Field::getName))
          .containsExactly("c1", "c0", "c2");
      assertThat(keyed.column("c2")).isEqualTo(2);
      assertThat(keyed.column("c9")).isEqualTo(-1);
      assertThat(keyed.keyText(1)).isEqualTo("('b', 2)");
      try (VectorSchemaRoot root = keyed.gather(new int[] {9, 1, 0, 1}, 1, 4, allocator)) {
        assertThat(root.contentToTSVString())
            .isEqualTo("c1\tc0\tc2\nb\t2\tfalse\na\t1\ttrue\nb\t2\tfalse\n");
      }
      KeyedRows more = keyed.withColumn("gate key", new long[] {5, 6});
      assertThat(more.column("gate key")).isEqualTo(3);
      assertThat(more.schema()).isEqualTo(keyed.schema());
      assertThat(more.column(3).size()).isEqualTo(2);
    }
  }

  @Test
  void aMissingKeyColumnIsNamedWithWhatExists() {
    try (MemoryTable table = table(List.of(Kind.INT64), List.of())) {
      assertThatThrownBy(() -> keyed(table, List.of("sku")))
          .hasMessageContainingAll("E103", "shop", "sku", "c0");
    }
  }

  @Test
  void aListIsNoKey() {
    Field item = new Field("item", FieldType.nullable(ArrowType.Utf8.INSTANCE), List.of());
    Field tags = new Field("tags", FieldType.nullable(ArrowType.List.INSTANCE), List.of(item));
    try (MemoryTable table = new MemoryTable(new Schema(List.of(tags)))) {
      assertThatThrownBy(() -> keyed(table, List.of("tags")))
          .hasMessageContainingAll("E101", "tags", "list");
    }
  }

  @Test
  void listsAreComparedElementByElement() {
    Field id = new Field("id", FieldType.nullable(new ArrowType.Int(64, true)), List.of());
    Field item = new Field("item", FieldType.nullable(new ArrowType.Int(64, true)), List.of());
    Field tags = new Field("tags", FieldType.nullable(ArrowType.List.INSTANCE), List.of(item));
    for (long last : new long[] {2, 3}) {
      try (MemoryTable table = new MemoryTable(new Schema(List.of(id, tags)))) {
        table.add(
            allocator,
            2,
            (vector, column) -> {
              if (vector instanceof ListVector lists) {
                UnionListWriter writer = lists.getWriter();
                for (long end : new long[] {2, last}) {
                  writer.startList();
                  writer.writeBigInt(1);
                  writer.writeBigInt(end);
                  writer.endList();
                }
              } else {
                ((org.apache.arrow.vector.BigIntVector) vector).setSafe(0, 7);
                ((org.apache.arrow.vector.BigIntVector) vector).setSafe(1, 7);
              }
            });
        if (last == 2) {
          keyed(table, List.of("id"), "tags").close();
        } else {
          assertThatThrownBy(() -> keyed(table, List.of("id"), "tags"))
              .hasMessageContainingAll("E125", "tags");
        }
      }
    }
  }
}
