package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns that our own writer does not make.
class ParquetReadingTest {
  @TempDir Path folder;

  @Test
  void legacyTimesKeepTheirNanosecondsWhereTheyFit() throws IOException {
    assertThat(
            leaf(
                "optional int96 c",
                c -> c.addBinary(int96(2_440_588, 1)),
                c -> c.addBinary(int96(2_440_587, 0))))
        .satisfies(
            loaded -> {
              assertThat(loaded.types()).isEqualTo(Map.of("c", "timestamp(ns)"));
              assertThat(loaded.column(0)).containsExactly(1L, -86_400_000_000_000L, null);
            });
  }

  @Test
  void legacyTimesFarAwayKeepTheirMicroseconds() throws IOException {
    Loaded far = leaf("optional int96 c", c -> c.addBinary(int96(2_440_588 + 2_932_896, 1000)));
    assertThat(far.types()).isEqualTo(Map.of("c", "timestamp(us)"));
    assertThat(far.column(0)).containsExactly(2_932_896L * 86_400_000_000L + 1, null);
    assertThatThrownBy(
            () -> leaf("optional int96 c", c -> c.addBinary(int96(2_440_588 + 2_932_896, 1))))
        .hasMessageContaining("E213")
        .hasMessageContaining("column 'c'");
  }

  @Test
  void logicalTypesAreRead() throws IOException {
    assertThat(
            leaf("optional fixed_len_byte_array(2) c (FLOAT16)", c -> c.addBinary(bytes(0, 0xBE)))
                .rows())
        .isEqualTo(List.of(List.of(-1.5f), Arrays.asList((Object) null)));
    assertThat(
            leaf("optional fixed_len_byte_array(16) c (UUID)", c -> c.addBinary(bytes(new int[16])))
                .types())
        .isEqualTo(Map.of("c", "binary"));
    assertThat(leaf("optional int32 c (TIME(MILLIS,true))", c -> c.addInteger(1)).column(0))
        .containsExactly(1000L, null);
    assertThat(leaf("optional int64 c (TIME(NANOS,true))", c -> c.addLong(5000)).column(0))
        .containsExactly(5L, null);
    assertThatThrownBy(() -> leaf("optional int64 c (TIME(NANOS,true))", c -> c.addLong(5001)))
        .hasMessageContaining("E213");
    assertThat(leaf("optional int64 c (TIMESTAMP(NANOS,true))", c -> c.addLong(5)).types())
        .isEqualTo(Map.of("c", "timestamp(ns,UTC)"));
    assertThat(leaf("optional int32 c (INTEGER(8,false))", c -> c.addInteger(255)).types())
        .isEqualTo(Map.of("c", "uint8"));
    assertThatThrownBy(() -> leaf("optional int32 c (INTEGER(8,true))", c -> c.addInteger(255)))
        .hasMessageContaining("E212")
        .hasMessageContaining("column 'c': 255 is not int8");
    assertThat(
            leaf("optional binary c (DECIMAL(50,3))", c -> c.addBinary(bytes(0xFF, 0x7F)))
                .column(0))
        .containsExactly(new BigDecimal("-0.129"), null);
    assertThat(leaf("optional binary c (ENUM)", c -> c.addBinary(Binary.fromString("x"))).column(0))
        .containsExactly("x", null);
    assertThatThrownBy(() -> leaf("optional binary c (STRING)", c -> c.addBinary(bytes(0xC3))))
        .hasMessageContaining("not UTF-8 in row 1");
    assertThatThrownBy(
            () ->
                leaf(
                    "optional fixed_len_byte_array(12) c (INTERVAL)",
                    c -> c.addBinary(bytes(new int[12]))))
        .hasMessageContaining("E213")
        .hasMessageContaining("column 'c'");
  }

  @Test
  void requiredGroupsListsWithoutAnnotationAndMapsAreRead() throws IOException {
    String schema =
        "message m { required group s { required int32 a; repeated int32 r; }"
            + " optional group m (MAP) { repeated group key_value {"
            + " required binary key (STRING); optional int64 value; } } }";
    Loaded loaded =
        load(
            schema,
            c -> {
              c.startField("s", 0);
              c.startGroup();
              c.startField("a", 0);
              c.addInteger(1);
              c.endField("a", 0);
              c.startField("r", 1);
              c.addInteger(2);
              c.addInteger(3);
              c.endField("r", 1);
              c.endGroup();
              c.endField("s", 0);
              c.startField("m", 1);
              c.startGroup();
              c.startField("key_value", 0);
              c.startGroup();
              c.startField("key", 0);
              c.addBinary(Binary.fromString("k"));
              c.endField("key", 0);
              c.endGroup();
              c.endField("key_value", 0);
              c.endGroup();
              c.endField("m", 1);
            },
            c -> {
              c.startField("s", 0);
              c.startGroup();
              c.startField("a", 0);
              c.addInteger(4);
              c.endField("a", 0);
              c.endGroup();
              c.endField("s", 0);
            });
    assertThat(loaded.types())
        .isEqualTo(
            Map.of(
                "s", "struct<a:int32,r:list<int32>>", "m", "list<struct<key:utf8,value:int64>>"));
    Map<String, Object> pair = new java.util.HashMap<>();
    pair.put("key", "k");
    pair.put("value", null);
    assertThat(loaded.rows())
        .isEqualTo(
            List.of(
                List.of(Map.of("a", 1, "r", List.of(2, 3)), List.of(pair)),
                Arrays.asList(Map.of("a", 4, "r", List.of()), null)));
  }

  private static Binary int96(int julianDay, long nanos) {
    return Binary.fromConstantByteBuffer(
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(nanos)
            .putInt(julianDay)
            .flip());
  }

  private static Binary bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Binary.fromConstantByteArray(bytes);
  }

  /// A file of one column with the values given and one NULL.
  @SafeVarargs
  private Loaded leaf(String column, Consumer<RecordConsumer>... values) throws IOException {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Consumer<RecordConsumer>[] rows = new Consumer[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      Consumer<RecordConsumer> value = values[i];
      rows[i] =
          to -> {
            to.startField("c", 0);
            value.accept(to);
            to.endField("c", 0);
          };
    }
    rows[values.length] = _ -> {};
    return load("message m { " + column + "; }", rows);
  }

  @SafeVarargs
  private Loaded load(String schema, Consumer<RecordConsumer>... rows) throws IOException {
    Path file = folder.resolve("t" + System.nanoTime() + ".parquet");
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Consumer<RecordConsumer>> writer =
        new Builder(new LocalOutputFile(file), type)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetTableWriter.ZstdCodec())
            .withCompressionCodec(org.apache.parquet.hadoop.metadata.CompressionCodecName.ZSTD)
            .build()) {
      for (Consumer<RecordConsumer> row : rows) {
        writer.write(row);
      }
    }
    return Loaded.from(file);
  }

  private static final class Builder
      extends ParquetWriter.Builder<Consumer<RecordConsumer>, Builder> {
    private final MessageType type;

    Builder(OutputFile file, MessageType type) {
      super(file);
      this.type = type;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation")
    protected WriteSupport<Consumer<RecordConsumer>> getWriteSupport(Configuration hadoop) {
      return new Rows(type);
    }

    @Override
    protected WriteSupport<Consumer<RecordConsumer>> getWriteSupport(ParquetConfiguration conf) {
      return new Rows(type);
    }
  }

  private static final class Rows extends WriteSupport<Consumer<RecordConsumer>> {
    private final MessageType type;
    private RecordConsumer target;

    Rows(MessageType type) {
      this.type = type;
    }

    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(Configuration hadoop) {
      return new WriteContext(type, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration conf) {
      return new WriteContext(type, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      target = consumer;
    }

    @Override
    public void write(Consumer<RecordConsumer> row) {
      target.startMessage();
      row.accept(target);
      target.endMessage();
    }
  }
}
