package dev.dovetail.spaces.files;

import java.util.function.IntUnaryOperator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.jspecify.annotations.Nullable;

/// Where the elements of each list lie, for the five list vectors of Arrow, which share no type
/// that says so.
///
/// @param start the first element of a row
/// @param size how many elements a row has
record ListSpans(FieldVector elements, IntUnaryOperator start, IntUnaryOperator size) {
  /// The spans of a list vector, or null for any other vector.
  static @Nullable ListSpans of(FieldVector vector) {
    return switch (vector) {
      case ListVector list ->
          between(list.getDataVector(), list::getElementStartIndex, list::getElementEndIndex);
      case FixedSizeListVector list ->
          between(list.getDataVector(), list::getElementStartIndex, list::getElementEndIndex);
      case LargeListVector list ->
          between(
              list.getDataVector(),
              row -> Math.toIntExact(list.getElementStartIndex(row)),
              row -> Math.toIntExact(list.getElementEndIndex(row)));
      case ListViewVector list ->
          new ListSpans(
              list.getDataVector(),
              row -> list.getOffsetBuffer().getInt(4L * row),
              row -> list.getSizeBuffer().getInt(4L * row));
      case LargeListViewVector list ->
          new ListSpans(
              list.getDataVector(),
              row -> Math.toIntExact(list.getOffsetBuffer().getLong(8L * row)),
              row -> Math.toIntExact(list.getSizeBuffer().getLong(8L * row)));
      default -> null;
    };
  }

  private static ListSpans between(
      FieldVector elements, IntUnaryOperator start, IntUnaryOperator end) {
    return new ListSpans(elements, start, row -> end.applyAsInt(row) - start.applyAsInt(row));
  }
}
