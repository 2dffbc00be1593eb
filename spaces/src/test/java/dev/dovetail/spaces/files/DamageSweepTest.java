package dev.dovetail.spaces.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.BatchSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Small files cut off at every step and with single bits turned: each loads or is refused by name,
/// and a cut file never loads. `-Dsweep.step=1` visits every byte.
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamageSweepTest {
  private static final long SEED = Long.getLong("seed", 7);
  private static final int STEP = Integer.getInteger("sweep.step", 16);
  private static final Set<ErrorCode> ABOUT_FILES =
      EnumSet.of(
          ErrorCode.E202,
          ErrorCode.E203,
          ErrorCode.E205,
          ErrorCode.E212,
          ErrorCode.E213,
          ErrorCode.E403);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"t.arrow", "t.arrows", "t.parquet", "t.arrows.zst", "t.jsonl.gz"})
  void aCutFileIsNeverReadAsIfItWereWhole(String name) throws IOException {
    byte[] whole = sample(name);
    Loaded full = Loaded.from(Loaded.write(folder, name, whole));
    for (int length = 0; length < whole.length; length += STEP) {
      Loaded cut = load(name, Arrays.copyOf(whole, length));
      // A stream may end between two batches: that is a shorter stream, not a damaged one.
      if (cut != null) {
        assertThat(name).endsWith(".arrows");
        assertThat(full.rows().subList(0, cut.rows().size())).isEqualTo(cut.rows());
        assertThat(cut.rows().size()).isIn(0, 3, 6);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.arrow", "t.arrows", "t.parquet", "t.arrows.zst", "t.csv.gz"})
  void aTurnedBitNeverEscapesAsAnythingButARefusal(String name) throws IOException {
    byte[] whole = sample(name);
    for (int at = 0; at < whole.length; at += Math.max(1, STEP / 4)) {
      byte[] turned = whole.clone();
      turned[at] ^= (byte) (1 << (at / STEP % 8));
      load(name, turned);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.arrow", "t.arrows", "t.parquet"})
  void everyLieAboutALengthIsRefused(String name) throws IOException {
    byte[] whole = sample(name);
    for (int at = 0; at + 4 <= whole.length; at += STEP) {
      for (int lie : new int[] {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7F7F7F7F}) {
        byte[] lying = whole.clone();
        for (int i = 0; i < 4; i++) {
          lying[at + i] = (byte) (lie >> (8 * i));
        }
        load(name, lying);
      }
    }
  }

  /// The table, or null if it was refused as it should be.
  private Loaded load(String name, byte[] content) {
    Path file = Loaded.write(folder, name, content);
    try {
      return Loaded.from(
          file, ReadOptions.detect(folder).withFormat(FileFormat.ofName(name).orElseThrow()));
    } catch (DovetailException e) {
      assertThat(e.code()).as(e.getMessage()).isIn(ABOUT_FILES);
      assertThat(e).hasMessageContaining(name);
      return null;
    }
  }

  private byte[] sample(String name) throws IOException {
    List<String> types =
        name.contains("csv")
            ? List.of("int64", "utf8", "timestamp(ns)")
            : List.of(
                "int64",
                "utf8",
                "bool",
                "decimal(20,2)",
                "list<utf8>",
                "struct<a:list<int32>,b:time>");
    Schema schema = SampleTable.schema(types);
    Path file = folder.resolve(name);
    try (BufferAllocator allocator = new RootAllocator()) {
      SampleTable table = new SampleTable(new Random(SEED));
      List<VectorSchemaRoot> batches = new ArrayList<>();
      batches.add(table.batch(schema, 3, allocator));
      batches.add(table.batch(schema, 3, allocator));
      try (BatchSink sink =
          FileWriters.create(file.toString(), schema, WriteOptions.DEFAULT, allocator)) {
        batches.forEach(sink::write);
        sink.finish();
      }
      batches.forEach(VectorSchemaRoot::close);
    }
    return Files.readAllBytes(file);
  }
}
