package dev.dovetail.engine.join;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.memory.IntArray;
import dev.dovetail.engine.memory.MemoryArea;
import org.jspecify.annotations.Nullable;

/// The elements of a column: those of its lists, or its values themselves.
final class OwnedElements {
  private final ColumnData column;
  private final ColumnData values;

  /// The list that each element is in; null where values are elements.
  private final @Nullable IntArray owners;

  private OwnedElements(ColumnData column, ColumnData values, @Nullable IntArray owners) {
    this.column = column;
    this.values = values;
    this.owners = owners;
  }

  static OwnedElements of(ColumnData column, MemoryArea area) {
    if (!(column instanceof ListColumn lists)) {
      return new OwnedElements(column, column, null);
    }
    IntArray owners = IntArray.allocate(area, lists.elements().size());
    for (int position = 0; position < lists.size(); position++) {
      for (int e = lists.start(position); !lists.isNull(position) && e < lists.end(position); e++) {
        owners.set(e, position);
      }
    }
    return new OwnedElements(column, lists.elements(), owners);
  }

  int positions() {
    return column.size();
  }

  /// The elements, each once.
  ColumnData values() {
    return values;
  }

  /// The first element of a position; an absent list has none.
  int start(int position) {
    return column instanceof ListColumn lists ? lists.start(position) : position;
  }

  int end(int position) {
    if (!(column instanceof ListColumn lists)) {
      return position + 1;
    }
    return lists.isNull(position) ? lists.start(position) : lists.end(position);
  }

  int owner(int element) {
    return owners == null ? element : owners.get(element);
  }
}
