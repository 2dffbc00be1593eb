package dev.dovetail.spaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int8",
        "int64",
        "uint8",
        "uint64",
        "float32",
        "float64",
        "bool",
        "utf8",
        "binary",
        "date",
        "time",
        "decimal(38,10)",
        "decimal(76,76)",
        "timestamp(ns)",
        "timestamp(us,UTC)",
        "timestamp(ms,Europe/Berlin)",
        "duration(s)",
        "list<list<utf8>>",
        "struct<a:int64,b:list<struct<c:decimal(5,2)>>>",
        "struct<\"a b\":utf8,\"x:y\":bool,\"q\\\"\":date>"
      })
  void everyTypePrintsAsItWasWritten(String type) {
    assertThat(Types.print(Types.parse("c", type))).isEqualTo(type);
  }

  @Test
  void blanksBetweenWordsMeanNothing() {
    assertThat(Types.print(Types.parse("c", " struct< a : decimal( 5 , 2 ), b: list< utf8 > > ")))
        .isEqualTo("struct<a:decimal(5,2),b:list<utf8>>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "itn64|character 1|Did you mean 'int64'?",
        "string|character 1|Did you mean 'utf8'?",
        "list<flaot64>|character 6|Did you mean 'float64'?",
        "list<utf8|character 10|'>' is expected",
        "decimal(5,9)|character 9|1 to 76 digits",
        "decimal(77,0)|character 9|1 to 76 digits",
        "timestamp|character 10|'(' is expected",
        "timestamp(us,Mars/Olympus)|character 14|no time zone 'Mars/Olympus'",
        "timestamp(h)|character 11|The units are s, ms, us, ns",
        "int64 x|character 7|nothing more is expected",
        "struct<>|character 8|name of a struct field",
        "struct<a:int64,a:utf8>|column 'c'|two columns are named 'a'"
      })
  void aWrongTypeNamesThePlaceAndTheWayOut(String type, String place, String words) {
    assertThatThrownBy(() -> Types.parse("c", type))
        .isInstanceOfSatisfying(
            DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E205))
        .hasMessageContaining(place)
        .hasMessageContaining(words);
  }

  @Test
  void aTypeNestedWithoutEndIsRefused() {
    assertThatThrownBy(() -> Types.parse("c", "list<".repeat(100_000)))
        .hasMessageContaining("nested more than 64 deep");
  }

  @Test
  void decimalsTake128BitsWhereTheySuffice() {
    assertThat(((ArrowType.Decimal) Types.parse("c", "decimal(38,0)").getType()).getBitWidth())
        .isEqualTo(128);
    assertThat(((ArrowType.Decimal) Types.parse("c", "decimal(39,0)").getType()).getBitWidth())
        .isEqualTo(256);
  }

  @Test
  void foreignTypesBecomeCanonical() {
    assertThat(canonical(ArrowType.LargeUtf8.INSTANCE)).isEqualTo("utf8");
    assertThat(canonical(ArrowType.Utf8View.INSTANCE)).isEqualTo("utf8");
    assertThat(canonical(ArrowType.Null.INSTANCE)).isEqualTo("utf8");
    assertThat(canonical(new ArrowType.FixedSizeBinary(16))).isEqualTo("binary");
    assertThat(canonical(new ArrowType.Date(DateUnit.MILLISECOND))).isEqualTo("date");
    assertThat(canonical(new ArrowType.Time(TimeUnit.NANOSECOND, 64))).isEqualTo("time");
    assertThat(canonical(new ArrowType.Decimal(5, 2, 256))).isEqualTo("decimal(5,2)");
    assertThat(canonical(new ArrowType.Timestamp(TimeUnit.SECOND, "+00:00")))
        .isEqualTo("timestamp(s,UTC)");
    Field element = Types.leaf("x", ArrowType.LargeBinary.INSTANCE);
    assertThat(canonical(new ArrowType.FixedSizeList(3), element)).isEqualTo("list<binary>");
    assertThat(canonical(ArrowType.ListView.INSTANCE, element)).isEqualTo("list<binary>");
    Field entry =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                new Field("k", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null),
                Types.leaf("v", ArrowType.Bool.INSTANCE)));
    assertThat(canonical(new ArrowType.Map(false), entry))
        .isEqualTo("list<struct<key:utf8,value:bool>>");
  }

  @Test
  void whatNoSpaceCanHoldIsRefusedByColumn() {
    assertThatThrownBy(() -> canonical(new ArrowType.Interval(IntervalUnit.DAY_TIME)))
        .hasMessageContaining("E213")
        .hasMessageContaining("column 'c'");
    assertThatThrownBy(() -> canonical(new ArrowType.Decimal(5, -2, 128)))
        .hasMessageContaining("E213");
    assertThatThrownBy(() -> canonical(new ArrowType.Timestamp(TimeUnit.SECOND, "Mars")))
        .hasMessageContaining("unknown zone 'Mars'");
  }

  @Test
  void repeatedAndEmptyColumnNamesAreRefused() {
    Field a = Types.leaf("a", ArrowType.Bool.INSTANCE);
    assertThatThrownBy(() -> Types.canonical(new Schema(List.of(a, a))))
        .hasMessageContaining("E205")
        .hasMessageContaining("named 'a'");
    assertThatThrownBy(() -> Types.schema(Map.of("", "bool"))).hasMessageContaining("E205");
  }

  private static String canonical(ArrowType type, Field... children) {
    return Types.print(
        Types.canonical(new Field("c", FieldType.notNullable(type), List.of(children))));
  }
}
