package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlFunction.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All functions, and the choice of one for the types at hand.
final class Functions {
  private static final Map<String, List<CxlFunction>> BY_NAME = byName();

  private Functions() {}

  private static Map<String, List<CxlFunction>> byName() {
    Map<String, List<CxlFunction>> byName = new LinkedHashMap<>();
    Stream.of(
            Arithmetic.functions(),
            Numbers.functions(),
            Texts.functions(),
            Dates.functions(),
            Collections.functions(),
            Conversions.functions())
        .flatMap(List::stream)
        .forEach(f -> byName.computeIfAbsent(f.name(), _ -> new ArrayList<>()).add(f));
    return byName;
  }

  static List<CxlFunction> all() {
    return BY_NAME.values().stream().flatMap(List::stream).toList();
  }

  static boolean exists(String name) {
    return BY_NAME.containsKey(name);
  }

  /// The names that stand behind a dot.
  static Set<String> names() {
    Set<String> names = new LinkedHashSet<>(BY_NAME.keySet());
    names.removeIf(name -> !Character.isLetter(name.charAt(0)) || name.equals("negate"));
    return names;
  }

  /// The overloads of a name, for messages.
  static List<CxlFunction> named(String name) {
    return BY_NAME.getOrDefault(name, List.of());
  }

  /// The overload that takes the arguments as they are, else one that takes ints as floats or
  /// decimals.
  static Optional<CxlFunction> find(String name, List<CxlType> arguments) {
    return find(name, arguments, false).or(() -> find(name, arguments, true));
  }

  private static Optional<CxlFunction> find(
      String name, List<CxlType> arguments, boolean promoting) {
    return named(name).stream().filter(f -> takes(f, arguments, promoting)).findFirst();
  }

  private static boolean takes(CxlFunction function, List<CxlType> arguments, boolean promoting) {
    if (function.parameters().size() != arguments.size()) {
      return false;
    }
    boolean anyAsItIs = false;
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = function.parameters().get(i);
      CxlType type = arguments.get(i);
      if (parameter.takes(type)) {
        anyAsItIs = true;
      } else if (!(promoting && parameter.promotes(type))) {
        return false;
      }
    }
    return anyAsItIs && function.result().of(arguments).isPresent();
  }
}
