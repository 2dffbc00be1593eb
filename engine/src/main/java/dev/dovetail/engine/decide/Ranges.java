package dev.dovetail.engine.decide;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.runtime.Times;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Bounds of integer values, from what the columns hold: they prove that a computation stays within
/// 64 bits.
final class Ranges {
  private static final int MICROSECONDS = 6;
  private static final BigInteger MICROSECONDS_PER_DAY = BigInteger.valueOf(86_400_000_000L);
  private static final Range PART_OF_DURATION =
      new Range(BigInteger.valueOf(-1_000_000_000), BigInteger.valueOf(1_000_000_000));
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private final Columns x;
  private final Columns y;
  private final IdentityHashMap<ColumnData, Optional<Range>> known = new IdentityHashMap<>();

  Ranges(Columns x, Columns y) {
    this.x = x;
    this.y = y;
  }

  private record Range(BigInteger low, BigInteger high) {
    boolean fits() {
      return low.compareTo(LEAST) >= 0 && high.compareTo(MOST) <= 0;
    }

    static Range of(BigInteger... ends) {
      BigInteger low = ends[0];
      BigInteger high = ends[0];
      for (BigInteger end : ends) {
        low = low.min(end);
        high = high.max(end);
      }
      return new Range(low, high);
    }
  }

  /// Whether an integer, and all it is computed from, provably fits 64 bits.
  boolean isKnown(Expr expr) {
    return range(expr).isPresent();
  }

  /// Whether computations take every value of a column.
  boolean fits(ColumnData column) {
    return switch (column.type()) {
      case INTEGER -> known.computeIfAbsent(column, Ranges::range).isPresent();
      case TIME, NAIVE_TIMESTAMP, INSTANT ->
          column instanceof LongColumn longs && longs.scale() <= MICROSECONDS;
      // seconds and milliseconds may be more microseconds than fit
      case DURATION -> column instanceof LongColumn longs && longs.scale() == MICROSECONDS;
      case LIST, STRUCT, ZONED_TIMESTAMP -> false;
      case NULL, BOOL, FLOAT, DECIMAL, TEXT, BINARY, DATE -> true;
    };
  }

  private Optional<Range> range(Expr expr) {
    return switch (expr) {
      case Expr.Field(Side side, int column, _, ValueType type) when isWhole(type) ->
          known.computeIfAbsent((side == Side.X ? x : y).column(column), Ranges::range);
      case Expr.Literal(Constant.Int(BigInteger value)) ->
          Optional.of(new Range(value, value)).filter(Range::fits);
      case Expr.Literal(Constant.Bool _) -> Optional.of(new Range(BigInteger.ZERO, BigInteger.ONE));
      case Expr.Apply(Function function, _, _) when isPartOfDuration(function) ->
          Optional.of(PART_OF_DURATION);
      case Expr.Apply(Function function, List<Expr> arguments, ValueType type)
          when type == ValueType.INTEGER ->
          applied(function, arguments).filter(Range::fits);
      default -> Optional.empty();
    };
  }

  private static boolean isPartOfDuration(Function function) {
    return switch (function) {
      case DURATION_DAYS, DURATION_SECONDS, DURATION_MICROSECONDS -> true;
      default -> false;
    };
  }

  /// Whether the difference of two dates or timestamps has seconds that are told, whatever pair of
  /// rows it is taken of.
  boolean hasSeconds(Expr difference) {
    if (!(difference instanceof Expr.Apply(_, List<Expr> arguments, _))
        || arguments.size() != 2
        || !(longs(arguments.get(0)) instanceof LongColumn left)
        || !(longs(arguments.get(1)) instanceof LongColumn right)) {
      return false;
    }
    Range a = microseconds(left);
    Range b = microseconds(right);
    BigInteger most = a.high.subtract(b.low).abs().max(a.low.subtract(b.high).abs());
    return most.compareTo(BigInteger.valueOf(Times.EXACT)) <= 0;
  }

  private @Nullable ColumnData longs(Expr expr) {
    return expr instanceof Expr.Field(Side side, int column, _, _)
        ? (side == Side.X ? x : y).column(column)
        : null;
  }

  private static Range microseconds(LongColumn column) {
    Range raw = range(column).orElseThrow();
    BigInteger unit =
        column.type() == ValueType.DATE
            ? MICROSECONDS_PER_DAY
            : BigInteger.TEN.pow(Math.max(0, MICROSECONDS - column.scale()));
    // below the microsecond the raw values are larger still
    return new Range(raw.low.multiply(unit), raw.high.multiply(unit));
  }

  private static boolean isWhole(ValueType type) {
    return type == ValueType.INTEGER || type == ValueType.BOOL;
  }

  private static Optional<Range> range(ColumnData column) {
    if (!(column instanceof LongColumn longs)) {
      return Optional.empty();
    }
    if (longs.type() == ValueType.BOOL || longs.size() == 0) {
      return Optional.of(new Range(BigInteger.ZERO, BigInteger.ONE));
    }
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int p = 0; p < longs.size(); p++) {
      low = Math.min(low, longs.raw(p));
      high = Math.max(high, longs.raw(p));
    }
    return low < 0 && longs.unsigned()
        ? Optional.empty()
        : Optional.of(new Range(BigInteger.valueOf(low), BigInteger.valueOf(high)));
  }

  private Optional<Range> applied(Function function, List<Expr> arguments) {
    Optional<Range> first = range(arguments.getFirst());
    Optional<Range> last = range(arguments.getLast());
    if (first.isEmpty() || last.isEmpty()) {
      return Optional.empty();
    }
    Range a = first.get();
    Range b = last.get();
    return switch (function) {
      case INT_ADD -> Optional.of(new Range(a.low.add(b.low), a.high.add(b.high)));
      case INT_SUBTRACT -> Optional.of(new Range(a.low.subtract(b.high), a.high.subtract(b.low)));
      case INT_MULTIPLY ->
          Optional.of(
              Range.of(
                  a.low.multiply(b.low),
                  a.low.multiply(b.high),
                  a.high.multiply(b.low),
                  a.high.multiply(b.high)));
      case INT_NEGATE -> Optional.of(new Range(a.high.negate(), a.low.negate()));
      case INT_ABS -> Optional.of(new Range(BigInteger.ZERO, a.low.abs().max(a.high.abs())));
      case INT_MIN -> Optional.of(new Range(a.low.min(b.low), a.high.min(b.high)));
      case INT_MAX -> Optional.of(new Range(a.low.max(b.low), a.high.max(b.high)));
      case BOOL_TO_INT -> first;
      default -> Optional.empty();
    };
  }
}
