package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.ANY;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.ARRAY;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.MAP;

import dev.dovetail.pipelines.cxl.CxlFunction.Result;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Functions of arrays and maps. Those that take a lambda are [Term.Each].
final class Collections {
  private static final Result ELEMENT =
      types ->
          types.getFirst() instanceof CxlType.Array(CxlType element)
              ? Optional.of(element)
              : Optional.empty();
  private static final Result WITH_ELEMENT =
      types ->
          types.getFirst() instanceof CxlType.Array(CxlType element)
              ? CxlType.common(element, types.get(1)).map(CxlType.Array::new)
              : Optional.empty();

  private Collections() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    set.function("length", ARRAY)
        .says("How many elements it has.", "[1, 2].length() -> 2")
        .as(Simple.INT, a -> (long) ((List<?>) a[0]).size());
    set.function("at", ARRAY, INT)
        .says(
            "The element at a position, from 0, or from the end if negative; null if there is none.",
            "[1, 2].at(-1) -> 2")
        .as(ELEMENT, a -> at((List<?>) a[0], Arithmetic.fitting(Arithmetic.integer(a[1]), "at")));
    set.function("first", ARRAY)
        .says("The first element; null if there is none.", "[1, 2].first() -> 1")
        .as(ELEMENT, a -> at((List<?>) a[0], 0));
    set.function("last", ARRAY)
        .says("The last element; null if there is none.", "[1, 2].last() -> 2")
        .as(ELEMENT, a -> at((List<?>) a[0], -1));
    set.function("contains", ARRAY, ANY)
        .says("Whether an element equals a value.", "[1, 2].contains(2) -> true")
        .as(
            types -> WITH_ELEMENT.of(types).map(_ -> Simple.BOOL),
            a ->
                ((List<?>) a[0])
                    .stream().anyMatch(item -> item != null && Values.equal(item, a[1])));
    set.function("append", ARRAY, ANY)
        .says("With one more element at its end.", "[1].append(2) -> [1, 2]")
        .as(WITH_ELEMENT, a -> appended((List<?>) a[0], List.of(a[1])));
    set.function("concat", ARRAY, ARRAY)
        .says("The elements of both.", "[1].concat([2]) -> [1, 2]")
        .as(
            types -> CxlType.common(types.get(0), types.get(1)),
            a -> appended((List<?>) a[0], (List<?>) a[1]));
    set.function("remove", ARRAY, ANY)
        .says("Without the elements that equal a value.", "[1, 2, 1].remove(1) -> [2]")
        .as(
            types -> WITH_ELEMENT.of(types).map(_ -> types.getFirst()),
            a ->
                ((List<?>) a[0])
                    .stream().filter(item -> item == null || !Values.equal(item, a[1])).toList());
    set.function("reverse", ARRAY)
        .says("Its elements in reverse order.", "[1, 2].reverse() -> [2, 1]")
        .as(FunctionSet.SAME, a -> ((List<?>) a[0]).reversed());
    set.function("keys", MAP)
        .says("Its names.", "{a: 1}.keys() -> ['a']")
        .as(new CxlType.Array(Simple.STRING), a -> List.copyOf(((Map<?, ?>) a[0]).keySet()));
    set.function("values", MAP)
        .says("Its values, if they have one type.", "{a: 1}.values() -> [1]")
        .as(
            types ->
                types.getFirst() instanceof CxlType.Mapping(var entries)
                    ? common(entries).map(CxlType.Array::new)
                    : Optional.empty(),
            a -> new ArrayList<>(((Map<?, ?>) a[0]).values()));
    return set.functions();
  }

  private static Optional<CxlType> common(List<CxlType.Entry> entries) {
    Optional<CxlType> common = Optional.of(Simple.NULL);
    for (CxlType.Entry entry : entries) {
      common = common.flatMap(found -> CxlType.common(found, entry.type()));
    }
    return common;
  }

  private static @Nullable Object at(List<?> list, long position) {
    long index = position < 0 ? list.size() + position : position;
    return index < 0 || index >= list.size() ? null : list.get((int) index);
  }

  private static List<Object> appended(List<?> list, List<?> more) {
    List<Object> all = new ArrayList<>(list);
    all.addAll(more);
    return all;
  }
}
