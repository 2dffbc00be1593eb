package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.spaces.Types;
import java.math.BigDecimal;
import java.nio.charset.Charset;
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
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesReadingTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 -2 null|int64",
        "1 2.0|float64",
        "9007199254740993 0.5|decimal(17,1)",
        "18446744073709551615|decimal(20,0)",
        "1e5|float64",
        "-0.0|float64",
        "true null|bool",
        "\"2024-01-01\"|utf8",
        "null null|utf8",
        "[] [1] [null]|list<int64>",
        "[]|list<utf8>",
        "{\"a\":1} {\"b\":[\"x\"]}|struct<a:int64,b:list<utf8>>",
        "[{\"a\":1.5}] [{\"a\":2}]|list<struct<a:float64>>"
      })
  void typesAreInferredFromAllLines(String values, String type) {
    StringBuilder lines = new StringBuilder();
    for (String value : values.split(" ")) {
      lines.append("{\"c\":").append(value).append("}\n");
    }
    Loaded loaded = Loaded.text(folder, "t.jsonl", lines.toString());
    assertThat(loaded.types()).isEqualTo(Map.of("c", type));
    assertThat(loaded.rows()).hasSize(values.split(" ").length);
  }

  @Test
  void missingFieldsAreNullAndColumnsStandInTheOrderOfTheirFirstMeeting() {
    Loaded loaded =
        Loaded.text(
            folder, "t.ndjson", "{\"b\":1}\n\n{\"a\":\"x\",\"b\":null}\r\n  {\"c\":[[1],[]]}");
    assertThat(loaded.types().keySet()).containsExactly("b", "a", "c");
    assertThat(loaded.rows())
        .containsExactly(
            Arrays.asList(1L, null, null),
            Arrays.asList(null, "x", null),
            Arrays.asList(null, null, List.of(List.of(1L), List.of())));
  }

  @Test
  void numbersKeepTheirDigits() {
    Loaded loaded =
        Loaded.text(folder, "t.jsonl", "{\"c\":9007199254740993}\n{\"c\":-9223372036854775808}");
    assertThat(loaded.column(0)).containsExactly(9007199254740993L, Long.MIN_VALUE);
    Loaded decimals = Loaded.text(folder, "t.jsonl", "{\"c\":0.12345678901234567891}\n{\"c\":7}");
    assertThat(decimals.column(0))
        .containsExactly(
            new BigDecimal("0.12345678901234567891"), new BigDecimal("7.00000000000000000000"));
  }

  @Test
  void everyBrokenLineIsCountedAndNamed() {
    String lines =
        "{\"a\":1}\n"
            + "[1]\n"
            + "{\"a\":1,\"a\":2}\n"
            + "{\"a\":NaN}\n"
            + "{\"a\":1} x\n"
            + "{\"a\":1\n"
            + "\"s\"\n"
            + "{\"a\":tru}\n";
    assertThatThrownBy(() -> Loaded.text(folder, "t.jsonl", lines))
        .hasMessageContaining("E203: 7 rows cannot be read")
        .hasMessageContaining("line 2: at character 1, the line is not a JSON object")
        .hasMessageContaining("line 3: at character 11, Duplicate field 'a'")
        .hasMessageContaining("line 5: at character")
        .hasMessageContaining("t.jsonl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"})
  void textThatIsNotUtf8IsRefused(String encoding) {
    byte[] content = "{\"a\":1}\n{\"a\":2}\n".getBytes(Charset.forName(encoding));
    assertThatThrownBy(() -> Loaded.from(Loaded.write(folder, "t.jsonl", content)))
        .hasMessageContaining("E203")
        .hasMessageContaining("line 1: at character 1, the line is not UTF-8");
  }

  @Test
  void linesThatContradictEachOtherAreRefusedUnlessTheTypeIsDeclared() {
    String lines = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":true}\n";
    assertThatThrownBy(() -> Loaded.text(folder, "t.jsonl", lines))
        .hasMessageContaining("line 2: at character 6, 'a' is text, but a number in line 1");
    assertThat(Loaded.from(folder.resolve("t.jsonl"), options(Map.of("a", "utf8"))).column(0))
        .containsExactly("1", "x", "true");
  }

  @Test
  void declaredTypesReadIsoTextAndRefuseWhatDoesNotFit() {
    Path file =
        file(
            "{\"t\":\"2024-01-01T00:00:00.000000001Z\",\"d\":\"PT1.5S\",\"b\":\"AP8=\",\"f\":\"NaN\"}\n");
    Map<String, String> types =
        Map.of("t", "timestamp(ns,UTC)", "d", "duration(ms)", "b", "binary", "f", "float32");
    assertThat(Loaded.from(file, options(types)).rows())
        .containsExactly(List.of(1_704_067_200_000_000_001L, 1500L, "0x00ff", Float.NaN));
    Path wrong = file("{\"a\":300}\n{\"a\":1.5}\n{\"a\":[1]}\n{\"a\":7}\n");
    assertThatThrownBy(() -> Loaded.from(wrong, options(Map.of("a", "int8")).withBatchRows(1)))
        .hasMessageContaining("3 rows cannot be read")
        .hasMessageContaining("line 1: at character 6, 'a': '300' does not fit exactly into int8");
  }

  @Test
  void aFieldThatADeclaredStructDoesNotHaveIsRefused() {
    Path file = file("{\"s\":{\"a\":1,\"z\":2}}\n");
    assertThatThrownBy(() -> Loaded.from(file, options(Map.of("s", "struct<a:int64>"))))
        .hasMessageContaining("no field 'z'");
  }

  @Test
  void depthAndSurrogatesAreBounded() {
    assertThatThrownBy(() -> Loaded.text(folder, "t.jsonl", "{\"a\":" + "[".repeat(100_000)))
        .hasMessageContaining("E203");
    assertThatThrownBy(() -> Loaded.text(folder, "t.jsonl", "{\"a\":\"\\ud800\"}"))
        .hasMessageContaining("half of a surrogate pair");
  }

  @Test
  void anArrayOfObjectsIsNotJsonLines() {
    assertThatThrownBy(() -> Loaded.text(folder, "t.json", "[{\"a\":1},\n{\"a\":2}]"))
        .hasMessageContaining("the line is not a JSON object");
  }

  @Test
  void numbersThatNoTypeHoldsAreRefused() {
    assertThatThrownBy(() -> Loaded.text(folder, "t.jsonl", "{\"a\":" + "9".repeat(50) + "}"))
        .hasMessageContaining("no type holds all numbers of 'a' exactly");
    Loaded wide = Loaded.from(folder.resolve("t.jsonl"), options(Map.of("a", "decimal(50,0)")));
    assertThat(wide.column(0)).containsExactly(new BigDecimal("9".repeat(50)));
  }

  private Path file(String content) {
    return Loaded.write(folder, "t.jsonl", content.getBytes(StandardCharsets.UTF_8));
  }

  private ReadOptions options(Map<String, String> types) {
    Map<String, Field> fields = new LinkedHashMap<>();
    types.forEach((name, type) -> fields.put(name, Types.parse(name, type)));
    return ReadOptions.detect(folder).withTypes(fields);
  }
}
