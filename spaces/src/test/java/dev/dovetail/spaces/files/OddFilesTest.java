package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Odd, polluted and hostile files of other projects (`tests/files`, see `SOURCES.txt` there): each
/// loads, or is refused with a message that names the file.
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OddFilesTest {
  private static final Path FILES = Path.of("../tests/files");
  private static final Set<ErrorCode> ABOUT_FILES =
      EnumSet.of(ErrorCode.E202, ErrorCode.E203, ErrorCode.E205, ErrorCode.E212, ErrorCode.E213);

  @TempDir Path folder;

  static Stream<Path> all() throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(FILES)) {
      files = walk.filter(Files::isRegularFile).filter(OddFilesTest::isTable).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(150);
    return files.stream();
  }

  private static boolean isTable(Path file) {
    String name = file.getFileName().toString();
    return name.contains("clusterfuzz")
        || name.matches(".*\\.(csv|tsv|parquet|stream|arrow_file|txt)")
            && !name.matches("(LICENSE|NOTICE|SOURCES).*");
  }

  @ParameterizedTest
  @MethodSource("all")
  void loadsOrIsRefusedByName(Path file) {
    for (FileFormat format : formats(file)) {
      ReadOptions options = ReadOptions.detect(folder).withFormat(format);
      try {
        Loaded loaded = Loaded.from(file, options);
        assertThat(loaded.schema().getFields()).isNotEmpty();
      } catch (DovetailException e) {
        assertThat(e.code()).as(e.getMessage()).isIn(ABOUT_FILES);
        assertThat(e).hasMessageContaining(file.getFileName().toString());
        assertThat(e.getMessage()).doesNotContain("java.").doesNotContain("Exception");
      }
    }
  }

  private static List<FileFormat> formats(Path file) {
    String path = file.toString();
    if (path.contains("arrow-ipc")) {
      return List.of(FileFormat.ARROW_FILE, FileFormat.ARROW_STREAM);
    }
    if (path.contains("parquet")) {
      return List.of(FileFormat.PARQUET);
    }
    return List.of(FileFormat.CSV);
  }

  static Stream<Path> spectrum() throws IOException {
    try (Stream<Path> files = Files.list(FILES.resolve("csv-spectrum/csvs"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("spectrum")
  void theCsvSpectrumGivesTheValuesOfItsJsonTwins(Path csv) throws IOException {
    String twin = csv.getFileName().toString().replace(".csv", ".json");
    JsonNode expected =
        new JsonMapper().readTree(FILES.resolve("csv-spectrum/json/" + twin).toFile());
    Map<String, Field> text = new LinkedHashMap<>();
    Loaded.from(csv)
        .schema()
        .getFields()
        .forEach(field -> text.put(field.getName(), Types.parse(field.getName(), "utf8")));
    Loaded loaded = Loaded.from(csv, ReadOptions.detect(folder).withTypes(text));
    if (expected.isObject()) {
      // This twin is one row, and its telephone number was replaced after the fact.
      expected =
          new JsonMapper()
              .createArrayNode()
              .add(((ObjectNode) expected).put("Contact Phone Number", "2095257564"));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (JsonNode row : expected) {
      List<Object> cells = new ArrayList<>();
      text.keySet()
          .forEach(
              name -> cells.add(row.get(name).asText().isEmpty() ? null : row.get(name).asText()));
      rows.add(cells);
    }
    List<List<Object>> actual = new ArrayList<>();
    for (List<Object> row : loaded.rows()) {
      List<Object> cells = new ArrayList<>();
      row.forEach(cell -> cells.add("".equals(cell) ? null : cell));
      actual.add(cells);
    }
    assertThat(actual).isEqualTo(rows);
  }

  @Test
  void sometimesTheValuesAreKnown() {
    Loaded plain = Loaded.from(FILES.resolve("parquet-testing/data/alltypes_plain.parquet"));
    assertThat(plain.rows()).hasSize(8);
    assertThat(plain.types())
        .containsEntry("id", "int32")
        .containsEntry("timestamp_col", "timestamp(ns)")
        .containsEntry("string_col", "binary");
    assertThat(plain.column(0)).containsExactly(4, 5, 6, 7, 2, 3, 0, 1);
    assertThat(plain.rows().getFirst().getLast()).isEqualTo(1_235_865_600_000_000_000L);
    Loaded decimals =
        Loaded.from(FILES.resolve("parquet-testing/data/fixed_length_decimal_legacy.parquet"));
    assertThat(decimals.column(0)).hasSize(24).startsWith(new BigDecimal("1.00"));
    Loaded lists = Loaded.from(FILES.resolve("parquet-testing/data/old_list_structure.parquet"));
    assertThat(lists.types()).containsEntry("a", "list<list<int32>>");
    assertThat(lists.column(0)).containsExactly(List.of(List.of(1, 2), List.of(3, 4)));
    Loaded members =
        Loaded.from(FILES.resolve("parquet-testing/data/concatenated_gzip_members.parquet"));
    assertThat(members.rows()).hasSize(513).endsWith(List.of(513L));
  }

  @Test
  void aSparkTimeThatOverflowedIsNotMadeUp() {
    Path file = FILES.resolve("parquet-testing/data/int96_from_spark.parquet");
    assertThatThrownBy(() -> Loaded.from(file))
        .hasMessageContaining("E212")
        .hasMessageContaining("column 'a': the nanosecond -32509551616000 is in no day");
  }

  @Test
  void aWrongChecksumIsDamage() {
    for (String name :
        List.of("datapage_v1-corrupt-checksum", "rle-dict-uncompressed-corrupt-checksum")) {
      Path file = FILES.resolve("parquet-testing/data/" + name + ".parquet");
      assertThatThrownBy(() -> Loaded.from(file)).hasMessageContaining("E212");
    }
  }

  @Test
  void knownBadParquetIsNeverRead() throws IOException {
    List<String> read = new ArrayList<>();
    try (Stream<Path> bad = Files.list(FILES.resolve("parquet-testing/bad_data"))) {
      for (Path file : bad.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        try {
          Loaded.from(file);
          read.add(file.getFileName().toString());
        } catch (DovetailException e) {
          assertThat(e.code()).isIn(ErrorCode.E212, ErrorCode.E213);
        }
      }
    }
    // Odd rather than bad: indices of no bits all mean the dictionary's only entry.
    assertThat(read).containsExactly("ARROW-GH-43605.parquet");
  }

  @Test
  void decimalsOfMoreDigitsThanTheirTypeAreRefused() {
    Path old = FILES.resolve("arrow-testing/data/arrow-ipc-stream/integration/0.14.1");
    for (String name : List.of("generated_decimal.arrow_file", "generated_decimal.stream")) {
      ReadOptions options = ReadOptions.detect(folder).withFormat(FileFormat.ARROW_FILE);
      assertThatThrownBy(() -> Loaded.from(old.resolve(name), options))
          .hasMessageContaining("column 'f0' holds a decimal of more than 3 digits in row 1");
    }
  }
}
