package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Columns as other systems write them.
class ArrowReadingTest {
  @TempDir Path folder;
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  @Test
  void dictionariesAreReadAsTheirValuesFromFilesAndStreams() throws IOException {
    try (VarCharVector words = texts("w", "red", "green");
        VarCharVector plain = texts("c", "green", null, "red", "green")) {
      Dictionary dictionary =
          new Dictionary(words, new DictionaryEncoding(1, false, new ArrowType.Int(8, true)));
      try (FieldVector coded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
          VectorSchemaRoot root = VectorSchemaRoot.of(coded)) {
        DictionaryProvider.MapDictionaryProvider provider =
            new DictionaryProvider.MapDictionaryProvider(dictionary);
        Path stream = folder.resolve("d.arrows");
        try (OutputStream out = Files.newOutputStream(stream);
            ArrowStreamWriter writer =
                new ArrowStreamWriter(root, provider, Channels.newChannel(out))) {
          writer.writeBatch();
        }
        Path file = folder.resolve("d.arrow");
        try (OutputStream out = Files.newOutputStream(file);
            ArrowFileWriter writer =
                new ArrowFileWriter(root, provider, Channels.newChannel(out))) {
          writer.writeBatch();
        }
        for (Path path : List.of(stream, file)) {
          Loaded loaded = Loaded.from(path);
          assertThat(loaded.types()).isEqualTo(Map.of("c", "utf8"));
          assertThat(loaded.column(0)).containsExactly("green", null, "red", "green");
        }
      }
    }
  }

  @Test
  void largeViewAndNullTextIsText() throws IOException {
    LargeVarCharVector large = new LargeVarCharVector("large", allocator);
    ViewVarCharVector view = new ViewVarCharVector("view", allocator);
    NullVector none = new NullVector("none", 3);
    large.allocateNew();
    view.allocateNew(64, 3);
    List<String> words = Arrays.asList("short", null, "a text too long to stand inline \u00e9");
    for (int i = 0; i < 3; i++) {
      if (words.get(i) != null) {
        large.setSafe(i, words.get(i).getBytes(StandardCharsets.UTF_8));
        view.setSafe(i, words.get(i).getBytes(StandardCharsets.UTF_8));
      }
    }
    Loaded loaded = through(3, large, view, none);
    assertThat(loaded.types()).isEqualTo(Map.of("large", "utf8", "view", "utf8", "none", "utf8"));
    assertThat(loaded.column(0)).isEqualTo(words);
    assertThat(loaded.column(1)).isEqualTo(words);
    assertThat(loaded.column(2)).containsOnlyNulls();
  }

  @Test
  void narrowAndWideScalarsBecomeCanonical() throws IOException {
    FixedSizeBinaryVector fixed = new FixedSizeBinaryVector("fixed", allocator, 2);
    fixed.allocateNew();
    fixed.setSafe(0, new byte[] {1, -1});
    DateMilliVector date = new DateMilliVector("date", allocator);
    date.setSafe(0, -86_400_000L);
    TimeSecVector seconds = new TimeSecVector("seconds", allocator);
    seconds.setSafe(0, 3600);
    Float2Vector half = new Float2Vector("half", allocator);
    half.setSafe(0, Float16.toFloat16(-1.5f));
    Decimal256Vector decimal = new Decimal256Vector("decimal", allocator, 5, 2);
    decimal.setSafe(0, new BigDecimal("-1.25"));
    Loaded loaded = through(2, fixed, date, seconds, half, decimal);
    assertThat(loaded.types())
        .isEqualTo(
            Map.of(
                "fixed",
                "binary",
                "date",
                "date",
                "seconds",
                "time",
                "half",
                "float32",
                "decimal",
                "decimal(5,2)"));
    assertThat(loaded.rows().getFirst())
        .containsExactly("0x01ff", -1, 3_600_000_000L, -1.5f, new BigDecimal("-1.25"));
    assertThat(loaded.rows().getLast()).containsOnlyNulls();
  }

  @Test
  void listsOfAllKindsAreLists() throws IOException {
    LargeListVector large = LargeListVector.empty("large", allocator);
    FixedSizeListVector pair = FixedSizeListVector.empty("pair", 2, allocator);
    IntVector items =
        (IntVector)
            large.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true))).getVector();
    IntVector halves =
        (IntVector)
            pair.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true))).getVector();
    large.startNewValue(0);
    items.setSafe(0, 7);
    large.endValue(0, 2);
    pair.setNotNull(1);
    halves.setSafe(2, 5);
    halves.setSafe(3, 6);
    MapVector map = MapVector.empty("map", allocator, false);
    UnionMapWriter writer = map.getWriter();
    writer.setPosition(1);
    writer.startMap();
    writer.startEntry();
    writer.key().integer().writeInt(1);
    writer.value().integer().writeInt(2);
    writer.endEntry();
    writer.endMap();
    Loaded loaded = through(2, large, pair, map);
    assertThat(loaded.types())
        .isEqualTo(
            Map.of(
                "large",
                "list<int32>",
                "pair",
                "list<int32>",
                "map",
                "list<struct<key:int32,value:int32>>"));
    assertThat(loaded.rows().getFirst())
        .isEqualTo(Arrays.asList(Arrays.asList(7, null), null, null));
    assertThat(loaded.rows().getLast())
        .isEqualTo(Arrays.asList(null, List.of(5, 6), List.of(Map.of("key", 1, "value", 2))));
  }

  @Test
  void whatWouldLoseItsValueIsRefusedWithItsRow() {
    TimeNanoVector time = new TimeNanoVector("at", allocator);
    time.setSafe(0, 1000);
    time.setSafe(1, 1001);
    assertThatThrownBy(() -> through(2, time))
        .hasMessageContaining("E213")
        .hasMessageContaining("column 'at' holds a time of 1001 ns")
        .hasMessageContaining("row 2");
    DateMilliVector date = new DateMilliVector("day", allocator);
    date.setSafe(0, 1);
    assertThatThrownBy(() -> through(1, date)).hasMessageContaining("E213");
  }

  @Test
  void textThatIsNotUtf8IsDamage() {
    VarCharVector text = new VarCharVector("t", allocator);
    text.setSafe(0, "fine".getBytes(StandardCharsets.UTF_8));
    text.setSafe(1, new byte[] {(byte) 0xC3});
    assertThatThrownBy(() -> through(2, text))
        .hasMessageContaining("E212")
        .hasMessageContaining("column 't' holds text that is not UTF-8 in row 2");
  }

  @ParameterizedTest
  @EnumSource(
      value = CodecType.class,
      names = {"ZSTD", "LZ4_FRAME"})
  void compressedBuffersAreUnpacked(CodecType codec) throws IOException {
    String word = "dovetail ".repeat(500);
    try (VarCharVector text = texts("t", word, null, word);
        VectorSchemaRoot root = VectorSchemaRoot.of(text)) {
      Path file = folder.resolve("z.arrow");
      try (OutputStream out = Files.newOutputStream(file);
          ArrowFileWriter writer =
              new ArrowFileWriter(
                  root,
                  null,
                  Channels.newChannel(out),
                  Map.of(),
                  IpcOption.DEFAULT,
                  CommonsCompressionFactory.INSTANCE,
                  codec)) {
        writer.writeBatch();
      }
      assertThat(Files.size(file)).isLessThan(word.length());
      assertThat(Loaded.from(file).column(0)).containsExactly(word, null, word);
    }
  }

  private VarCharVector texts(String name, String... values) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private Loaded through(int rows, FieldVector... vectors) throws IOException {
    Path file = folder.resolve("t.arrows");
    try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(vectors))) {
      root.setRowCount(rows);
      try (OutputStream out = Files.newOutputStream(file);
          ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(out))) {
        writer.writeBatch();
      }
    }
    return Loaded.from(file);
  }
}
