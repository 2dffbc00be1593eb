package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sets as lists of distinct elements. Undecided with what is not a number, which a set holds by
/// identity.
public final class Sets {
  /// Below so many comparisons no table is made.
  private static final int FEW = 256;

  private Sets() {}

  /// What stands for an element: equal exactly where the elements are.
  private static @Nullable Object standing(@Nullable Object element) {
    return switch (element) {
      case null -> null;
      case Double real when Double.isNaN(real) -> throw Undecided.here();
      case Double real -> real + 0.0;
      case BigDecimal decimal -> decimal.stripTrailingZeros();
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case List<?> _ -> throw Undecided.here();
      default -> element;
    };
  }

  public static List<@Nullable Object> setOf(List<?> list) {
    Set<@Nullable Object> seen = new HashSet<>();
    List<@Nullable Object> distinct = new ArrayList<>();
    for (Object element : list) {
      if (seen.add(standing(element))) {
        distinct.add(element);
      }
    }
    return distinct;
  }

  private static boolean has(List<?> set, @Nullable Object element) {
    for (Object present : set) {
      if (Compares.equal(present, element)) {
        return true;
      }
    }
    return false;
  }

  /// Whether elements are in a set, by a scan or a table, as its size suggests.
  private interface Members {
    boolean has(@Nullable Object element);

    static Members of(List<?> set, int asked) {
      set.forEach(Sets::standing);
      if ((long) set.size() * asked <= FEW) {
        return element -> Sets.has(set, element);
      }
      Set<@Nullable Object> keys = new HashSet<>();
      set.forEach(element -> keys.add(standing(element)));
      return element -> keys.contains(standing(element));
    }
  }

  public static List<@Nullable Object> setAnd(List<?> a, List<?> b) {
    a.forEach(Sets::standing);
    Members members = Members.of(b, a.size());
    List<@Nullable Object> common = new ArrayList<>();
    for (Object element : a) {
      if (members.has(element)) {
        common.add(element);
      }
    }
    return common;
  }

  public static List<@Nullable Object> setOr(List<?> a, List<?> b) {
    return setOf(Lists.listConcat(a, b));
  }

  public static List<@Nullable Object> setMinus(List<?> a, List<?> b) {
    a.forEach(Sets::standing);
    Members members = Members.of(b, a.size());
    List<@Nullable Object> rest = new ArrayList<>();
    for (Object element : a) {
      if (!members.has(element)) {
        rest.add(element);
      }
    }
    return rest;
  }

  public static List<@Nullable Object> setXor(List<?> a, List<?> b) {
    List<@Nullable Object> apart = setMinus(a, b);
    apart.addAll(setMinus(b, a));
    return apart;
  }

  public static boolean setEqual(List<?> a, List<?> b) {
    return setWithin(a, b) && a.size() == b.size();
  }

  public static boolean setWithin(List<?> a, List<?> b) {
    return setMinus(a, b).isEmpty();
  }

  public static boolean setStrictlyWithin(List<?> a, List<?> b) {
    return setWithin(a, b) && a.size() < b.size();
  }

  public static boolean setDisjoint(List<?> a, List<?> b) {
    return setAnd(a, b).isEmpty();
  }
}
