package dev.dovetail.engine.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VectorGatherTest {
  private static final Field ENTRY =
      field(
          "entry",
          ArrowType.Struct.INSTANCE,
          field("n", new ArrowType.Int(64, true)),
          field("words", ArrowType.List.INSTANCE, field("item", ArrowType.Utf8.INSTANCE)));

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void allMemoryIsFreed() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /// A list of structs that hold lists: the deepest that rows come.
  private FieldVector lists(Random random, int rows) {
    ListVector lists =
        (ListVector) field("l", ArrowType.List.INSTANCE, ENTRY).createVector(allocator);
    lists.allocateNew();
    StructVector structs = (StructVector) lists.getDataVector();
    BigIntVector numbers = (BigIntVector) structs.getChildByOrdinal(0);
    ListVector words = (ListVector) structs.getChildByOrdinal(1);
    VarCharVector word = (VarCharVector) words.getDataVector();
    int entry = 0;
    int at = 0;
    for (int r = 0; r < rows; r++) {
      if (random.nextInt(4) == 0) {
        lists.setNull(r);
        continue;
      }
      int size = random.nextInt(3);
      lists.startNewValue(r);
      for (int e = 0; e < size; e++, entry++) {
        if (random.nextInt(4) == 0) {
          structs.setNull(entry);
          continue;
        }
        structs.setIndexDefined(entry);
        numbers.setSafe(entry, random.nextInt(100));
        int count = random.nextInt(4);
        words.startNewValue(entry);
        for (int w = 0; w < count; w++, at++) {
          if (random.nextInt(3) > 0) {
            word.setSafe(at, ("w" + random.nextInt(100)).getBytes());
          } else {
            word.setNull(at);
          }
        }
        words.endValue(entry, count);
      }
      lists.endValue(r, size);
    }
    word.setValueCount(at);
    words.setValueCount(entry);
    structs.setValueCount(entry);
    lists.setValueCount(rows);
    return lists;
  }

  @Test
  void nestedValuesAreCopiedAsTheyAre() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      try (FieldVector first = lists(random, 1 + random.nextInt(9));
          FieldVector second = lists(random, 1 + random.nextInt(9));
          FieldVector target = first.getField().createVector(allocator)) {
        FieldVector[] sources = {first, second, null};
        int count = List.of(0, 1, 2, 7, 63, 64, 65, 1000).get(random.nextInt(8));
        int[] part = new int[count];
        int[] row = new int[count];
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          part[i] = random.nextInt(4) - 1;
          boolean there = part[i] == 0 || part[i] == 1;
          row[i] = there ? random.nextInt(sources[part[i]].getValueCount()) : 0;
          expected.add(there ? sources[part[i]].getObject(row[i]) : null);
        }
        VectorGather.gather(sources, part, row, count, target);
        assertThat(values(target, 0, target.getValueCount()))
            .as("seed %s %s", seed, Arrays.toString(row))
            .isEqualTo(expected);
      }
    }
  }

  /// Vectors of every layout, with NULLs.
  private List<FieldVector> everyLayout(Random random, int rows) {
    BigIntVector numbers = new BigIntVector("n", allocator);
    BitVector bits = new BitVector("b", allocator);
    VarCharVector texts = new VarCharVector("t", allocator);
    StructVector structs =
        (StructVector)
            field("p", ArrowType.Struct.INSTANCE, field("m", new ArrowType.Int(64, true)))
                .createVector(allocator);
    BigIntVector member = (BigIntVector) structs.getChildByOrdinal(0);
    NullVector nothing = new NullVector("z", rows);
    List<FieldVector> vectors =
        List.of(numbers, bits, texts, structs, nothing, lists(random, rows));
    vectors.subList(0, 4).forEach(FieldVector::allocateNew);
    for (int r = 0; r < rows; r++) {
      if (random.nextInt(4) > 0) {
        numbers.setSafe(r, random.nextInt(100));
        bits.setSafe(r, random.nextInt(2));
        texts.setSafe(r, "t".repeat(random.nextInt(20)).getBytes());
        structs.setIndexDefined(r);
        member.setSafe(r, random.nextInt(100));
      }
    }
    vectors.forEach(vector -> vector.setValueCount(rows));
    return vectors;
  }

  private static List<Object> values(FieldVector vector, int from, int to) {
    List<Object> values = new ArrayList<>();
    for (int i = from; i < to; i++) {
      values.add(vector.getObject(i));
    }
    return values;
  }

  @Test
  void rowsOneBehindTheOtherAreTheSameWhetherSharedOrCopied() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      int rows = 1 + random.nextInt(200);
      int from = random.nextInt(rows);
      int count = random.nextInt(rows - from + 1);
      int[] row = IntStream.range(from, from + count).toArray();
      RowSelection chosen = RowSelection.of(new int[count], row, count);
      for (FieldVector vector : everyLayout(random, rows)) {
        List<Object> expected = values(vector, from, from + count);
        FieldVector taken;
        try (vector) {
          ColumnSource source = ColumnSource.of(new FieldVector[] {vector});
          taken = VectorGather.take(source, chosen, vector.getField(), allocator);
        }
        try (taken) {
          assertThat(values(taken, 0, taken.getValueCount()))
              .as("seed %s, %s from %s", seed, vector.getField(), from)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void sharingTakesNoMemory() {
    try (BigIntVector numbers = new BigIntVector("n", allocator)) {
      numbers.allocateNew(64);
      numbers.setValueCount(64);
      ColumnSource source = ColumnSource.of(new FieldVector[] {numbers});
      int[] row = IntStream.range(8, 40).toArray();
      RowSelection chosen = RowSelection.of(new int[32], row, 32);
      long before = allocator.getAllocatedMemory();
      try (FieldVector taken = VectorGather.take(source, chosen, numbers.getField(), allocator)) {
        assertThat(taken.getValueCount()).isEqualTo(32);
        assertThat(allocator.getAllocatedMemory()).isEqualTo(before);
      }
    }
  }
}
