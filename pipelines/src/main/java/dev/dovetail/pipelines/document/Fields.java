package dev.dovetail.pipelines.document;

import dev.dovetail.pipelines.document.Yaml.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The values of a map that has its shape.
record Fields(Yaml.Mapping map) {
  static final Fields NONE = new Fields(new Yaml.Mapping(List.of(), new Place(1, 1)));

  Optional<Yaml> find(String name) {
    return map.find(name);
  }

  Optional<Located> located(String name) {
    return find(name).map(Fields::located);
  }

  Located required(String name) {
    return located(name).orElseThrow();
  }

  static Located located(Yaml value) {
    Scalar scalar = (Scalar) value;
    return new Located(scalar.text(), scalar.place(), scalar.style());
  }

  Optional<String> text(String name) {
    return located(name).map(Located::text);
  }

  boolean flag(String name, boolean absent) {
    return text(name).map(Boolean::parseBoolean).orElse(absent);
  }

  OptionalLong count(String name) {
    return find(name).map(Checker::count).orElse(OptionalLong.empty());
  }

  /// A list, or one thing alone.
  List<Yaml> all(String name) {
    return find(name)
        .map(value -> value instanceof Yaml.Sequence list ? list.items() : List.of(value))
        .orElse(List.of());
  }

  List<Located> texts(String name) {
    return all(name).stream().map(Fields::located).toList();
  }

  Fields inner(String name) {
    return find(name).map(value -> new Fields((Yaml.Mapping) value)).orElse(NONE);
  }

  /// A map of texts, in its order.
  Map<String, Located> textMap(String name) {
    Map<String, Located> texts = new LinkedHashMap<>();
    List<Yaml.Entry> entries = new ArrayList<>(inner(name).map().entries());
    entries.forEach(entry -> texts.put(entry.key(), located(entry.value())));
    return texts;
  }
}
