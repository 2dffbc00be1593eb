package dev.dovetail.pipelines.cxl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The inputs whose fields a text may name.
///
/// @param inputs one without a qualifier, or several with one each
public record Scope(List<Input> inputs) {
  public Scope {
    inputs = List.copyOf(inputs);
    if (inputs.size() > 1 && inputs.stream().anyMatch(input -> input.qualifier().isEmpty())) {
      throw new IllegalArgumentException("several inputs have qualifiers");
    }
  }

  /// Fields that are named as they are.
  public static Scope of(List<Field> fields) {
    return new Scope(List.of(new Input(Optional.empty(), fields)));
  }

  /// One input.
  ///
  /// @param qualifier stands before the fields' names, with a dot between
  public record Input(Optional<String> qualifier, List<Field> fields) {
    public Input {
      fields = List.copyOf(fields);
    }

    int position(String field) {
      for (int i = 0; i < fields.size(); i++) {
        if (fields.get(i).name().equals(field)) {
          return i;
        }
      }
      return -1;
    }
  }

  public record Field(String name, CxlType type) {}

  boolean isQualified() {
    return inputs.getFirst().qualifier().isPresent();
  }

  int qualified(String qualifier) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i).qualifier().equals(Optional.of(qualifier))) {
        return i;
      }
    }
    return -1;
  }

  /// All fields as a text names them.
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (Input input : inputs) {
      String before = input.qualifier().map(qualifier -> qualifier + ".").orElse("");
      input.fields().forEach(field -> names.add(before + field.name()));
    }
    return names;
  }
}
