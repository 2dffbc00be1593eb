package dev.dovetail.spaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.Overflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A table outside the catalog that goes to a file from some batch on reads as if it had not.
class OverflowTest extends StoreTest {
  private static final int BATCH_ROWS = 65_536;
  private static final Schema SCHEMA =
      schema("id", "int64", "text", "utf8", "list", "list<struct<a:int32>>");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 9})
  void rowsComeBackInTheirOrder(int batchesInMemory) {
    List<List<Object>> rows = rows(2 * BATCH_ROWS + 17);
    put("a", SCHEMA, List.of(), PutMode.REPLACE, false, rows);
    try (Table original = store.read(store.require("a"));
        MemoryTable copy =
            MemoryTable.copyOf(
                Tables.stream(original),
                allocator,
                Optional.of(new After(batchesInMemory, Long.MAX_VALUE)))) {
      List<List<Object>> copied = Rows.all(copy);
      for (int i = 0; i < rows.size(); i++) {
        assertThat(copied.get(i)).as("row %d", i).isEqualTo(rows.get(i));
      }
      assertThat(copy.rowCount()).isEqualTo(rows.size());
      assertThat(temporaries()).isEmpty();
    }
  }

  @Test
  void anEmptyTableNeedsNoFile() {
    put("a", SCHEMA, List.of(), PutMode.REPLACE, false, List.of());
    try (Table original = store.read(store.require("a"));
        MemoryTable copy =
            MemoryTable.copyOf(
                Tables.stream(original), allocator, Optional.of(new After(0, Long.MAX_VALUE)))) {
      assertThat(copy.rowCount()).isZero();
    }
  }

  @Test
  void aRefusedReadingLeavesNothing() {
    put("a", SCHEMA, List.of(), PutMode.REPLACE, false, rows(3 * BATCH_ROWS));
    long before = allocator.getAllocatedMemory();
    try (Table original = store.read(store.require("a"))) {
      assertThatThrownBy(
              () ->
                  MemoryTable.copyOf(
                      Tables.stream(original), allocator, Optional.of(new After(1, 1 << 20))))
          .hasMessageContaining("full");
    }
    assertThat(allocator.getAllocatedMemory()).isEqualTo(before);
    assertThat(temporaries()).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() {
    put("a", SCHEMA, List.of(), PutMode.REPLACE, false, rows(1));
    try (Table original = store.read(store.require("a"))) {
      After nowhere =
          new After(0, Long.MAX_VALUE) {
            @Override
            public Path newFile() {
              return folder.resolve("is/not/there.tmp");
            }
          };
      refused(
              ErrorCode.E201,
              () -> MemoryTable.copyOf(Tables.stream(original), allocator, Optional.of(nowhere)))
          .hasMessageContaining("not/there.tmp");
    }
  }

  private static List<List<Object>> rows(int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object list = i % 5 == 0 ? null : List.of(Rows.row((long) i));
      rows.add(Rows.row((long) i, i % 7 == 0 ? null : "text " + i, list));
    }
    return rows;
  }

  private List<Path> temporaries() {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Due after some batches, and full after some bytes.
  private class After implements Overflow {
    private final int batches;
    private final long mostBytes;
    private int asked;
    private long reserved;

    After(int batches, long mostBytes) {
      this.batches = batches;
      this.mostBytes = mostBytes;
    }

    @Override
    public boolean isDue(long bytes) {
      assertThat(bytes).isPositive();
      return asked++ >= batches;
    }

    @Override
    public void reserve(long bytes) {
      reserved += bytes;
      if (reserved > mostBytes) {
        throw new IllegalStateException("full");
      }
    }

    @Override
    public Path newFile() {
      return folder.resolve(UUID.randomUUID() + ".tmp");
    }

    @Override
    public BufferAllocator mapped() {
      return allocator;
    }
  }
}
