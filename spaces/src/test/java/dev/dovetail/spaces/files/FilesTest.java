package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is true of files of every format: names, detection, compression, whole or not at all.
class FilesTest {
  private static final byte[] CSV = "a,b\n1,x\n".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.jsonl.gz", "t.arrow", "t.arrows", "t.parquet"})
  void anUnfinishedFileLeavesTheOldOneAlone(String name) throws IOException {
    Path file = Loaded.write(folder, name, new byte[] {1, 2, 3});
    Schema schema = SampleTable.schema(List.of("int64", "utf8"));
    try (VectorSchemaRoot batch = new SampleTable(new Random(1)).batch(schema, 100, allocator);
        BatchSink sink =
            FileWriters.create(file.toString(), schema, WriteOptions.DEFAULT, allocator)) {
      sink.write(batch);
    }
    assertThat(file).hasBinaryContent(new byte[] {1, 2, 3});
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t.csv|list<utf8>|csv cannot hold list<utf8>",
        "t.csv|binary|jsonl, arrow, arrows, parquet",
        "t.tsv.gz|struct<a:utf8>|csv cannot hold struct<a:utf8>"
      })
  void aTypeThatTheFormatCannotHoldIsRefusedFirst(String name, String type, String words) {
    Schema schema = SampleTable.schema(List.of("int8", type));
    String file = folder.resolve(name).toString();
    assertThatThrownBy(() -> FileWriters.create(file, schema, WriteOptions.DEFAULT, allocator))
        .hasMessageContaining("E204")
        .hasMessageContaining("column 'c " + type + "'")
        .hasMessageContaining(words);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPathThatCannotBeWrittenIsNamed() {
    Schema schema = SampleTable.schema(List.of("int8"));
    String file = folder.resolve("missing/t.csv").toString();
    assertThatThrownBy(() -> FileWriters.create(file, schema, WriteOptions.DEFAULT, allocator))
        .hasMessageContaining("E201")
        .hasMessageContaining(file);
    assertThatThrownBy(
            () ->
                FileWriters.create(
                    folder.toString() + "/x", schema, WriteOptions.DEFAULT, allocator))
        .hasMessageContaining("E202");
  }

  @Test
  void aMissingFileIsNamedWithItsNeighbour() {
    Loaded.write(folder, "news.csv", CSV);
    Path wrong = folder.resolve("nwes.csv");
    assertThatThrownBy(() -> Loaded.from(wrong))
        .hasMessageContaining("E201")
        .hasMessageContaining("Did you mean 'news.csv'?");
    assertThatThrownBy(() -> Loaded.from(folder)).hasMessageContaining("a folder");
    ReadOptions options = ReadOptions.detect(folder);
    assertThatThrownBy(() -> FileReaders.open("a\0b", options, allocator, _ -> {}))
        .hasMessageContaining("E201")
        .hasMessageContaining("no path");
  }

  @Test
  void theFirstBytesTellAFormatThatTheNameDoesNot() throws IOException {
    byte[] parquet =
        Files.readAllBytes(Path.of("../tests/files/parquet-testing/data/int96_from_spark.parquet"));
    Path data = Loaded.write(folder, "data", parquet);
    assertThatThrownBy(() -> Loaded.from(data)).hasMessageContaining("E212");
    Path named = Loaded.write(folder, "t.csv", parquet);
    assertThatThrownBy(() -> Loaded.from(named))
        .hasMessageContaining("E202")
        .hasMessageContaining("is called csv but holds parquet");
    Path text = Loaded.write(folder, "t.dat", CSV);
    assertThatThrownBy(() -> Loaded.from(text)).hasMessageContaining("--format");
    assertThat(Loaded.text(folder, "u.dat", "{\"a\":1}").rows()).hasSize(1);
  }

  @Test
  void standardInputIsReadTwiceThroughTheSpoolFolderAndLeavesNothingThere() {
    readStandardInput(folder.resolve("spool"));
    assertThat(folder.resolve("spool")).isEmptyDirectory();
  }

  private static void readStandardInput(Path spool) {
    InputStream console = System.in;
    System.setIn(new ByteArrayInputStream(CSV));
    try {
      ReadOptions options = ReadOptions.detect(spool).withFormat(FileFormat.CSV);
      assertThat(Loaded.from(Path.of("-"), options).rows()).containsExactly(List.of(1L, "x"));
    } finally {
      System.setIn(console);
    }
  }

  @Test
  void standardOutputGetsTheBytesAndStaysOpen() {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      Schema schema = SampleTable.schema(List.of("int64"));
      try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
          BatchSink sink =
              FileWriters.create(
                  "-", schema, WriteOptions.DEFAULT.withFormat(FileFormat.CSV), allocator)) {
        sink.write(batch);
        sink.finish();
      }
      System.out.print("after");
    } finally {
      System.setOut(console);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("c int64\nafter");
  }

  @Test
  void whatAKilledWriterLeftIsRemovedByTheNextOneAndOtherFilesStay() throws IOException {
    Schema schema = SampleTable.schema(List.of("int64"));
    Path killed = folder.resolve(".dovetail-" + new UUID(0, 0) + ".part");
    Path foreign = folder.resolve(".dovetail-mine.part");
    for (Path file : List.of(killed, foreign)) {
      Files.writeString(file, "half");
    }
    String file = folder.resolve("t.csv").toString();
    try (BatchSink first = FileWriters.create(file, schema, WriteOptions.DEFAULT, allocator);
        BatchSink second = FileWriters.create(file, schema, WriteOptions.DEFAULT, allocator)) {
      assertThat(killed).doesNotExist();
      second.finish();
      first.finish();
    }
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder(".dovetail-mine.part", "t.csv");
  }

  @Test
  void aSpoolThatAKilledReaderLeftIsRemovedByTheNextOne() throws IOException {
    Path spool = Files.createDirectories(folder.resolve("spool"));
    Files.writeString(spool.resolve("input-" + "0".repeat(32) + ".lock"), "");
    Files.writeString(spool.resolve("input-" + "0".repeat(32) + "-1.spool"), "half");
    readStandardInput(spool);
    assertThat(spool).isEmptyDirectory();
  }

  @Test
  void gzipMembersInARowAreOneFileAndGarbageBehindThemIsDamage() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String part : List.of("a,b\n1,x\n", "2,y\n")) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(Loaded.from(Loaded.write(folder, "t.csv.gz", bytes.toByteArray())).rows())
        .containsExactly(List.of(1L, "x"), List.of(2L, "y"));
    bytes.write("garbage".getBytes(StandardCharsets.UTF_8));
    Path tail = Loaded.write(folder, "u.csv.gz", bytes.toByteArray());
    assertThatThrownBy(() -> Loaded.from(tail)).hasMessageContaining("E212");
  }

  @Test
  void progressRisesToTheSizeOfTheFile() {
    Path file =
        Loaded.write(folder, "t.csv", "a,b\n1,x\n".repeat(50_000).getBytes(StandardCharsets.UTF_8));
    List<Long> seen = new ArrayList<>();
    try (BatchSource source =
        FileReaders.open(file.toString(), ReadOptions.detect(folder), allocator, seen::add)) {
      while (source.next()) {
        assertThat(source.batch().getRowCount()).isPositive();
      }
    }
    assertThat(seen).isSorted().last().isEqualTo(file.toFile().length());
  }

  @Test
  void declaredTypesAreReadInlineOrFromAFile() {
    assertThat(DeclaredTypes.parse("{\"id\": \"int64\", \"tags\": \"list<utf8>\"}"))
        .containsOnlyKeys("id", "tags");
    Path file =
        Loaded.write(folder, "s.json", "{\"id\":\"int8\"}".getBytes(StandardCharsets.UTF_8));
    assertThat(DeclaredTypes.parse(file.toString())).containsOnlyKeys("id");
    for (String wrong :
        List.of(
            "{\"id\":1}",
            "{\"id\"",
            "{\"id\":\"in\"}",
            "no/such.json",
            "{\"a\":\"bool\",\"a\":\"bool\"}")) {
      assertThatThrownBy(() -> DeclaredTypes.parse(wrong))
          .isInstanceOfSatisfying(
              DovetailException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.E205));
    }
  }

  @Test
  void aTypedFormatKeepsItsTypes() {
    Schema schema = SampleTable.schema(List.of("int64"));
    Path file = folder.resolve("t.arrow");
    try (BatchSink sink =
        FileWriters.create(file.toString(), schema, WriteOptions.DEFAULT, allocator)) {
      sink.finish();
    }
    ReadOptions options =
        ReadOptions.detect(folder).withTypes(DeclaredTypes.parse("{\"c int64\":\"utf8\"}"));
    assertThatThrownBy(() -> Loaded.from(file, options))
        .hasMessageContaining("'c int64' is int64 in the file, not utf8");
  }
}
