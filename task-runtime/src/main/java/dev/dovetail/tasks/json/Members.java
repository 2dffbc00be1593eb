package dev.dovetail.tasks.json;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/// The members of one JSON object, of which all are known: anything else is refused by name. A
/// member that is null counts as absent.
///
/// @param what the object in messages: `a join`, `a gate of kind band`
record Members(String file, Json.Obj object, String what) {
  /// Reads an object that may have the given members and no others.
  static Members of(String file, Json json, String what, List<String> known) {
    if (!(json instanceof Json.Obj object)) {
      throw Fault.at(
          file, json.place(), what + " is an object, not " + json.noun(), "Write {...}.");
    }
    object
        .members()
        .forEach(
            (name, value) -> {
              if (!known.contains(name)) {
                throw Fault.at(
                    file,
                    value.place(),
                    what + " has no field '" + name + "'",
                    NearestName.hint(name, known));
              }
            });
    return new Members(file, object, what);
  }

  /// Makes a record from what was read; its refusal gets this object's place.
  <T> T build(Supplier<T> make) {
    try {
      return make.get();
    } catch (DovetailException refused) {
      throw Fault.placed(refused, file, object.place());
    }
  }

  Optional<Json> find(String name) {
    return Optional.ofNullable(object.members().get(name))
        .filter(json -> !(json instanceof Json.Null));
  }

  Json require(String name) {
    return find(name)
        .orElseThrow(
            () ->
                Fault.at(
                    file,
                    object.place(),
                    what + " lacks the field '" + name + "'",
                    "Add \"" + name + "\"."));
  }

  boolean has(String name) {
    return find(name).isPresent();
  }

  String text(String name) {
    return text(name, require(name));
  }

  String text(String name, String otherwise) {
    return find(name).map(json -> text(name, json)).orElse(otherwise);
  }

  Optional<String> optionalText(String name) {
    return find(name).map(json -> text(name, json));
  }

  /// A list of texts, or one text that stands for a list of one.
  List<String> texts(String name) {
    return texts(name, require(name));
  }

  List<String> texts(String name, List<String> otherwise) {
    return find(name).map(json -> texts(name, json)).orElse(otherwise);
  }

  OptionalLong whole(String name) {
    return find(name)
        .map(json -> OptionalLong.of(whole(name, json)))
        .orElseGet(OptionalLong::empty);
  }

  int smallWhole(String name, int otherwise) {
    return find(name)
        .map(
            json -> {
              long value = whole(name, json);
              if (value != (int) value) {
                throw wrong(name, json, "a small whole number");
              }
              return (int) value;
            })
        .orElse(otherwise);
  }

  boolean flag(String name) {
    return find(name)
        .map(
            json -> {
              if (json instanceof Json.Bool(var value, _)) {
                return value;
              }
              throw wrong(name, json, "true or false");
            })
        .orElse(false);
  }

  /// The elements of a list, each read by `reader`.
  <T> List<T> list(String name, Function<Json, T> reader) {
    Json json = require(name);
    if (!(json instanceof Json.Arr(var items, _))) {
      throw wrong(name, json, "a list");
    }
    return items.stream().map(reader).toList();
  }

  /// An object of free names, in its order; empty where it is absent.
  <T> Map<String, T> map(String name, Function<Json, T> reader) {
    Map<String, T> values = new LinkedHashMap<>();
    find(name)
        .ifPresent(
            json -> {
              if (!(json instanceof Json.Obj(var members, _))) {
                throw wrong(name, json, "an object");
              }
              members.forEach((key, value) -> values.put(key, reader.apply(value)));
            });
    return values;
  }

  Map<String, String> textMap(String name) {
    return map(name, json -> text(name, json));
  }

  String text(String name, Json json) {
    if (json instanceof Json.Str(var value, _)) {
      return value;
    }
    throw wrong(name, json, "a text");
  }

  DovetailException wrong(String name, Json json, String expected) {
    return Fault.at(
        file,
        json.place(),
        "'" + name + "' of " + what + " is " + expected + ", not " + json.noun(),
        "");
  }

  private List<String> texts(String name, Json json) {
    if (json instanceof Json.Str(var one, _)) {
      return List.of(one);
    }
    if (!(json instanceof Json.Arr(var items, _))) {
      throw wrong(name, json, "a text or a list of texts");
    }
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(text(name, item)));
    return texts;
  }

  private long whole(String name, Json json) {
    if (json instanceof Json.Int(var value, _) && value.bitLength() < Long.SIZE) {
      return value.longValue();
    }
    throw wrong(name, json, "a whole number");
  }
}
