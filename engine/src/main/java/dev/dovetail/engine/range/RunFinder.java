package dev.dovetail.engine.range;

import dev.dovetail.engine.column.ColumnData;
import java.util.List;
import java.util.Optional;

/// Finds, for a position of X, the run of places in [SortedRows] that all of some bounds allow. One
/// per thread.
///
/// Written for speed.
public final class RunFinder {
  private final SortedRows rows;
  private final KeyInterval[] intervals;

  /// The run: places from `from` to `to`.
  public int from;

  public int to;

  private RunFinder(SortedRows rows, List<KeyInterval> intervals) {
    this.rows = rows;
    this.intervals = intervals.toArray(KeyInterval[]::new);
  }

  /// The columns of both sides, by index.
  public interface BoundColumns {
    ColumnData x(int index);

    ColumnData y(int index);
  }

  /// Whether a bound can be searched for.
  public static boolean suits(Bound bound, BoundColumns columns) {
    return interval(bound, columns).isPresent();
  }

  /// A finder over rows sorted by the column of Y that all bounds are about.
  public static RunFinder of(SortedRows rows, List<Bound> bounds, BoundColumns columns) {
    return new RunFinder(
        rows, bounds.stream().map(bound -> interval(bound, columns).orElseThrow()).toList());
  }

  private static Optional<KeyInterval> interval(Bound bound, BoundColumns columns) {
    ColumnData x = columns.x(bound.x());
    ColumnData y = columns.y(bound.y());
    return switch (bound) {
      case Bound.Ordered ordered -> OrderedInterval.of(ordered.op(), x, y);
      case Bound.Band band -> BandInterval.of(band, x, y);
      case Bound.Difference difference -> DifferenceInterval.of(difference, x, y);
    };
  }

  /// Finds the run of an X position; false if it is empty.
  public boolean seek(int x) {
    from = rows.groupStart(x);
    if (from < 0) {
      return false;
    }
    to = rows.groupEnd(from);
    for (KeyInterval interval : intervals) {
      if (from >= to || !interval.seek(x)) {
        return false;
      }
      if (interval.high != Long.MAX_VALUE) {
        to = rows.firstAtLeast(from, to, interval.high + 1);
      }
      if (interval.low != Long.MIN_VALUE) {
        from = rows.firstAtLeast(from, to, interval.low);
      }
    }
    return from < to;
  }
}
