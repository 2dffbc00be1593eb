package dev.dovetail.spaces.segment;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// Rows of many batches, addressed by their position, and their primary keys. For one thread.
public final class KeyedRows {
  private final List<VectorSchemaRoot> batches;
  private final List<String> columns;
  private final KeyColumn[][] keys;
  private final long[] firstRows;

  /// Positions mostly come one after the other.
  private int lastBatch;

  /// Lines up batches.
  ///
  /// @param batches in the order of their rows; they outlive this object
  public KeyedRows(List<VectorSchemaRoot> batches, List<String> columns) {
    this.batches = List.copyOf(batches);
    this.columns = List.copyOf(columns);
    this.keys = new KeyColumn[batches.size()][columns.size()];
    this.firstRows = new long[batches.size() + 1];
    for (int batch = 0; batch < batches.size(); batch++) {
      for (int column = 0; column < columns.size(); column++) {
        keys[batch][column] = KeyColumn.of(batches.get(batch).getVector(columns.get(column)));
      }
      firstRows[batch + 1] = firstRows[batch] + batches.get(batch).getRowCount();
    }
  }

  /// Whether columns of a type can be part of a key.
  public static boolean accepts(ArrowType type) {
    return KeyColumn.accepts(type);
  }

  public long rowCount() {
    return firstRows[batches.size()];
  }

  public VectorSchemaRoot batchOf(long position) {
    return batches.get(batch(position));
  }

  /// The row inside [#batchOf].
  public int rowOf(long position) {
    return (int) (position - firstRows[batch(position)]);
  }

  /// The key of a row as people read it: `id=5, day=null`.
  public String text(long position) {
    StringJoiner text = new StringJoiner(", ");
    for (String column : columns) {
      FieldVector vector = batchOf(position).getVector(column);
      text.add(column + "=" + KeyText.of(vector, rowOf(position)));
    }
    return text.toString();
  }

  boolean comparable(long position) {
    int row = rowOf(position);
    for (KeyColumn key : keys[batch(position)]) {
      if (!key.comparable(row)) {
        return false;
      }
    }
    return true;
  }

  int hash(long position) {
    int row = rowOf(position);
    int hash = 1;
    for (KeyColumn key : keys[batch(position)]) {
      hash = 31 * hash + key.hash(row);
    }
    // The finish of MurmurHash3: open addressing wants all bits to matter.
    hash ^= hash >>> 16;
    hash *= 0x85ebca6b;
    hash ^= hash >>> 13;
    hash *= 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }

  boolean same(long position, KeyedRows other, long otherPosition) {
    KeyColumn[] mine = keys[batch(position)];
    KeyColumn[] others = other.keys[other.batch(otherPosition)];
    int row = rowOf(position);
    int otherRow = other.rowOf(otherPosition);
    for (int column = 0; column < mine.length; column++) {
      if (!mine[column].same(row, others[column], otherRow)) {
        return false;
      }
    }
    return true;
  }

  private int batch(long position) {
    if (position < firstRows[lastBatch] || position >= firstRows[lastBatch + 1]) {
      int found = Arrays.binarySearch(firstRows, position);
      // There are no empty batches, so a position that starts a batch is found once.
      lastBatch = found >= 0 ? found : -found - 2;
    }
    return lastBatch;
  }
}
