package dev.dovetail.engine.join;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.Exact;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.expr.ValueType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Numbers the distinct elements of lists, equal ones alike whatever their representations.
final class TokenIds {
  private static final int[] NONE = {};

  private final Map<Object, Integer> ids = new HashMap<>();

  /// A value and the family it belongs to.
  private record Token(ValueType family, Object value) {}

  /// Whether elements are single values that have an equality.
  static boolean areTokens(ColumnData elements) {
    return PairTests.isCompiled(elements.type());
  }

  /// For each position the numbers of its elements, ascending; empty for NULL.
  int[][] sorted(ListColumn lists) {
    int[][] sorted = new int[lists.size()][];
    for (int p = 0; p < sorted.length; p++) {
      sorted[p] = lists.isNull(p) ? NONE : sorted(lists, p);
    }
    return sorted;
  }

  private int[] sorted(ListColumn lists, int position) {
    int start = lists.start(position);
    int[] tokens = new int[lists.end(position) - start];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = id(lists.elements(), start + i);
    }
    Arrays.sort(tokens);
    return tokens;
  }

  private int id(ColumnData elements, int index) {
    return ids.computeIfAbsent(token(elements, index), _ -> ids.size());
  }

  private static Object token(ColumnData elements, int index) {
    if (elements.isNull(index)) {
      return ValueType.NULL;
    }
    ValueType type = elements.type();
    ValueType family = type.isNumber() ? ValueType.DECIMAL : type;
    return switch (elements) {
      case BytesColumn bytes -> new Token(family, ByteBuffer.wrap(bytes.bytes(index)));
      case DoubleColumn doubles when !Double.isFinite(doubles.value(index)) ->
          // what is not a number equals nothing, itself included
          Double.isNaN(doubles.value(index))
              ? new Object()
              : new Token(family, doubles.value(index));
      case DoubleColumn doubles ->
          new Token(family, new BigDecimal(doubles.value(index)).stripTrailingZeros());
      case LongColumn longs -> new Token(family, longs.decimal(index).stripTrailingZeros());
      default -> new Token(family, Exact.decimal(elements, index).stripTrailingZeros());
    };
  }
}
