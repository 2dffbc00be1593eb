package dev.dovetail.pipelines.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written into a column is read back.
class RoundTripTest {
  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Simple.BOOL, List.of(true, false)),
        Arguments.of(Simple.INT, List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE)),
        Arguments.of(Simple.FLOAT, List.of(-0.0, Double.NaN, 1e300)),
        Arguments.of(
            new CxlType.Decimal(2), List.of(new BigDecimal("1.20"), new BigDecimal("-0.01"))),
        Arguments.of(Simple.STRING, List.of("", "é☃😀", "x".repeat(5_000))),
        Arguments.of(Simple.BINARY, List.of(ByteBuffer.wrap(new byte[] {0, -1}))),
        Arguments.of(Simple.DATE, List.of(LocalDate.of(2024, 2, 29), LocalDate.of(1, 1, 1))),
        Arguments.of(Simple.TIME, List.of(LocalTime.of(23, 59, 59, 999_999_000))),
        Arguments.of(
            Simple.DATETIME, List.of(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999))),
        Arguments.of(Simple.INSTANT, List.of(Instant.ofEpochSecond(-1, 1))),
        Arguments.of(Simple.DURATION, List.of(Duration.ofSeconds(-1, 1))),
        Arguments.of(
            new CxlType.Array(Simple.INT), List.of(List.of(), Arrays.asList(1L, null, 3L))),
        Arguments.of(
            new CxlType.Mapping(
                List.of(
                    new CxlType.Entry("a", Simple.INT),
                    new CxlType.Entry("b", new CxlType.Array(Simple.STRING)))),
            List.of(map(1L, List.of("x", "y")), map(null, null))));
  }

  private static Map<String, Object> map(Long a, List<String> b) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", a);
    map.put("b", b);
    return map;
  }

  @ParameterizedTest
  @MethodSource("values")
  void aColumnHoldsTheValuesOfItsType(CxlType type, List<?> values) throws Exception {
    Field field = ColumnType.field("c", type);
    assertThat(ColumnType.of(field)).isEqualTo(type);
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = field.createVector(allocator)) {
      ValueWriter writer = ValueWriter.of(vector);
      int rows = 3_000;
      for (int row = 0; row < rows; row++) {
        writer.write(row, row % 3 == 2 ? null : values.get(row % values.size()));
      }
      vector.setValueCount(rows);
      ValueReader reader = ValueReader.of(vector);
      for (int row = 0; row < rows; row++) {
        assertThat(reader.read(row))
            .isEqualTo(row % 3 == 2 ? null : values.get(row % values.size()));
      }
    }
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(Simple.INT, BigInteger.ONE.shiftLeft(63)),
        Arguments.of(new CxlType.Decimal(2), BigDecimal.TEN.pow(37)),
        Arguments.of(Simple.DATETIME, LocalDateTime.of(2300, 1, 1, 0, 0)),
        Arguments.of(Simple.DURATION, Duration.ofDays(200_000)));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void aValueThatDoesNotFitFails(CxlType type, Object value) {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = ColumnType.field("c", type).createVector(allocator)) {
      assertThatThrownBy(() -> ValueWriter.of(vector).write(0, value))
          .isInstanceOf(CxlFailure.class);
    }
  }
}
