package dev.dovetail.spaces;

import static dev.dovetail.spaces.PutMode.APPEND;
import static dev.dovetail.spaces.PutMode.REPLACE;
import static dev.dovetail.spaces.PutMode.UPSERT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.databases.CatalogKind;
import dev.dovetail.errors.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Upserts and the check for unique keys.
@ParameterizedClass
@EnumSource(CatalogKind.class)
class KeyedSpaceTest extends StoreTest {
  @Test
  void anUpsertKeepsTheArrivalPositionOfWhatItReplaces() {
    put("a", REPLACE, 1, "a", 2, "b", 3, "c");
    SpaceVersion version = put("a", UPSERT, 4, "d", 2, "B", 5, "e");
    assertThat(version.version()).isEqualTo(2);
    assertThat(version.rowCount()).isEqualTo(5);
    assertThat(rows(version)).isEqualTo(people(1, "a", 2, "B", 3, "c", 4, "d", 5, "e"));
    assertThat(rows(store.require("a", 1))).isEqualTo(people(1, "a", 2, "b", 3, "c"));
  }

  @Test
  void anUpsertIntoNothingMakesTheSpace() {
    assertThat(rows(put("a", UPSERT, 2, "b", 1, "a", 2, "B"))).isEqualTo(people(2, "B", 1, "a"));
  }

  @Test
  void anUpsertWithoutRowsIsAVersionOfItsOwn() {
    put("a", REPLACE, 1, "a");
    assertThat(put("a", UPSERT).version()).isEqualTo(2);
    assertThat(rows("a")).isEqualTo(people(1, "a"));
  }

  @Test
  void anUpsertRewritesOnlySegmentsInWhichRowsAreReplaced() {
    put("a", REPLACE, 1, "a", 2, "b");
    put("a", APPEND, 3, "c");
    List<Path> before = segments();
    put("a", UPSERT, 3, "C");
    assertThat(segments()).hasSize(3).containsAll(before);
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "b", 3, "C"));
    put("a", APPEND, 4, "d");
    put("a", UPSERT, 1, "A", 4, "D", 5, "e");
    assertThat(rows("a")).isEqualTo(people(1, "A", 2, "b", 3, "C", 4, "D", 5, "e"));
    assertThat(rows(store.require("a", 3))).isEqualTo(people(1, "a", 2, "b", 3, "C"));
  }

  @Test
  void nullIsAKeyLikeAnyOther() {
    put("a", REPLACE, 1, "a", null, "b");
    put("a", UPSERT, null, "B");
    assertThat(rows("a")).isEqualTo(people(1, "a", null, "B"));
  }

  @Test
  void negativeZeroIsZeroAndNotANumberIsNothing() {
    Schema schema = schema("x", "float64", "n", "utf8");
    List<String> key = List.of("x");
    put(
        "a",
        schema,
        key,
        REPLACE,
        false,
        List.of(Rows.row(0.0, "zero"), Rows.row(Double.NaN, "nan")));
    put(
        "a",
        schema,
        key,
        UPSERT,
        true,
        List.of(Rows.row(-0.0, "minus"), Rows.row(Double.NaN, "p"), Rows.row(Double.NaN, "q")));
    assertThat(rows("a"))
        .isEqualTo(
            List.of(
                Rows.row(-0.0, "minus"),
                Rows.row(Double.NaN, "nan"),
                Rows.row(Double.NaN, "p"),
                Rows.row(Double.NaN, "q")));
    Schema single = schema("x", "float32");
    refused(
        ErrorCode.E126,
        () -> put("b", single, key, REPLACE, true, List.of(Rows.row(0f), Rows.row(-0f))));
    put("b", single, key, REPLACE, true, List.of(Rows.row(Float.NaN), Rows.row(Float.NaN)));
  }

  @Test
  void anUpsertThatCannotTellWhichRowItReplacesIsRefused() {
    put("a", REPLACE, 1, "a", 2, "b", 1, "c");
    refused(ErrorCode.E126, () -> put("a", UPSERT, 1, "x"))
        .hasMessageContaining("id=1")
        .hasMessageContaining("1 and 3");
    put("a", UPSERT, 2, "B");
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "B", 1, "c"));
    assertNoWriters();
  }

  @Test
  void uniqueNamesTheKeyAndBothRows() {
    Schema schema = schema("day", "date", "name", "utf8", "n", "int8");
    List<String> key = List.of("name", "day");
    List<List<Object>> rows =
        List.of(
            Rows.row(1, "é", 1L),
            Rows.row(2, "é", 2L),
            Rows.row(1, null, 3L),
            Rows.row(1, "é", 4L));
    refused(ErrorCode.E126, () -> put("a", schema, key, REPLACE, true, rows))
        .hasMessageContaining("name='é'")
        .hasMessageContaining("day=")
        .hasMessageContaining("rows 1 and 4");
    assertThat(store.find("a")).isEmpty();
    assertThat(segments()).isEmpty();
    put("a", schema, key, REPLACE, true, rows.subList(0, 3));
    refused(ErrorCode.E126, () -> put("a", schema, key, APPEND, true, rows.subList(2, 3)))
        .hasMessageContaining("name=null")
        .hasMessageContaining("rows 3 and 4");
    put("a", schema, key, APPEND, false, rows.subList(2, 3));
    assertThat(store.require("a").rowCount()).isEqualTo(4);
  }

  @Test
  void anUpsertWhoseSpaceChangedMeanwhileIsToBeRunAgain() {
    put("a", REPLACE, 1, "a");
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of("id"), UPSERT, false, people(1, "mine"));
      put("a", APPEND, 2, "other");
      refused(ErrorCode.E206, commit::commit).hasMessageContaining("Run it again");
    }
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "other"));
    assertThat(segments()).hasSize(2);
  }

  @Test
  void anAppendFollowsWhatCameMeanwhile() {
    put("a", REPLACE, 1, "a");
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of("id"), APPEND, false, people(3, "mine"));
      put("a", APPEND, 2, "other");
      commit.commit();
    }
    assertThat(rows("a")).isEqualTo(people(1, "a", 2, "other", 3, "mine"));
    try (Commit commit = store.begin()) {
      stage(commit, "a", PEOPLE, List.of("id"), APPEND, false, people(4, "mine"));
      put("a", schema("id", "int8"), List.of(), REPLACE, false, List.of());
      refused(ErrorCode.E211, commit::commit);
    }
    try (Commit commit = store.begin()) {
      stage(commit, "a", schema("id", "int8"), List.of(), APPEND, false, List.of());
      try (Commit drop = store.begin()) {
        drop.drop("a");
        drop.commit();
      }
      refused(ErrorCode.E206, commit::commit);
    }
  }

  /// The law: upserting is putting into a map that remembers the order of its keys.
  @Test
  void manyUpsertsEqualALinkedMap() {
    long seed = Long.getLong("seed", 7L);
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    var model = new java.util.LinkedHashMap<Long, String>();
    for (int round = 0; round < 12; round++) {
      List<List<Object>> rows = new ArrayList<>();
      for (int i = random.nextInt(3000); i > 0; i--) {
        long id = random.nextLong(5000);
        String name = "r" + round + "-" + i;
        rows.add(Rows.row(id, name));
        model.put(id, name);
      }
      put("a", PEOPLE, List.of("id"), UPSERT, false, rows);
    }
    List<List<Object>> expected = new ArrayList<>();
    model.forEach((id, name) -> expected.add(Rows.row(id, name)));
    assertThat(rows("a")).isEqualTo(expected);
  }

  @Test
  void keysOfEveryScalarTypeAreCompared() {
    List<String> types =
        List.of(
            "int8",
            "uint64",
            "bool",
            "utf8",
            "binary",
            "date",
            "time",
            "decimal(9,2)",
            "decimal(60,2)",
            "timestamp(ns,UTC)",
            "duration(s)");
    List<Object> values =
        List.of(
            5L,
            -1L,
            true,
            "5",
            "00ff",
            5,
            5L,
            new java.math.BigDecimal("1.20"),
            new java.math.BigDecimal("1.20"),
            5L,
            5L);
    for (int i = 0; i < types.size(); i++) {
      Schema schema = schema("k", types.get(i), "n", "int64");
      List<List<Object>> twice =
          List.of(Rows.row(values.get(i), 1L), Rows.row(null, 2L), Rows.row(values.get(i), 3L));
      String space = "s" + i;
      refused(ErrorCode.E126, () -> put(space, schema, List.of("k"), REPLACE, true, twice))
          .hasMessageContaining("k=")
          .hasMessageContaining("1 and 3");
      put(space, schema, List.of("k"), REPLACE, true, twice.subList(0, 2));
      put(space, schema, List.of("k"), UPSERT, false, twice.subList(2, 3));
      assertThat(rows(space)).isEqualTo(List.of(twice.get(2), twice.get(1)));
    }
  }

  @Test
  void aSinkThatIsClosedEarlyLeavesNoFile() {
    try (Commit commit = store.begin();
        BatchSink sink = commit.put("a", PEOPLE, List.of("id"), UPSERT, false, "put", null);
        VectorSchemaRoot batch = Rows.batch(allocator, PEOPLE, people(1, "a"))) {
      sink.write(batch);
    }
    assertThat(segments()).isEmpty();
  }
}
