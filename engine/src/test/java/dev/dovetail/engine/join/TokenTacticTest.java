package dev.dovetail.engine.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.plan.Gate;
import dev.dovetail.engine.plan.JoinPlan;
import dev.dovetail.engine.plan.Planner;
import dev.dovetail.engine.plan.Strategy;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.engine.run.Progress;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.engine.testing.Executions;
import dev.dovetail.engine.testing.MemoryTable;
import dev.dovetail.engine.testing.ReferenceJudge;
import dev.dovetail.engine.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenTacticTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              field("id", new ArrowType.Int(64, true)),
              field("tags", ArrowType.List.INSTANCE, field("item", ArrowType.Utf8.INSTANCE))));

  @TempDir private Path folder;

  private static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  static LongStream seeds() {
    return Seeds.first(40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatSharesAnElementIsFound(long seed) {
    Random random = new Random(seed);
    List<List<String>> xLists = lists(random);
    List<List<String>> yLists = lists(random);
    JoinPlan plan =
        new JoinPlan(
            "x", "y", List.of(), Optional.of(new Gate.SharedToken(1, 1)), OptionalInt.empty());
    try (BufferAllocator plenty = new RootAllocator();
        BufferAllocator little = new RootAllocator(1 << 16);
        MemoryTable xTable = table(plenty, xLists);
        MemoryTable yTable = table(plenty, yLists);
        KeyedRows x = keyed("x", xTable, plenty);
        KeyedRows y = keyed("y", yTable, plenty)) {
      assertThat(new Planner(plan, x, y).possible()).contains(Strategy.ELEMENTS);
      for (int threads : new int[] {1, 2}) {
        for (Execution execution :
            List.of(
                Executions.of(plenty, threads, RunControl.unlimited()),
                Executions.spilling(little, threads, folder))) {
          assertThat(pairs(plan, x, y, execution))
              .as("%s and %s", xLists, yLists)
              .isEqualTo(expected(xLists, yLists));
        }
      }
    }
  }

  /// Lists with repeated elements and NULLs among them; some are NULL or empty.
  private static List<List<String>> lists(Random random) {
    List<List<String>> lists = new ArrayList<>();
    for (int r = random.nextInt(90); r > 0; r--) {
      List<String> list = new ArrayList<>();
      for (int e = random.nextInt(4); e > 0; e--) {
        list.add(random.nextInt(12) == 0 ? null : "t" + random.nextInt(30));
      }
      lists.add(random.nextInt(12) == 0 ? null : list);
    }
    return lists;
  }

  private static List<String> expected(List<List<String>> xLists, List<List<String>> yLists) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < xLists.size(); i++) {
      for (int j = 0; j < yLists.size(); j++) {
        List<String> x = xLists.get(i);
        List<String> y = yLists.get(j);
        if (x != null && y != null && x.stream().anyMatch(e -> contains(y, e))) {
          pairs.add(i + "-" + j);
        }
      }
    }
    return pairs;
  }

  private static boolean contains(List<String> list, String element) {
    return list.stream().anyMatch(e -> Objects.equals(e, element));
  }

  private static List<String> pairs(JoinPlan plan, KeyedRows x, KeyedRows y, Execution execution) {
    List<String> pairs = new ArrayList<>();
    JoinInput input = new JoinInput(y, plan, new ReferenceJudge((i, j) -> false));
    JoinSettings settings = new JoinSettings(Optional.of(Strategy.ELEMENTS.label()), 0, 1_000);
    JoinOutcome outcome =
        new JoinDriver(x, List.of(input), settings, execution, Progress.NONE)
            .run(
                (first, count, perY) -> {
                  MatchBatch batch = perY.getFirst();
                  for (int k = 0; k < count; k++) {
                    for (int m = batch.offsets()[k]; m < batch.offsets()[k + 1]; m++) {
                      pairs.add((first + k) + "-" + batch.y()[m]);
                    }
                  }
                });
    assertThat(outcome.failure()).isEmpty();
    return pairs;
  }

  private static KeyedRows keyed(String name, MemoryTable table, BufferAllocator allocator) {
    return KeyedRows.of(name, table, List.of("id"), List.of("tags"), Executions.of(allocator));
  }

  private static MemoryTable table(BufferAllocator allocator, List<List<String>> lists) {
    MemoryTable table = new MemoryTable(SCHEMA);
    for (int from = 0; from < lists.size(); from += 11) {
      List<List<String>> part = lists.subList(from, Math.min(lists.size(), from + 11));
      table.add(
          allocator,
          part.size(),
          (vector, column) -> {
            if (vector instanceof BigIntVector ids) {
              for (int r = 0; r < part.size(); r++) {
                ids.setSafe(r, table.rowCount() + r);
              }
            } else {
              write((ListVector) vector, part);
            }
          });
    }
    return table;
  }

  private static void write(ListVector vector, List<List<String>> lists) {
    VarCharVector elements = (VarCharVector) vector.getDataVector();
    int at = 0;
    for (int r = 0; r < lists.size(); r++) {
      if (lists.get(r) == null) {
        vector.setNull(r);
        continue;
      }
      vector.startNewValue(r);
      for (String element : lists.get(r)) {
        if (element == null) {
          elements.setNull(at++);
        } else {
          elements.setSafe(at++, element.getBytes(StandardCharsets.UTF_8));
        }
      }
      vector.endValue(r, lists.get(r).size());
    }
    elements.setValueCount(at);
  }
}
