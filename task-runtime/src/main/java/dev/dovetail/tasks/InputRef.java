package dev.dovetail.tasks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What a task reads.
public sealed interface InputRef {
  /// What the input is called in messages and in the `_space` field of matches: the Space's name,
  /// or the file as it was given.
  String label();

  /// A Space; without a version the latest one at the time of the run.
  ///
  /// @param as what it is called instead of its name, if anything
  record Space(String name, OptionalLong version, Optional<String> as) implements InputRef {
    public Space {
      Refusal.name(name, "input_spaces");
      as.ifPresent(label -> Refusal.name(label, "as"));
      if (version.isPresent() && version.getAsLong() < 1) {
        throw Refusal.illegal(
            "version " + version.getAsLong() + " of Space '" + name + "' cannot exist",
            "Versions count from 1; leave the version out to read the latest.");
      }
    }

    public static Space latest(String name) {
      return new Space(name, OptionalLong.empty(), Optional.empty());
    }

    @Override
    public String label() {
      return as.orElse(name);
    }
  }

  /// A file, or `-` for standard input.
  ///
  /// @param path relative to the working folder
  /// @param format `csv`, `jsonl`, `parquet`, `arrow` ...; empty to tell by the name
  /// @param schema column -> type, in file order; columns left out are inferred
  record File(String path, Optional<String> format, Map<String, String> schema)
      implements InputRef {
    public File {
      Refusal.name(path, "file");
      schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    }

    public static File of(String path) {
      return new File(path, Optional.empty(), Map.of());
    }

    @Override
    public String label() {
      return path;
    }
  }
}
