package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.engine.column.VectorGather;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.memory.MemoryBudget;
import dev.dovetail.pipelines.cxl.Term;
import dev.dovetail.spaces.MemoryTable;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// The X of a step behind the first: of each candidate the columns that the step's parts read.
final class StepTable implements AutoCloseable {
  private static final int BATCH = 1 << 15;

  private final Table table;
  private final Map<Source, Integer> places;

  private record Source(int input, int column) {}

  private StepTable(Table table, Map<Source, Integer> places) {
    this.table = table;
    this.places = places;
  }

  /// Gathers the columns.
  ///
  /// @param chosen the candidates, in order
  static StepTable of(
      List<Part> parts,
      int newInput,
      List<Table> inputs,
      Candidates candidates,
      int[] chosen,
      int count,
      BufferAllocator allocator) {
    Map<Source, Integer> places = new LinkedHashMap<>();
    parts.forEach(part -> collect(part.term(), newInput, places));
    List<Field> fields = new ArrayList<>();
    for (Source source : places.keySet()) {
      Field field = inputs.get(source.input()).schema().getFields().get(source.column());
      fields.add(new Field("c" + fields.size(), field.getFieldType(), field.getChildren()));
    }
    Schema schema = new Schema(fields);
    List<VectorSchemaRoot> batches = new ArrayList<>();
    try {
      MemoryBudget.within(
          "while gathering the rows of a step",
          () -> {
            for (int from = 0; from < count; from += BATCH) {
              VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
              batches.add(batch);
              fill(batch, places, inputs, candidates, chosen, from, Math.min(count, from + BATCH));
            }
            return batches;
          });
    } catch (RuntimeException | Error e) {
      batches.forEach(VectorSchemaRoot::close);
      throw e;
    }
    Table table = MemoryTable.of(schema, batches);
    return new StepTable(table, places);
  }

  private static void fill(
      VectorSchemaRoot root,
      Map<Source, Integer> places,
      List<Table> inputs,
      Candidates candidates,
      int[] chosen,
      int from,
      int to) {
    int count = to - from;
    int[] part = new int[count];
    int[] row = new int[count];
    places.forEach(
        (source, place) -> {
          Table input = inputs.get(source.input());
          RowAddress address = new RowAddress(input);
          for (int i = 0; i < count; i++) {
            int found = candidates.row(source.input(), chosen[from + i]);
            part[i] = address.batch(found);
            row[i] = address.inBatch(part[i], found);
          }
          FieldVector[] vectors = new FieldVector[input.batchCount()];
          for (int b = 0; b < vectors.length; b++) {
            vectors[b] = input.batch(b).getVector(source.column());
          }
          VectorGather.gather(vectors, part, row, count, root.getVector(place));
        });
    root.setRowCount(count);
  }

  private static void collect(Term term, int newInput, Map<Source, Integer> places) {
    if (term instanceof Term.Column(int input, int column, _, _) && input != newInput) {
      places.putIfAbsent(new Source(input, column), places.size());
    }
    Part.operands(term).forEach(part -> collect(part, newInput, places));
  }

  Table table() {
    return table;
  }

  /// Where the columns of this and of the new input lie.
  Layout layout(int newInput) {
    return (input, column) ->
        input == newInput
            ? new Layout.Column(Side.Y, column)
            : new Layout.Column(
                Side.X, java.util.Objects.requireNonNull(places.get(new Source(input, column))));
  }

  @Override
  public void close() {
    table.close();
  }
}
