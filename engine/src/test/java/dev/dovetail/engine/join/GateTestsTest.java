package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.Kind;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GateTestsTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  /// A key and twice the same column, so that a range has two ends.
  private MemoryTable table(Kind kind) {
    List<List<Object>> rows = new ArrayList<>();
    List<Object> values = new ArrayList<>(kind.pool());
    values.add(null);
    for (Object a : values) {
      for (Object b : values.subList(0, Math.min(4, values.size()))) {
        rows.add(Arrays.asList(BigInteger.valueOf(rows.size()), a, b));
      }
    }
    this.rows = rows;
    return MemoryTable.of(
        allocator, List.of("id", "a", "b"), List.of(Kind.INT64, kind, kind), rows, 7);
  }

  private List<List<Object>> rows;

  private KeyedRows keyed(MemoryTable table) {
    return KeyedRows.of("side", table, List.of("id"), List.of("a", "b"), Executions.of(allocator));
  }

  private static JoinPlan plan(Gate gate) {
    return new JoinPlan("left", "right", List.of(), Optional.of(gate));
  }

  private static final List<Constant> WIDTHS =
      List.of(
          new Constant.Int(BigInteger.ZERO),
          new Constant.Int(BigInteger.TWO),
          new Constant.Int(BigInteger.ONE.negate()),
          new Constant.Int(BigInteger.TWO.pow(63)),
          new Constant.Int(BigInteger.TWO.pow(64).subtract(BigInteger.ONE)),
          new Constant.Int(BigInteger.TWO.pow(80)),
          new Constant.Bool(true),
          new Constant.Real(0.7),
          new Constant.Real(-0.25),
          new Constant.Real(Double.POSITIVE_INFINITY),
          new Constant.Decimal(new BigDecimal("0.2000000001")));

  /// The difference as Python takes it; null where it raises, NaN as a Double.
  private static Object difference(Object a, Object b) {
    if (a instanceof LocalDate x && b instanceof LocalDate y) {
      return nanos(Duration.ofDays(x.toEpochDay() - y.toEpochDay()));
    }
    if (a instanceof LocalDateTime x && b instanceof LocalDateTime y) {
      return nanos(Duration.between(y.toInstant(ZoneOffset.UTC), x.toInstant(ZoneOffset.UTC)));
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return nanos(Duration.between(y, x));
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return nanos(x.minus(y));
    }
    boolean numbers = isNumber(a) && isNumber(b);
    boolean real = a instanceof Double || b instanceof Double;
    boolean decimal = a instanceof BigDecimal || b instanceof BigDecimal;
    if (!numbers || (real && decimal)) {
      return null;
    }
    if (real) {
      return real(a) - real(b);
    }
    BigDecimal exact = Reference.decimal(a).subtract(Reference.decimal(b));
    return decimal ? exact.round(new MathContext(28, RoundingMode.HALF_EVEN)) : exact;
  }

  private static boolean isNumber(Object value) {
    return value instanceof Boolean
        || value instanceof BigInteger
        || value instanceof Double
        || value instanceof BigDecimal;
  }

  private static double real(Object value) {
    return value instanceof Double d ? d : Reference.decimal(value).doubleValue();
  }

  /// In microseconds, which is what widths of times are.
  private static BigDecimal nanos(Duration duration) {
    return new BigDecimal(duration.getSeconds())
        .scaleByPowerOfTen(6)
        .add(BigDecimal.valueOf(duration.getNano(), 3));
  }

  private static boolean within(Object difference, Constant width) {
    Object limit =
        switch (width) {
          case Constant.Bool(boolean value) -> value;
          case Constant.Int(BigInteger value) -> value;
          case Constant.Real(double value) -> value;
          case Constant.Decimal(BigDecimal value) -> value;
          default -> throw new IllegalArgumentException();
        };
    if (difference instanceof Double d) {
      return !d.isNaN() && Reference.compare(Comparison.LESS_OR_EQUAL, Math.abs(d), limit);
    }
    return Reference.compare(Comparison.LESS_OR_EQUAL, ((BigDecimal) difference).abs(), limit);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aBandIsWhatTheDifferenceSays(Kind left) {
    for (Kind right : Kind.values()) {
      try (MemoryTable xTable = table(left);
          KeyedRows x = keyed(xTable)) {
        List<List<Object>> xs = rows;
        try (MemoryTable yTable = table(right);
            KeyedRows y = keyed(yTable)) {
          boolean defined = difference(xs.getFirst().get(1), rows.getFirst().get(1)) != null;
          for (Constant width : WIDTHS) {
            Gate gate = new Gate.Band(1, 1, width);
            if (!defined) {
              assertThatThrownBy(() -> new GateTests(plan(gate), x, y).test(gate))
                  .hasMessageContainingAll("E111", "band", "'a'", "left");
            } else {
              checkBand(new GateTests(plan(gate), x, y).test(gate), xs, rows, width);
            }
          }
        }
      }
    }
  }

  @Test
  void aDifferenceOfDecimalsIsRoundedToTwentyEightDigits() {
    List<List<Object>> values =
        List.of(
            List.of(BigInteger.ZERO, new BigDecimal("18446744073709551615.0000000004")),
            List.of(BigInteger.ONE, new BigDecimal("18446744073709551615.0000000060")),
            List.of(BigInteger.TWO, new BigDecimal("0.0000000000")));
    try (MemoryTable table =
            MemoryTable.of(
                allocator, List.of("id", "a"), List.of(Kind.INT64, Kind.DECIMAL_WIDE), values, 2);
        KeyedRows side = keyed(table)) {
      Gate gate = new Gate.Band(1, 1, new Constant.Int(new BigInteger("18446744073709551615")));
      PairTest test = new GateTests(plan(gate), side, side).test(gate);
      assertThat(test.test(0, 2)).isEqualTo(PairTest.TRUE);
      assertThat(test.test(2, 0)).isEqualTo(PairTest.TRUE);
      assertThat(test.test(1, 2)).isEqualTo(PairTest.FALSE);
    }
  }

  private static void checkBand(
      PairTest test, List<List<Object>> xs, List<List<Object>> ys, Constant width) {
    for (int i = 0; i < xs.size(); i++) {
      for (int j = 0; j < ys.size(); j++) {
        Object a = xs.get(i).get(1);
        Object b = ys.get(j).get(1);
        boolean inside = a != null && b != null && within(difference(a, b), width);
        assertThat(test.test(i, j) == PairTest.TRUE)
            .as("|%s - %s| <= %s", a, b, width)
            .isEqualTo(inside);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRangeOverlapIsClosedAndWithoutNull(Kind kind) {
    try (MemoryTable table = table(kind);
        KeyedRows side = keyed(table)) {
      Gate gate = new Gate.RangeOverlap(1, 2, 1, 2);
      PairTest test = new GateTests(plan(gate), side, side).test(gate);
      for (int i = 0; i < rows.size(); i++) {
        for (int j = 0; j < rows.size(); j++) {
          List<Object> x = rows.get(i);
          List<Object> y = rows.get(j);
          boolean there =
              x.get(1) != null && x.get(2) != null && y.get(1) != null && y.get(2) != null;
          boolean inside =
              there
                  && Reference.compare(Comparison.LESS_OR_EQUAL, x.get(1), y.get(2))
                  && Reference.compare(Comparison.LESS_OR_EQUAL, y.get(1), x.get(2));
          assertThat(test.test(i, j) == PairTest.TRUE).as("%s, %s", x, y).isEqualTo(inside);
        }
      }
    }
  }

  @Test
  void aRangeBetweenFamiliesIsRefused() {
    try (MemoryTable xTable = table(Kind.TEXT);
        KeyedRows x = keyed(xTable);
        MemoryTable yTable = table(Kind.INT64);
        KeyedRows y = keyed(yTable)) {
      Gate gate = new Gate.RangeOverlap(1, 2, 1, 2);
      assertThatThrownBy(() -> new GateTests(plan(gate), x, y).test(gate))
          .hasMessageContainingAll("E111", "range_overlap", "TEXT", "INTEGER");
    }
  }

  @Test
  void aPrefixCountsCodePoints() {
    try (MemoryTable table = table(Kind.TEXT);
        KeyedRows side = keyed(table)) {
      for (int length = 0; length < 40; length++) {
        Gate gate = new Gate.Prefix(1, 1, length);
        PairTest test = new GateTests(plan(gate), side, side).test(gate);
        for (int i = 0; i < rows.size(); i++) {
          for (int j = 0; j < rows.size(); j++) {
            String a = (String) rows.get(i).get(1);
            String b = (String) rows.get(j).get(1);
            boolean inside = a != null && b != null && prefix(a, length).equals(prefix(b, length));
            assertThat(test.test(i, j) == PairTest.TRUE)
                .as("%s, %s, %s", a, b, length)
                .isEqualTo(inside);
          }
        }
      }
    }
  }

  private static String prefix(String text, int length) {
    return text.substring(
        0, text.offsetByCodePoints(0, Math.min(length, text.codePointCount(0, text.length()))));
  }

  @Test
  void sharedTokensAreEqualElementsAndAbsentListsShareNone() {
    Field id = new Field("id", FieldType.nullable(new ArrowType.Int(64, true)), List.of());
    Field item = new Field("item", FieldType.nullable(ArrowType.Utf8.INSTANCE), List.of());
    Field tags = new Field("tags", FieldType.nullable(ArrowType.List.INSTANCE), List.of(item));
    List<List<String>> lists =
        Arrays.asList(
            List.of("u", "v"),
            List.of("w"),
            null,
            List.of("v"),
            List.of(),
            Arrays.asList("q", null),
            Arrays.asList((String) null));
    try (MemoryTable table = new MemoryTable(new Schema(List.of(id, tags)))) {
      for (List<List<String>> part : List.of(lists.subList(0, 3), lists.subList(3, 7))) {
        table.add(
            allocator,
            part.size(),
            (vector, column) -> {
              if (vector instanceof BigIntVector ids) {
                for (int r = 0; r < part.size(); r++) {
                  ids.setSafe(r, table.rowCount() + r);
                }
              } else {
                writeLists((ListVector) vector, part);
              }
            });
      }
      try (KeyedRows side =
          KeyedRows.of("p", table, List.of("id"), List.of("tags"), Executions.of(allocator))) {
        Gate gate = new Gate.SharedToken(1, 1);
        PairTest test = new GateTests(plan(gate), side, side).test(gate);
        for (int i = 0; i < lists.size(); i++) {
          for (int j = 0; j < lists.size(); j++) {
            List<String> a = lists.get(i);
            List<String> b = lists.get(j);
            boolean inside =
                a != null && b != null && a.stream().anyMatch(new ArrayList<>(b)::contains);
            assertThat(test.test(i, j) == PairTest.TRUE).as("%s, %s", a, b).isEqualTo(inside);
          }
        }
      }
    }
  }

  private static void writeLists(ListVector vector, List<List<String>> lists) {
    UnionListWriter writer = vector.getWriter();
    for (int r = 0; r < lists.size(); r++) {
      writer.setPosition(r);
      if (lists.get(r) == null) {
        writer.writeNull();
        continue;
      }
      writer.startList();
      for (String token : lists.get(r)) {
        if (token == null) {
          writer.writeNull();
        } else {
          writer.writeVarChar(token);
        }
      }
      writer.endList();
    }
  }

  @Test
  void anyOfIsInsideWhereOneOfItsGatesIs() {
    try (MemoryTable table = table(Kind.INT8);
        KeyedRows side = keyed(table)) {
      Gate gate =
          new Gate.AnyOf(
              List.of(
                  new Gate.Equality(List.of(1), List.of(1)),
                  new Gate.Band(1, 1, new Constant.Int(BigInteger.ONE))));
      PairTest test = new GateTests(plan(gate), side, side).test(gate);
      for (int i = 0; i < rows.size(); i++) {
        for (int j = 0; j < rows.size(); j++) {
          Object a = rows.get(i).get(1);
          Object b = rows.get(j).get(1);
          boolean inside =
              Reference.equal(a, b)
                  || (a != null
                      && b != null
                      && within(difference(a, b), new Constant.Int(BigInteger.ONE)));
          assertThat(test.test(i, j) == PairTest.TRUE).isEqualTo(inside);
        }
      }
    }
  }
}
