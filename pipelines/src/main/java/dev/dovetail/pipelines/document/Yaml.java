package dev.dovetail.pipelines.document;

import java.util.List;
import java.util.Optional;

/// The tree of a YAML text, each part with its place.
sealed interface Yaml {
  Place place();

  /// A single value.
  ///
  /// @param kind by the core schema of YAML 1.2
  record Scalar(String text, Kind kind, Located.Style style, Place place) implements Yaml {
    enum Kind {
      TEXT("a text"),
      NUMBER("a number"),
      BOOL("true or false"),
      NULL("nothing");

      private final String words;

      Kind(String words) {
        this.words = words;
      }
    }
  }

  record Sequence(List<Yaml> items, Place place) implements Yaml {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  record Mapping(List<Entry> entries, Place place) implements Yaml {
    public Mapping {
      entries = List.copyOf(entries);
    }

    Optional<Yaml> find(String key) {
      return entries.stream().filter(e -> e.key().equals(key)).map(Entry::value).findFirst();
    }

    List<String> keys() {
      return entries.stream().map(Entry::key).toList();
    }
  }

  record Entry(String key, Place place, Yaml value) {}

  /// What it is, for messages.
  default String words() {
    return switch (this) {
      case Scalar scalar -> scalar.kind().words;
      case Sequence _ -> "a list";
      case Mapping _ -> "a map";
    };
  }
}
