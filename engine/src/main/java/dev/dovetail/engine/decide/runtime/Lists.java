package dev.dovetail.engine.decide.runtime;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Functions of lists of boxed values, all of one type or NULL.
public final class Lists {
  private Lists() {}

  public static long listLength(List<?> list) {
    return list.size();
  }

  public static @Nullable Object listAt(List<?> list, long index) {
    long at = index < 0 ? index + list.size() : index;
    if (at < 0 || at >= list.size()) {
      throw Undecided.raised();
    }
    return list.get((int) at);
  }

  public static List<?> listFrom(List<?> list, long from) {
    return list.subList((int) Texts.bound(from, list.size()), list.size());
  }

  public static List<?> listTo(List<?> list, long to) {
    return list.subList(0, (int) Texts.bound(to, list.size()));
  }

  public static List<?> listBetween(List<?> list, long from, long to) {
    int start = (int) Texts.bound(from, list.size());
    int end = (int) Texts.bound(to, list.size());
    return start < end ? list.subList(start, end) : List.of();
  }

  public static List<?> listReversed(List<?> list) {
    return list.reversed();
  }

  public static List<@Nullable Object> listConcat(List<?> a, List<?> b) {
    List<@Nullable Object> both = new ArrayList<>(a.size() + b.size());
    both.addAll(a);
    both.addAll(b);
    return both;
  }

  public static List<Object> listSorted(List<?> list) {
    List<Object> sorted = ordered(list);
    sorted.sort(Compares::order);
    return sorted;
  }

  /// A stable sort, downwards: equal elements keep their order.
  public static List<Object> listSortedDown(List<?> list) {
    List<Object> sorted = ordered(list);
    sorted.sort((a, b) -> Compares.order(b, a));
    return sorted;
  }

  /// The elements, where any two can be compared; a lone one is not compared at all.
  private static List<Object> ordered(List<?> list) {
    List<Object> ordered = new ArrayList<>(list.size());
    for (Object element : list) {
      if (element == null || (element instanceof Double real && Double.isNaN(real))) {
        throw Undecided.here();
      }
      ordered.add(element);
    }
    return ordered;
  }

  public static Object listMin(List<?> list) {
    List<Object> elements = ordered(list);
    Object least = first(elements);
    for (Object element : elements) {
      least = Compares.order(element, least) < 0 ? element : least;
    }
    return least;
  }

  public static Object listMax(List<?> list) {
    List<Object> elements = ordered(list);
    Object most = first(elements);
    for (Object element : elements) {
      most = Compares.order(element, most) > 0 ? element : most;
    }
    return most;
  }

  private static Object first(List<Object> elements) {
    if (elements.isEmpty()) {
      throw Undecided.raised();
    }
    return elements.getFirst();
  }

  public static long listSumInt(List<?> list) {
    long sum = 0;
    for (Object element : list) {
      sum = Ints.intAdd(sum, Reads.unboxLong(element));
    }
    return sum;
  }

  /// Versions of the language sum floats differently, plainly or with the error carried along;
  /// where the two agree, so does the answer.
  public static double listSumFloat(List<?> list) {
    double plain = 0;
    double error = 0;
    for (Object element : list) {
      double value = Reads.unboxDouble(element);
      double sum = plain + value;
      error += Math.abs(plain) >= Math.abs(value) ? (plain - sum) + value : (value - sum) + plain;
      plain = sum;
    }
    if (list.isEmpty() || plain + error != plain) {
      // the empty sum is an int; a sum that is not a number ends here too
      throw Undecided.here();
    }
    return plain;
  }

  public static boolean listEqual(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    boolean equal = true;
    for (int i = 0; i < a.size(); i++) {
      // one object is equal to itself in a list: what is not a number may be one object
      requireNumber(a.get(i));
      requireNumber(b.get(i));
      equal &= Compares.equal(a.get(i), b.get(i));
    }
    return equal;
  }

  private static void requireNumber(@Nullable Object element) {
    if (element instanceof Double real && Double.isNaN(real)) {
      throw Undecided.here();
    }
  }

  public static boolean listAnyTrue(List<?> list) {
    return list.stream().anyMatch(Lists::isTrue);
  }

  public static boolean listAllTrue(List<?> list) {
    return list.stream().allMatch(Lists::isTrue);
  }

  static boolean isTrue(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean bool -> bool;
      case Long number -> number != 0;
      case Double real -> real != 0;
      case BigDecimal decimal -> decimal.signum() != 0;
      case String text -> !text.isEmpty();
      case byte[] bytes -> bytes.length != 0;
      case List<?> list -> !list.isEmpty();
      default -> throw Undecided.here();
    };
  }
}
