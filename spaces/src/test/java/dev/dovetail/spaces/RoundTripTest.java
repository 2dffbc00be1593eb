package dev.dovetail.spaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.databases.CatalogKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every type of a Space, bit for bit, through every way that rows take: batches cut and joined,
/// segments, upserts, memory.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class RoundTripTest extends StoreTest {
  private static final List<String> TYPES =
      List.of(
          "int8",
          "int16",
          "int32",
          "int64",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "float32",
          "float64",
          "bool",
          "utf8",
          "binary",
          "date",
          "time",
          "decimal(9,2)",
          "decimal(38,0)",
          "decimal(76,10)",
          "timestamp(s)",
          "timestamp(ms,UTC)",
          "timestamp(us,Europe/Zurich)",
          "timestamp(ns)",
          "duration(s)",
          "duration(ns)",
          "list<int64>",
          "list<utf8>",
          "list<bool>",
          "list<list<float32>>",
          "struct<a:int32,b:utf8>",
          "struct<a:list<decimal(20,3)>,b:struct<c:timestamp(ns,UTC),d:binary>>",
          "list<struct<k:utf8,v:list<duration(us)>>>",
          "list<decimal(50,5)>");

  private final long seed = Long.getLong("seed", 20_260_101L);
  private final Random random = new Random(seed);

  @ParameterizedTest(name = "{0} rows in batches of random sizes")
  @ValueSource(ints = {0, 1, 2, 7, 63, 64, 65, 1000})
  void everyTypeComesBackAsItWas(int count) throws IOException {
    System.out.println("seed=" + seed);
    List<String> columns = new ArrayList<>(List.of("id", "int64"));
    for (int i = 0; i < TYPES.size(); i++) {
      columns.addAll(List.of("c" + i, TYPES.get(i)));
    }
    Schema schema = schema(columns.toArray(String[]::new));
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      rows.add(randomRow(schema, row));
    }
    try (Commit commit = store.begin();
        BatchSink sink =
            commit.put("all", schema, List.of("id"), PutMode.REPLACE, true, "put", null)) {
      writeInPieces(sink, schema, rows);
      sink.finish();
      commit.commit();
    }
    assertThat(rows("all")).isEqualTo(rows);
    assertThat(store.require("all").schema()).isEqualTo(schema);

    List<List<Object>> expected = new ArrayList<>(rows);
    List<List<Object>> changes = new ArrayList<>();
    for (int row = 0; row < count; row += 1 + random.nextInt(5)) {
      List<Object> change = randomRow(schema, row);
      changes.add(change);
      expected.set(row, change);
    }
    List<Object> added = randomRow(schema, count + 5);
    changes.add(random.nextInt(changes.size() + 1), added);
    expected.add(added);
    put("all", schema, List.of(), PutMode.UPSERT, false, changes);
    assertThat(rows("all")).isEqualTo(expected);
    assertThat(rows(store.require("all", 1))).isEqualTo(rows);
    for (Path segment : segments()) {
      readWithArrow(segment);
    }

    try (Table table = store.read(store.require("all"));
        MemoryTable copy = MemoryTable.copyOf(Tables.stream(table), allocator)) {
      assertThat(Rows.all(copy)).isEqualTo(expected);
      assertThat(copy.schema()).isEqualTo(schema);
    }
  }

  @Test
  void batchesAreCutAt65536RowsHoweverTheyCame() {
    Schema schema = schema("id", "int64", "flag", "bool", "text", "utf8");
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < 140_000; row++) {
      rows.add(Rows.row((long) row, row % 3 == 0, "t" + row));
    }
    try (Commit commit = store.begin();
        BatchSink sink = commit.put("a", schema, List.of(), PutMode.REPLACE, false, "put", null)) {
      for (int from = 0; from < rows.size(); from += 50_001) {
        List<List<Object>> piece = rows.subList(from, Math.min(rows.size(), from + 50_001));
        try (VectorSchemaRoot batch = Rows.batch(allocator, schema, piece)) {
          sink.write(batch);
        }
      }
      sink.finish();
      commit.commit();
    }
    try (Table table = store.read(store.require("a"))) {
      assertThat(table.batchCount()).isEqualTo(3);
      assertThat(table.batch(0).getRowCount()).isEqualTo(65_536);
      assertThat(table.firstRow(2)).isEqualTo(131_072);
      assertThat(table.batch(2).getRowCount()).isEqualTo(140_000 - 131_072);
      assertThat(Rows.all(table)).isEqualTo(rows);
    }
  }

  @Test
  void aBatchHoldsAbout64MebibytesAndAtLeastOneRow() {
    Schema schema = schema("text", "utf8");
    String long20 = "x".repeat(20 << 20);
    List<List<Object>> rows = Collections.nCopies(5, Rows.row(long20));
    put("a", schema, List.of(), PutMode.REPLACE, false, rows);
    try (Table table = store.read(store.require("a"))) {
      assertThat(table.batchCount()).isEqualTo(2);
      assertThat(Rows.all(table)).isEqualTo(rows);
    }
  }

  @Test
  void rowsAreReadInPlaceAndNotCopied() {
    put("a", PutMode.REPLACE, 1, "a", 2, "b");
    long size = store.require("a").bytes();
    long before = allocator.getAllocatedMemory();
    try (Table table = store.read(store.require("a"))) {
      assertThat(table.rowCount()).isEqualTo(2);
      assertThat(allocator.getAllocatedMemory() - before).isEqualTo(size);
    }
  }

  @Test
  void aTableOutlivesItsStore() {
    put("a", PutMode.REPLACE, 1, "a");
    Table table = store.read(store.require("a"));
    store.close();
    assertThat(Rows.all(table)).isEqualTo(people(1, "a"));
    table.close();
    table.close();
    store = another();
  }

  private void writeInPieces(BatchSink sink, Schema schema, List<List<Object>> rows) {
    int from = 0;
    while (from < rows.size()) {
      int to = Math.min(rows.size(), from + random.nextInt(100));
      try (VectorSchemaRoot batch = Rows.batch(allocator, schema, rows.subList(from, to))) {
        sink.write(batch);
      }
      from = to;
    }
  }

  /// The file is what other Arrow programs read.
  private void readWithArrow(Path segment) throws IOException {
    try (FileChannel channel = FileChannel.open(segment);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
          // Not validateFull, which takes a decimal of full precision for too long.
          vector.validate();
        }
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isPositive();
    }
  }

  private List<Object> randomRow(Schema schema, long id) {
    List<Object> values = new ArrayList<>(List.of(id));
    for (Field field : schema.getFields().subList(1, schema.getFields().size())) {
      values.add(randomValue(field));
    }
    return values;
  }

  private Object randomValue(Field field) {
    if (random.nextInt(4) == 0) {
      return null;
    }
    return switch (field.getType()) {
      case ArrowType.Int type -> {
        long value = random.nextLong();
        int unused = 64 - type.getBitWidth();
        yield type.getIsSigned() ? value << unused >> unused : value << unused >>> unused;
      }
      case ArrowType.FloatingPoint type ->
          switch (type.getPrecision()) {
            case SINGLE -> pick(0f, -0f, Float.NaN, Float.MIN_VALUE, random.nextFloat());
            default -> pick(0d, -0d, Double.NaN, Double.MAX_VALUE, random.nextDouble());
          };
      case ArrowType.Bool _ -> random.nextBoolean();
      case ArrowType.Utf8 _ -> pick("", "a", "ÄÖ\u0000ü", "😀".repeat(random.nextInt(9)));
      case ArrowType.Binary _ -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield HexFormat.of().formatHex(bytes);
      }
      case ArrowType.Date _ -> random.nextInt();
      case ArrowType.Time _ -> random.nextLong(86_400_000_000L);
      case ArrowType.Decimal type -> {
        BigInteger unscaled = new BigInteger((int) (type.getPrecision() * 3.3), random);
        yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
      }
      case ArrowType.Timestamp _, ArrowType.Duration _ -> random.nextLong();
      case ArrowType.List _ -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(randomValue(field.getChildren().getFirst()));
        }
        yield items;
      }
      case ArrowType.Struct _ -> {
        List<Object> members = new ArrayList<>();
        field.getChildren().forEach(child -> members.add(randomValue(child)));
        yield members;
      }
      default -> throw new IllegalArgumentException(field.toString());
    };
  }

  private Object pick(Object... values) {
    return values[random.nextInt(values.length)];
  }
}
