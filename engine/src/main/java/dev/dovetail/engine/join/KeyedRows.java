package dev.dovetail.engine.join;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ColumnLoader;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.column.RowAddress;
import dev.dovetail.engine.column.ValueEquality;
import dev.dovetail.engine.column.VectorGather;
import dev.dovetail.engine.decide.DerivedColumns;
import dev.dovetail.engine.decide.ValueResolver;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.engine.hash.KeyIndex;
import dev.dovetail.engine.hash.KeyIndex.Repeated;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.LongArray;
import dev.dovetail.engine.memory.MemoryArea;
import dev.dovetail.engine.memory.MemoryBudget;
import dev.dovetail.engine.run.Execution;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// The rows of one side by primary key: each distinct key is a position, numbered by first arrival.
///
/// Keys are equal as conditions see them: NULL equals NULL, 0.0 equals -0.0, decimals are equal by
/// value and timestamps by instant; what is not a number differs from itself. Key columns are
/// loaded at once, evidence columns when a condition first asks for them, others never. The table
/// must stay open as long as this.
public final class KeyedRows implements ConditionRows, Columns, AutoCloseable {
  private static final long MOST_ROWS = Integer.MAX_VALUE - 8;

  private final Shared shared;
  private final List<Added> added;

  /// What a view with more columns has in common with its original.
  private static final class Shared {
    final String space;
    final Table table;
    final Schema schema;
    final List<Field> fields;
    final KeyIndex index;
    final List<ColumnData> keys;
    final MemoryArea memory;
    final Execution execution;
    final @Nullable ColumnData[] columns;
    @Nullable RowsOfKey rowsOfKey;

    Shared(
        String space,
        Table table,
        List<Field> fields,
        KeyIndex index,
        List<ColumnData> keys,
        MemoryArea memory,
        Execution execution) {
      this.space = space;
      this.table = table;
      this.fields = fields;
      this.schema = new Schema(fields);
      this.index = index;
      this.keys = keys;
      this.memory = memory;
      this.execution = execution;
      this.columns = new ColumnData[fields.size()];
      for (int i = 0; i < keys.size(); i++) {
        columns[i] = keys.get(i);
      }
    }
  }

  private record Added(String name, ColumnData data) {}

  private KeyedRows(Shared shared, List<Added> added) {
    this.shared = shared;
    this.added = List.copyOf(added);
  }

  /// Groups the rows of a table by key.
  ///
  /// @param space what the side is called in messages
  /// @param evidence further visible columns; those that the table lacks are left out
  /// @throws DovetailException E101 if a key column is a list or a struct, E103 if it is missing,
  ///   E125 if two rows share a key and differ in evidence, E403 if the table has too many rows
  public static KeyedRows of(
      String space, Table table, List<String> key, List<String> evidence, Execution execution) {
    refuseTooMany(space, table);
    List<Field> keyFields = keyFields(space, table.schema(), key);
    List<Field> fields = new ArrayList<>(keyFields);
    Set<String> further = new LinkedHashSet<>(evidence);
    further.removeAll(Set.copyOf(key));
    for (String name : further) {
      Field field = find(table.schema(), name);
      if (field != null) {
        fields.add(field);
      }
    }
    MemoryArea memory = execution.area();
    try {
      Shared shared = index(space, table, keyFields, fields, memory, execution);
      checkIdentity(shared);
      return new KeyedRows(shared, List.of());
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /// The rows of a table one by one: each is a position of its own, and all columns are evidence.
  ///
  /// @param space what the side is called in messages
  /// @throws DovetailException E403 if the table has too many rows
  public static KeyedRows ofRows(String space, Table table, Execution execution) {
    refuseTooMany(space, table);
    List<Field> fields = table.schema().getFields();
    KeyIndex index = KeyIndex.ofRows((int) table.rowCount());
    return new KeyedRows(
        new Shared(space, table, fields, index, List.of(), execution.area(), execution), List.of());
  }

  private static void refuseTooMany(String space, Table table) {
    if (table.rowCount() > MOST_ROWS) {
      throw new DovetailException(
          ErrorCode.E403,
          "'" + space + "' has " + table.rowCount() + " rows",
          "",
          "One side of a join holds at most " + MOST_ROWS + "; split the Space.");
    }
  }

  private static List<Field> keyFields(String space, Schema schema, List<String> key) {
    List<Field> fields = new ArrayList<>();
    for (String name : key) {
      Field field = find(schema, name);
      if (field == null) {
        throw new DovetailException(
            ErrorCode.E103,
            "'" + space + "' has no column '" + name + "', which the primary key names",
            "",
            "Its columns are "
                + String.join(", ", schema.getFields().stream().map(Field::getName).toList())
                + ".");
      }
      ValueType type = ValueType.of(field);
      if (type == ValueType.LIST || type == ValueType.STRUCT) {
        throw new DovetailException(
            ErrorCode.E101,
            "primary-key column '"
                + name
                + "' of '"
                + space
                + "' is a "
                + type.name().toLowerCase(Locale.ROOT),
            "",
            "Take columns whose values are single: a list or struct identifies no row.");
      }
      fields.add(field);
    }
    if (fields.isEmpty()) {
      throw new DovetailException(
          ErrorCode.E101, "the primary key names no column", "", "Name at least one.");
    }
    return fields;
  }

  private static @Nullable Field find(Schema schema, String name) {
    for (Field field : schema.getFields()) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private static Shared index(
      String space,
      Table table,
      List<Field> keyFields,
      List<Field> fields,
      MemoryArea memory,
      Execution execution) {
    int rowCount = (int) table.rowCount();
    List<ColumnData> keys = new ArrayList<>();
    MemoryArea all = execution.area();
    boolean unique = false;
    try {
      ColumnLoader loader = ColumnLoader.onAllThreads(all, execution);
      for (Field field : keyFields) {
        keys.add(loader.load(field, vectors(table, field.getName()), null, rowCount));
      }
      KeyIndex index = KeyIndex.of(keys, rowCount, memory, execution);
      unique = index.repeated().isEmpty();
      index
          .repeated()
          .ifPresent(
              repeated ->
                  keys.replaceAll(
                      column -> column.select(repeated.firstRow(), index.count(), memory)));
      if (unique) {
        memory.adopt(all);
      }
      return new Shared(space, table, fields, index, keys, memory, execution);
    } finally {
      if (!unique) {
        all.close();
      }
    }
  }

  private static List<FieldVector> vectors(Table table, String name) {
    List<FieldVector> vectors = new ArrayList<>();
    for (int b = 0; b < table.batchCount(); b++) {
      vectors.add(table.batch(b).getVector(name));
    }
    return vectors;
  }

  /// Refuses keys whose rows differ in evidence: they identify no single set of values.
  private static void checkIdentity(Shared shared) {
    List<Field> evidence = shared.fields.subList(shared.keys.size(), shared.fields.size());
    if (shared.index.repeated().isEmpty() || evidence.isEmpty()) {
      return;
    }
    IntArray firstRow = shared.index.repeated().get().firstRow();
    IntArray positionOf = shared.index.repeated().get().positionOf();
    List<List<FieldVector>> vectors =
        evidence.stream().map(field -> vectors(shared.table, field.getName())).toList();
    RowAddress here = new RowAddress(shared.table);
    RowAddress there = new RowAddress(shared.table);
    for (int row = 0; row < positionOf.length(); row++) {
      if ((row & 0xffff) == 0) {
        shared.execution.check();
      }
      int first = firstRow.get(positionOf.get(row));
      if (first == row) {
        continue;
      }
      int batch = here.batch(row);
      int firstBatch = there.batch(first);
      List<String> different = new ArrayList<>();
      for (int e = 0; e < evidence.size(); e++) {
        FieldVector a = vectors.get(e).get(firstBatch);
        FieldVector b = vectors.get(e).get(batch);
        if (!ValueEquality.same(a, there.inBatch(firstBatch, first), b, here.inBatch(batch, row))) {
          different.add(evidence.get(e).getName());
        }
      }
      if (!different.isEmpty()) {
        throw noIdentity(shared, positionOf.get(row), first, row, different);
      }
    }
  }

  private static DovetailException noIdentity(
      Shared shared, int position, int first, int row, List<String> different) {
    return new DovetailException(
        ErrorCode.E125,
        "two rows of '"
            + shared.space
            + "' share the primary key "
            + KeyText.of(shared.keys, position)
            + " and differ in "
            + String.join(", ", different),
        "rows " + (first + 1L) + " and " + (row + 1L),
        "Add a column to the primary key that tells the rows apart, or take the differing fields out"
            + " of the evidence.");
  }

  public String space() {
    return shared.space;
  }

  @Override
  public int count() {
    return shared.index.count();
  }

  @Override
  public Schema schema() {
    return shared.schema;
  }

  /// The index of a column by name, added ones included; -1 if it is not visible here.
  public int column(String name) {
    for (int i = 0; i < shared.fields.size(); i++) {
      if (shared.fields.get(i).getName().equals(name)) {
        return i;
      }
    }
    for (int i = 0; i < added.size(); i++) {
      if (added.get(i).name().equals(name)) {
        return shared.fields.size() + i;
      }
    }
    return -1;
  }

  /// The names of all columns by index, added ones included.
  public List<String> columnNames() {
    List<String> names = new ArrayList<>();
    shared.fields.forEach(field -> names.add(field.getName()));
    added.forEach(column -> names.add(column.name()));
    return names;
  }

  /// These columns, and behind them those that conditions compute from them.
  DerivedColumns derived(Side side, ValueResolver resolver) {
    return new DerivedColumns(
        side, this, shared.fields.size() + added.size(), shared.memory, shared.execution, resolver);
  }

  public long rowCount() {
    return shared.table.rowCount();
  }

  /// Every row has its own key.
  public boolean unique() {
    return shared.index.repeated().isEmpty();
  }

  public long firstRow(int position) {
    Optional<Repeated> repeated = shared.index.repeated();
    return repeated.isEmpty() ? position : repeated.get().firstRow().get(position);
  }

  public int positionOf(long row) {
    Optional<Repeated> repeated = shared.index.repeated();
    return repeated.isEmpty() ? (int) row : repeated.get().positionOf().get(row);
  }

  /// How many rows carry each key; empty where each has one.
  public Optional<IntArray> rowCounts() {
    return shared
        .index
        .repeated()
        .map(
            repeated -> {
              IntArray positionOf = repeated.positionOf();
              IntArray counts = IntArray.allocate(shared.memory, count()).clear();
              for (long row = 0; row < positionOf.length(); row++) {
                int position = positionOf.get(row);
                counts.set(position, counts.get(position) + 1);
              }
              return counts;
            });
  }

  /// All rows of each key.
  public RowsOfKey rowsOfKeys() {
    synchronized (shared) {
      if (shared.rowsOfKey == null) {
        shared.rowsOfKey =
            shared
                .index
                .repeated()
                .map(repeated -> RowsOfKey.group(repeated, shared.memory))
                .orElseGet(RowsOfKey::identity);
      }
      return shared.rowsOfKey;
    }
  }

  @Override
  public ColumnData column(int index) {
    if (index >= shared.fields.size()) {
      return added.get(index - shared.fields.size()).data();
    }
    synchronized (shared) {
      ColumnData column = shared.columns[index];
      if (column == null) {
        Field field = shared.fields.get(index);
        column =
            new ColumnLoader(shared.memory, shared.execution.control())
                .load(
                    field,
                    vectors(shared.table, field.getName()),
                    shared.index.repeated().map(Repeated::firstRow).orElse(null),
                    count());
        shared.columns[index] = column;
      }
      return column;
    }
  }

  /// These rows with one more column of integers, which gates may use and conditions do not see.
  /// The result shares the memory of this and is closed with it.
  ///
  /// @param values one per position, without NULL
  public KeyedRows withColumn(String name, long[] values) {
    if (values.length != count()) {
      throw new IllegalArgumentException(values.length + " values for " + count() + " positions");
    }
    if (column(name) >= 0) {
      throw new IllegalArgumentException("there is a column '" + name + "' already");
    }
    List<Added> more = new ArrayList<>(added);
    more.add(
        new Added(name, LongColumn.of(LongArray.copyOf(values, values.length, shared.memory))));
    return new KeyedRows(shared, more);
  }

  @Override
  public VectorSchemaRoot gather(int[] positions, int from, int to, BufferAllocator allocator) {
    return MemoryBudget.within(
        "while copying rows for the judge", () -> copy(positions, from, to, allocator));
  }

  private VectorSchemaRoot copy(int[] positions, int from, int to, BufferAllocator allocator) {
    int count = to - from;
    int[] batch = new int[count];
    int[] row = new int[count];
    RowAddress address = new RowAddress(shared.table);
    for (int i = 0; i < count; i++) {
      long first = firstRow(positions[from + i]);
      batch[i] = address.batch(first);
      row[i] = address.inBatch(batch[i], first);
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(shared.schema, allocator);
    try {
      for (FieldVector target : root.getFieldVectors()) {
        VectorGather.gather(
            vectors(shared.table, target.getName()).toArray(FieldVector[]::new),
            batch,
            row,
            count,
            target);
      }
      root.setRowCount(count);
      return root;
    } catch (RuntimeException | Error e) {
      root.close();
      throw e;
    }
  }

  @Override
  public String keyText(int position) {
    return KeyText.of(shared.keys, position);
  }

  /// Frees the columns; of a view by [#withColumn], those of its original too.
  @Override
  public void close() {
    shared.memory.close();
  }
}
