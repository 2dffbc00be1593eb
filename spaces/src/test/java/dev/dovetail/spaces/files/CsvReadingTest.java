package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReadingTest {
  @TempDir Path folder;

  /// Cells are parted by blanks; `~` is an empty cell.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 -2 ~|int64",
        "9223372036854775807 -9223372036854775808|int64",
        "9223372036854775808 1|decimal(19,0)",
        "18446744073709551616|decimal(20,0)",
        "123456789012345678901234567890123456789|utf8",
        "007 008|utf8",
        "+5|utf8",
        "1 2.5|float64",
        "0.1 0.25 1e5|float64",
        "9007199254740993 0.5|decimal(17,1)",
        "48.053808600000004 -72.886806000000007 0.1|float64",
        "0.10000000000000001 0.30000000000000004|float64",
        "48.053808600000005|decimal(17,15)",
        "0.1000000000000000055511151231257827|decimal(34,34)",
        "0.1000000000000000055511151231257827 1e5|utf8",
        "1e400|utf8",
        "-0 5|float64",
        "1.5 NaN -Infinity|float64",
        "NaN inf|utf8",
        "5.|utf8",
        ".5|float64",
        "1,5|utf8",
        "true FALSE True|bool",
        "true 1|utf8",
        "2024-02-29 0001-01-01|date",
        "2023-02-29|utf8",
        "2024-02-29 2024-03-01T00:00|utf8",
        "2024-02-29T12:30:00|timestamp(s)",
        "2024-02-29T12:30:00.5 2024-02-29T12:30|timestamp(ms)",
        "2024-02-29T12:30:00.000001|timestamp(us)",
        "2024-02-29T12:30:00.000000001|timestamp(ns)",
        "9999-02-28T12:30:00.000000001|utf8",
        "2024-02-29T12:30:00Z 2024-02-29T12:30:00+05:30|timestamp(s,UTC)",
        "2024-02-29T12:30:00Z 2024-02-29T12:30:00|utf8",
        "0x10|utf8",
        "١٢٣|utf8",
        "~ ~|utf8"
      })
  void theTypeIsTheNarrowestThatHoldsEveryCellExactly(String cells, String type) {
    StringBuilder csv = new StringBuilder("k;c\n");
    for (String cell : cells.split(" ")) {
      csv.append("k;").append(cell.equals("~") ? "" : cell).append('\n');
    }
    Loaded loaded = Loaded.text(folder, "t.csv", csv.toString());
    assertThat(loaded.types()).containsEntry("c", type);
    assertThat(loaded.rows()).hasSize(cells.split(" ").length);
  }

  @Test
  void aCellFarDownChangesTheTypeOfTheWholeColumn() {
    StringBuilder csv = new StringBuilder("id\n");
    for (int i = 0; i < 50_000; i++) {
      csv.append(i).append('\n');
    }
    Loaded loaded = Loaded.text(folder, "t.csv", csv + "x1\n");
    assertThat(loaded.types()).containsEntry("id", "utf8");
    assertThat(loaded.rows()).hasSize(50_001).endsWith(List.of("x1"));
  }

  @Test
  void anEmptyCellIsNullAndAQuotedEmptyCellIsText() {
    Loaded loaded = Loaded.text(folder, "t.csv", "a,b\n,\"\"\nx,\"y\"\"z\n\"\n");
    assertThat(loaded.rows()).containsExactly(Arrays.asList(null, ""), List.of("x", "y\"z\n"));
  }

  @Test
  void emptyLinesAreSkippedExceptInATableOfOneColumn() {
    assertThat(Loaded.text(folder, "t.csv", "a,b\n\n1,2\n\n").rows()).hasSize(1);
    assertThat(Loaded.text(folder, "u.csv", "a\n1\n\n2\n").column(0)).containsExactly(1L, null, 2L);
  }

  @Test
  void everyRejectedRowIsCountedAndTheFirstTenAreNamed() {
    StringBuilder csv = new StringBuilder("id,name\n1,a\n");
    for (int i = 0; i < 12; i++) {
      csv.append("1,b,c\n");
    }
    refused("t.csv", csv + "7\n", ErrorCode.E203)
        .hasMessageContaining("13 rows cannot be read: line 3: 3 fields instead of 2")
        .hasMessageContaining("line 12")
        .hasMessageContaining("and 3 more")
        .hasMessageContaining("t.csv");
  }

  @Test
  void aValueThatIsNotOfItsDeclaredTypeNamesLineAndColumn() {
    Path file = file("t.csv", "id,when\n1,2024-01-01\n\n1x,\"2024-01\n-01\"\n300,2024-01-03\n");
    assertThatThrownBy(() -> Loaded.from(file, options(Map.of("id", "int8", "when", "date"))))
        .hasMessageContaining("2 rows cannot be read")
        .hasMessageContaining("line 4, column 'id': '1x' is not int8")
        .hasMessageContaining("line 6, column 'id': '300' does not fit exactly into int8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uint64|18446744073709551615|-1",
        "int16|-32768|32768",
        "float32|0.1|1e39",
        "float64|infinity|1e400",
        "decimal(5,2)|-123.450|1.234",
        "decimal(50,2)|123456789012345678901234567890.12|1e70",
        "time|23:59:59.999999|24:00:00",
        "time|10:30|10:30:00.0000001",
        "timestamp(ms)|2024-01-01T00:00:00.123|2024-01-01T00:00:00.1234",
        "timestamp(ms)|2024-01-01|2024-01-01T00:00:00Z",
        "timestamp(ns,Europe/Berlin)|1969-12-31T23:59:59.999999999Z|2024-01-01T00:00:00",
        "duration(us)|PT0.000001S|PT0.0000001S",
        "date|2024-02-29|2024-02-30",
        "bool|TRUE|1"
      })
  void declaredTypesTakeExactlyWhatTheyHold(String type, String good, String bad) {
    Map<String, String> types = Map.of("c", type);
    assertThat(Loaded.from(file("t.csv", "k,c\nx," + good + "\n"), options(types)).rows())
        .singleElement()
        .satisfies(row -> assertThat(row.get(1)).isNotNull());
    Path wrong = file("u.csv", "k,c\nx," + bad + "\n");
    assertThatThrownBy(() -> Loaded.from(wrong, options(types)))
        .hasMessageContaining("line 2, column 'c'");
  }

  @Test
  void declaredDecimalsKeepTheirScale() {
    Loaded loaded =
        Loaded.from(file("t.csv", "c\n-123.45\n1e2\n0\n"), options(Map.of("c", "decimal(7,3)")));
    assertThat(loaded.column(0))
        .containsExactly(
            new BigDecimal("-123.450"), new BigDecimal("100.000"), new BigDecimal("0.000"));
  }

  @Test
  void textBehindAClosingQuoteEndsTheReadingByName() {
    refused("t.csv", "a,b\n1,2\n\"x\"y,2\n3\n", ErrorCode.E203)
        .hasMessageContaining("line 3: field 1 goes on after its closing quote");
  }

  @Test
  void aQuoteThatIsNeverClosedDoesNotSwallowTheRest() {
    refused("t.csv", "a,b\n1,2\n1,\"x\n3,4\n5,6\n", ErrorCode.E203)
        .hasMessageContaining("line 3: field 2 begins with a quote that is never closed");
  }

  @Test
  void aFieldWithoutEndIsRefusedBeforeItFillsTheMemory() {
    String csv = "a,b\n1,\"" + "x".repeat(CsvRecords.MOST_CHARACTERS + 100);
    refused("t.csv", csv, ErrorCode.E203).hasMessageContaining("line 2: field 2 is longer than");
  }

  @Test
  void bytesThatAreNotUtf8AreNamedByOffset() {
    Path file =
        Loaded.write(folder, "t.csv", "a,b\n1,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Loaded.from(file))
        .hasMessageContaining("E203")
        .hasMessageContaining("line 2: the bytes E9 at offset 9 are not UTF-8");
    CsvDialect latin =
        new CsvDialect(null, '"', null, true, null, null, StandardCharsets.ISO_8859_1);
    assertThat(Loaded.from(file, ReadOptions.detect(folder).withCsv(latin)).rows())
        .containsExactly(List.of(1L, "caf\u00e9"));
  }

  @Test
  void nulCharactersAreRejected() {
    refused("t.csv", "a,b\n1,x\0y\n", ErrorCode.E203).hasMessageContaining("column 'b': a NUL");
    refused("u.csv", "a\0,b\n1,x\n", ErrorCode.E203).hasMessageContaining("NUL");
  }

  @Test
  void byteOrderMarksChooseTheEncoding() {
    for (String charset : List.of("UTF-8", "UTF-16LE", "UTF-16BE")) {
      byte[] bytes =
          "\uFEFFa,b\n1,\u00e9\uD83D\uDE00\n".getBytes(java.nio.charset.Charset.forName(charset));
      Loaded loaded = Loaded.from(Loaded.write(folder, "t.csv", bytes));
      assertThat(loaded.types()).containsOnlyKeys("a", "b");
      assertThat(loaded.rows()).containsExactly(List.of(1L, "\u00e9\uD83D\uDE00"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      value = {"a,a/both named 'a'", "a,,b/column 2 has no name", "a,\"\"/column 2 has no name"})
  void repeatedAndBlankHeadersAreRefused(String header, String words) {
    refused("t.csv", header + "\n1,2\n", ErrorCode.E203).hasMessageContaining(words);
  }

  @Test
  void aHeaderAloneIsATableWithoutRows() {
    Loaded loaded = Loaded.text(folder, "t.csv", "a,b");
    assertThat(loaded.types()).isEqualTo(Map.of("a", "utf8", "b", "utf8"));
    assertThat(loaded.rows()).isEmpty();
  }

  @Test
  void anEmptyFileIsRefused() {
    refused("t.csv", "", ErrorCode.E203).hasMessageContaining("the file is empty");
    refused("u.csv", "\n\n", ErrorCode.E203).hasMessageContaining("no header");
  }

  @Test
  void theDelimiterIsFoundByExtensionOrHeader() {
    assertThat(Loaded.text(folder, "t.tsv", "a\tb,c\n1\t2\n").types()).containsOnlyKeys("a", "b,c");
    assertThat(Loaded.text(folder, "t.csv", "a;b\n1;2\n").types()).containsOnlyKeys("a", "b");
    assertThat(Loaded.text(folder, "u.csv", "a|b\n1|2\n").types()).containsOnlyKeys("a", "b");
    assertThat(Loaded.text(folder, "v.csv", "\"a,b\";c\n1;2\n").types())
        .containsOnlyKeys("a,b", "c");
    assertThat(Loaded.text(folder, "w.csv", "a;b,c\n1,2\n").types()).containsOnlyKeys("a;b", "c");
  }

  @Test
  void aDialectMayEscapeCommentAndNameItsNull() {
    CsvDialect dialect = new CsvDialect(';', '\'', '\\', true, "\\N", '#', null);
    Path file = file("t.csv", "# head\na;b\n'it\\'s\\\\';\\N\n#x\n'\\N';'p''q'\n");
    assertThat(Loaded.from(file, ReadOptions.detect(folder).withCsv(dialect)).rows())
        .containsExactly(Arrays.asList("it's\\", null), List.of("N", "p'q"));
  }

  @Test
  void withoutAHeaderColumnsAreNumberedOrNamedByTheSchema() {
    CsvDialect dialect = new CsvDialect(null, '"', null, false, null, null, null);
    Path file = file("t.csv", "1,x\n2,y\n");
    ReadOptions options = ReadOptions.detect(folder).withCsv(dialect);
    assertThat(Loaded.from(file, options).types())
        .isEqualTo(Map.of("column1", "int64", "column2", "utf8"));
    Map<String, Field> types = new LinkedHashMap<>();
    types.put("id", Types.parse("id", "int8"));
    types.put("name", Types.parse("name", "utf8"));
    Loaded named = Loaded.from(file, options.withTypes(types));
    assertThat(named.types()).isEqualTo(Map.of("id", "int8", "name", "utf8"));
    assertThat(named.rows()).hasSize(2);
  }

  @Test
  void anUnknownDeclaredColumnIsRefusedWithTheNearestName() {
    Path file = file("t.csv", "news_id,b\n1,2\n");
    assertThatThrownBy(() -> Loaded.from(file, options(Map.of("newsid", "int64"))))
        .hasMessageContaining("E205")
        .hasMessageContaining("Did you mean 'news_id'?");
  }

  @Test
  void structureIsNoBusinessOfCsv() {
    Path file = file("t.csv", "a\n1\n");
    assertThatThrownBy(() -> Loaded.from(file, options(Map.of("a", "list<int64>"))))
        .isInstanceOfSatisfying(
            DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E204));
  }

  @Test
  void lineEndsOfEveryKindPartRows() {
    assertThat(Loaded.text(folder, "t.csv", "a,b\r1,2\r\n3,4\n5,6").rows())
        .containsExactly(List.of(1L, 2L), List.of(3L, 4L), List.of(5L, 6L));
  }

  @Test
  void smallBatchesGiveTheSameRows() {
    Path file = file("t.csv", "a,b\n1,x\n2,\n3,z\n");
    for (int rows : List.of(1, 2, 3, 4)) {
      assertThat(Loaded.from(file, ReadOptions.detect(folder).withBatchRows(rows)).rows())
          .containsExactly(List.of(1L, "x"), Arrays.asList(2L, null), List.of(3L, "z"));
      Path bad = file("u.csv", "a,b\n1,x\n2\n3,z\n4\n");
      assertThatThrownBy(() -> Loaded.from(bad, ReadOptions.detect(folder).withBatchRows(rows)))
          .hasMessageContaining("2 rows cannot be read");
      ReadOptions typed = options(Map.of("a", "int64", "b", "utf8")).withBatchRows(rows);
      assertThatThrownBy(() -> Loaded.from(bad, typed)).hasMessageContaining("2 rows cannot");
    }
  }

  private Path file(String name, String content) {
    return Loaded.write(folder, name, content.getBytes(StandardCharsets.UTF_8));
  }

  private ReadOptions options(Map<String, String> types) {
    Map<String, Field> fields = new LinkedHashMap<>();
    types.forEach((name, type) -> fields.put(name, Types.parse(name, type)));
    return ReadOptions.detect(folder).withTypes(fields);
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
      String name, String content, ErrorCode code) {
    return assertThatThrownBy(() -> Loaded.text(folder, name, content))
        .isInstanceOfSatisfying(DovetailException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
