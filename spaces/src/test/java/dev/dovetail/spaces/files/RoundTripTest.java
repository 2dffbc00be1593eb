package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.spaces.BatchSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written is read back: the same types, the same values, bit for bit.
class RoundTripTest {
  private static final long SEED = Long.getLong("seed", 20_241);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.csv",
        "t.csv.gz",
        "t.tsv",
        "t.jsonl",
        "t.jsonl.zst",
        "t.arrow",
        "t.arrows",
        "t.arrows.gz",
        "t.parquet"
      })
  void everyTypeThatTheFormatHoldsComesBack(String name) throws Exception {
    boolean text = name.contains("csv") || name.contains("tsv");
    List<String> types = new ArrayList<>(SampleTable.LEAVES);
    if (text) {
      types.remove("binary");
    } else {
      types.addAll(SampleTable.NESTED);
    }
    Schema schema = SampleTable.schema(types);
    for (int[] sizes : new int[][] {{0}, {1}, {2, 7}, {63, 64, 65}, {1000, 0, 1}}) {
      check(name, schema, sizes);
    }
  }

  private void check(String name, Schema schema, int... sizes) throws Exception {
    Path file = folder.resolve(name);
    List<List<Object>> written;
    try (BufferAllocator allocator = new RootAllocator()) {
      SampleTable table = new SampleTable(new Random(SEED + sizes.length));
      List<VectorSchemaRoot> batches = new ArrayList<>();
      for (int size : sizes) {
        batches.add(table.batch(schema, size, allocator));
      }
      written = SampleTable.values(batches);
      try (BatchSink sink =
          FileWriters.create(file.toString(), schema, WriteOptions.DEFAULT, allocator)) {
        batches.forEach(sink::write);
        sink.finish();
      }
      batches.forEach(VectorSchemaRoot::close);
    }
    boolean typed = name.contains("arrow") || name.contains("parquet");
    Map<String, Field> types = typed ? Map.of() : SampleTable.types(schema);
    for (int batchRows : new int[] {7, 16_384}) {
      Loaded loaded =
          Loaded.from(file, ReadOptions.detect(folder).withTypes(types).withBatchRows(batchRows));
      assertThat(loaded.schema()).as("seed %d", SEED).isEqualTo(schema);
      assertThat(loaded.rows()).as("seed %d", SEED).hasSameSizeAs(written);
      for (int row = 0; row < written.size(); row++) {
        assertThat(loaded.rows().get(row))
            .as("row %d, seed %d", row, SEED)
            .isEqualTo(written.get(row));
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString())).containsOnly(name);
    }
    Files.delete(file);
  }

  @Test
  void aSingleColumnKeepsItsNullsInCsv() throws Exception {
    check("t.csv", SampleTable.schema(List.of("utf8")), 200);
    check("t.csv", SampleTable.schema(List.of("int64")), 200);
  }
}
