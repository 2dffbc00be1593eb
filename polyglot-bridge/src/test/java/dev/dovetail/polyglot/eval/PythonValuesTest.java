package dev.dovetail.polyglot.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.join.PairJudge.OnFailure;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSource;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What functions see of columns, what gates see of keys, and what mappings become.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonValuesTest {
  private PythonWorkers workers;

  @BeforeAll
  void start() {
    workers = new PythonWorkers(Judging.settings());
  }

  @AfterAll
  void end() {
    workers.close();
  }

  private static ArrowType real(FloatingPointPrecision precision) {
    return new ArrowType.FloatingPoint(precision);
  }

  /// One row of every type.
  private static SmallRows everything() {
    Consumer<VectorSchemaRoot> fill =
        root -> {
          ((UInt2Vector) root.getVector("u16")).setSafe(0, 65_535);
          ((UInt8Vector) root.getVector("u64")).setSafe(0, -1L);
          ((Float4Vector) root.getVector("f32")).setSafe(0, 0.1f);
          ((Float8Vector) root.getVector("f64")).setSafe(0, -0.0);
          ((BitVector) root.getVector("flag")).setSafe(0, 1);
          ((DecimalVector) root.getVector("dec")).setSafe(0, new BigDecimal("1.20"));
          ((VarCharVector) root.getVector("text"))
              .setSafe(0, "né\u0000\u0001𝄞".getBytes(StandardCharsets.UTF_8));
          ((VarBinaryVector) root.getVector("raw")).setSafe(0, new byte[] {0, -1});
          ((DateDayVector) root.getVector("day"))
              .setSafe(0, (int) LocalDate.of(2024, 2, 29).toEpochDay());
          ((TimeMicroVector) root.getVector("time")).setSafe(0, 86_399_999_999L);
          ((TimeStampNanoVector) root.getVector("ns")).setSafe(0, 1_714_521_600_000_000_101L);
          long fall = Instant.parse("2024-10-27T01:30:00Z").getEpochSecond() * 1_000_000L;
          ((TimeStampMicroTZVector) root.getVector("berlin")).setSafe(0, fall);
          ((DurationVector) root.getVector("gap")).setSafe(0, -1_500L);
          var tags = ((ListVector) root.getVector("tags")).getWriter();
          tags.setPosition(0);
          tags.startList();
          tags.bigInt().writeBigInt(7);
          tags.bigInt().writeNull();
          tags.endList();
          var at = ((StructVector) root.getVector("at")).getWriter();
          at.setPosition(0);
          at.start();
          at.float8("lat").writeFloat8(1.5);
          at.end();
        };
    Field item = SmallRows.field("item", SmallRows.INT64);
    return SmallRows.of(
        1,
        fill,
        SmallRows.field("u16", new ArrowType.Int(16, false)),
        SmallRows.field("u64", new ArrowType.Int(64, false)),
        SmallRows.field("f32", real(FloatingPointPrecision.SINGLE)),
        SmallRows.field("f64", real(FloatingPointPrecision.DOUBLE)),
        SmallRows.field("flag", new ArrowType.Bool()),
        SmallRows.field("dec", new ArrowType.Decimal(10, 2, 128)),
        SmallRows.field("text", SmallRows.TEXT),
        SmallRows.field("raw", new ArrowType.Binary()),
        SmallRows.field("day", new ArrowType.Date(DateUnit.DAY)),
        SmallRows.field("time", new ArrowType.Time(TimeUnit.MICROSECOND, 64)),
        SmallRows.field("ns", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null)),
        SmallRows.field("berlin", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Berlin")),
        SmallRows.field("gap", new ArrowType.Duration(TimeUnit.MILLISECOND)),
        SmallRows.field("tags", new ArrowType.List(), item),
        SmallRows.field(
            "at",
            new ArrowType.Struct(),
            SmallRows.field("lat", real(FloatingPointPrecision.DOUBLE)),
            SmallRows.field("lon", real(FloatingPointPrecision.DOUBLE))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "x['u16'] == 65535 and type(x['u16']) is int",
        "x['u64'] == 2**64 - 1",
        "x['f32'] == 0.10000000149011612 and type(x['f32']) is float",
        "str(x['f64']) == '-0.0'",
        "x['flag'] is True",
        "str(x['dec']) == '1.20' and type(x['dec']).__name__ == 'Decimal'",
        "x['text'] == 'né\\x00\\x01\\U0001d11e' and type(x['text']) is str",
        "x['raw'] == b'\\x00\\xff' and type(x['raw']) is bytes",
        "repr(x['day']) == 'datetime.date(2024, 2, 29)'",
        "repr(x['time']) == 'datetime.time(23, 59, 59, 999999)'",
        "x['ns'].nanosecond == 101 and x['ns'].microsecond == 0 and x['ns'].year == 2024",
        "x['ns'] > x['ns'].replace(nanosecond=100) and x['ns'] == y['ns']",
        "x['ns'] != x['ns'].replace(nanosecond=0) and hash(x['ns']) == hash(y['ns'])",
        "x['ns'].replace(nanosecond=0) == __import__('datetime').datetime(2024, 5, 1)",
        "(x['ns'] + (x['ns'] - x['ns'])).nanosecond == 101",
        "not (x['ns'] == x['ns'].date()) and not (x['ns'].date() == x['ns'].replace(nanosecond=0))",
        "x['berlin'].hour == 2 and x['berlin'].fold == 1 and x['berlin'].tzinfo.key == 'Europe/Berlin'",
        "x['berlin'].utcoffset().total_seconds() == 3600 and x['berlin'].tzname() == 'CET'",
        "x['berlin'].astimezone(__import__('datetime').timezone.utc).hour == 1",
        "x['gap'].total_seconds() == -1.5 and type(x['gap']).__name__ == 'timedelta'",
        "x['tags'] == [7, None] and type(x['tags']) is list",
        "x['at'] == {'lat': 1.5, 'lon': None} and type(x['at']) is dict",
        "x['tags'].append(1) is None and len(x['tags']) == 3 and dict(y)['tags'] == [7, None]"
      })
  void aColumnIsItsPythonValue(String expression) {
    try (SmallRows rows = everything()) {
      assertThat(Judging.matches(workers, Judging.lambda("lambda x, y: " + expression), rows, rows))
          .containsExactly("0-0");
    }
  }

  @Test
  void whatOnePairDoesToANestedValueNoOtherPairSees() {
    try (SmallRows rows = everything();
        SmallRows ys = SmallRows.ids(3)) {
      assertThat(
              Judging.matches(
                  workers,
                  Judging.lambda("lambda x, y: dict(x)['tags'].append(9) or len(x['tags']) == 3"),
                  rows,
                  ys))
          .containsExactly("0-0", "0-1", "0-2");
    }
  }

  @Test
  void aValueThatPythonCannotHoldNamesColumnAndKey() {
    try (SmallRows years =
            SmallRows.of(
                3,
                root -> ((TimeStampSecVector) root.getVector("t")).setSafe(2, 300_000_000_000L),
                SmallRows.field("t", new ArrowType.Timestamp(TimeUnit.SECOND, null)));
        SmallRows times =
            SmallRows.of(
                2,
                root -> ((TimeNanoVector) root.getVector("t")).setSafe(1, 1L),
                SmallRows.field("t", new ArrowType.Time(TimeUnit.NANOSECOND, 64)))) {
      assertThatThrownBy(
              () -> Judging.verdicts(workers, Judging.lambda("lambda x, y: True"), years, times))
          .isInstanceOfSatisfying(
              DovetailException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.E213);
                assertThat(e).hasMessageContaining("'t'").hasMessageContaining("1 to 9999");
                assertThat(e.problem().where()).isEqualTo("x key 2");
              });
      assertThatThrownBy(
              () -> Judging.verdicts(workers, Judging.lambda("lambda x, y: True"), times, times))
          .hasMessageContaining("nanoseconds")
          .hasMessageContaining("x key 1");
    }
  }

  @Test
  void keyIdsAreEqualWherePythonsEqualityHolds() {
    String mixed =
        "lambda r: [1, 1.0, True, 2, (1,), [1], {'a': [1]}, {'a': [1]}, {1, 2}, frozenset((2, 1)),"
            + " float('nan'), float('nan'), None][r['id']]";
    try (SmallRows x = SmallRows.ids(13);
        SmallRows y = SmallRows.ids(13)) {
      KeyIds ids =
          workers.keyIds(
              Judging.lambda(mixed), Judging.lambda(mixed), x, y, RunControl.unlimited());
      List<String> equal = new ArrayList<>();
      for (int i = 0; i < 13; i++) {
        for (int j = 0; j < 13; j++) {
          if (ids.x()[i] == ids.y()[j]) {
            equal.add(i + "=" + j);
          }
        }
      }
      assertThat(equal)
          .containsExactly(
              "0=0", "0=1", "0=2", "1=0", "1=1", "1=2", "2=0", "2=1", "2=2", "3=3", "4=4", "5=5",
              "6=6", "6=7", "7=6", "7=7", "8=8", "8=9", "9=8", "9=9", "12=12");
    }
  }

  @Test
  void aFailingKeyNamesItsRow() {
    try (SmallRows x = SmallRows.ids(3)) {
      assertThatThrownBy(
              () ->
                  workers.keyIds(
                      Judging.lambda("lambda r: 1 // (r['id'] - 2)"),
                      Judging.lambda("lambda r: 1"),
                      x,
                      x,
                      RunControl.unlimited()))
          .hasMessageContaining("E120")
          .hasMessageContaining("ZeroDivisionError")
          .hasMessageContaining("x key 2");
    }
  }

  /// The rows that a function makes of ids 0 to count - 1, fed in two batches, as text.
  private List<String> mapped(String body, int count) {
    List<String> rows = new ArrayList<>();
    try (SmallRows source = SmallRows.ids(count);
        var allocator = new org.apache.arrow.memory.RootAllocator();
        RowMapper mapper =
            workers.mapper(
                Judging.module("f", "def f(row):\n    i = row['id']\n    return " + body + "\n"),
                Map.of(),
                count,
                RunControl.unlimited())) {
      int[] positions = java.util.stream.IntStream.range(0, count).toArray();
      try (VectorSchemaRoot first = source.gather(positions, 0, count / 2, allocator);
          VectorSchemaRoot second = source.gather(positions, count / 2, count, allocator)) {
        mapper.map(first);
        mapper.map(second);
      }
      try (BatchSource results = mapper.results()) {
        rows.add(results.schema().getFields().toString());
        while (results.next()) {
          VectorSchemaRoot batch = results.batch();
          for (int i = 0; i < batch.getRowCount(); i++) {
            int row = i;
            rows.add(
                batch.getFieldVectors().stream()
                    .map(v -> String.valueOf(v.getObject(row)))
                    .toList()
                    .toString());
          }
        }
      }
    }
    return rows;
  }

  @Test
  void mappingsBecomeColumnsWhoseTypesHoldForAllRows() {
    assertThat(
            mapped(
                "{'n': i, 'half': i / 2, 's': None if i < 2 else chr(0x1d11e) * i, 'big': 2**63 + i}",
                4))
        .containsExactly(
            "[n: Int(64, true), half: FloatingPoint(DOUBLE), s: Utf8, big: Int(64, false)]",
            "[0, 0.0, null, -9223372036854775808]",
            "[1, 0.5, null, -9223372036854775807]",
            "[2, 1.0, 𝄞𝄞, -9223372036854775806]",
            "[3, 1.5, 𝄞𝄞𝄞, -9223372036854775805]");
  }

  @Test
  void nestedDecimalAndTimeValuesComeBackAsTheyWere() {
    assertThat(
            mapped(
                "(lambda d, t: {'d': d.Decimal(10) ** -i, 'l': [[i], None] if i else [], 'z':"
                    + " t.datetime(2024, 1, 1, tzinfo=t.timezone.utc), 'g': t.timedelta(days=-i),"
                    + " 'k': {'a': i, 'b': b'x'} if i % 2 else None})"
                    + "(__import__('decimal'), __import__('datetime'))",
                3))
        .containsExactly(
            "[d: Decimal(3, 2, 128), l: List<item: List<item: Int(64, true)>>, z:"
                + " Timestamp(MICROSECOND, UTC), g: Duration(MICROSECOND), k: Struct<a: Int(64,"
                + " true), b: Binary>]",
            "[1.00, [], 1704067200000000, PT0S, null]",
            "[0.10, [[1],null], 1704067200000000, PT-24H, {\"a\":1,\"b\":\"eA==\"}]",
            "[0.01, [[2],null], 1704067200000000, PT-48H, null]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'v': 1 if i == 0 else 1.5} | field 'v' holds int and float values",
        "{'v': 1 if i < 2 else 'a'} | field 'v' holds int and text values",
        "{'v': None} | field 'v' is None in every row",
        "{'v': object()} | row 1",
        "{'v': 10**30 if i else 1} | which does not fit 64 bits",
        "[i] | returned list, not a mapping",
        "{1: 2} | field name 1 is not a string"
      })
  void aValueWithoutATypeIsRefused(String body, String message) {
    assertThatThrownBy(() -> mapped(body, 4))
        .isInstanceOfSatisfying(
            DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E129))
        .hasMessageContaining(message);
  }

  @Test
  void aRowThatFailsIsNamedByItsNumber() {
    assertThatThrownBy(() -> mapped("{'v': 1 // (i - 3)}", 5))
        .hasMessageContaining("E120")
        .hasMessageContaining("ZeroDivisionError")
        .hasMessageContaining("row 4");
  }

  @Test
  void parametersThatTheFunctionDoesNotTakeFailItsFirstPair() {
    try (SmallRows x = SmallRows.ids(1)) {
      var verdicts =
          Judging.verdicts(
              workers,
              Judging.lambda("lambda x, y: True"),
              Map.of("extra", new dev.dovetail.engine.expr.Constant.Bool(true)),
              x,
              x,
              OnFailure.STOP);
      assertThat(verdicts.failures().getFirst().error().message())
          .startsWith("TypeError")
          .contains("extra");
    }
  }
}
