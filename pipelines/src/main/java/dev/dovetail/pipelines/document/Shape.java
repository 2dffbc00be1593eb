package dev.dovetail.pipelines.document;

import java.util.List;

/// What a part of a document may be: the one declaration from which documents are checked, names
/// are suggested and the JSON Schema is made.
sealed interface Shape {
  /// A text; numbers and bools are taken as the texts that they are written as.
  record Text() implements Shape {}

  /// One of some words.
  record Word(List<String> words) implements Shape {
    public Word {
      words = List.copyOf(words);
    }

    static Word of(String... words) {
      return new Word(List.of(words));
    }
  }

  record Bool() implements Shape {}

  /// A whole number.
  record Count(long least) implements Shape {}

  /// A number from 0 to 1.
  record Rate() implements Shape {}

  /// A number of bytes, with K, M or G behind it for powers of 1024.
  record Bytes() implements Shape {}

  /// Anything.
  record Any() implements Shape {}

  record ListOf(Shape item) implements Shape {}

  /// One thing, or a list of such things.
  record OneOrMore(Shape item) implements Shape {}

  /// Keys that the author chooses.
  record MapOf(Shape value) implements Shape {}

  /// Keys that are known.
  record Struct(List<Field> fields) implements Shape {
    public Struct {
      fields = List.copyOf(fields);
    }

    static Struct of(Field... fields) {
      return new Struct(List.of(fields));
    }
  }

  /// The first that suits the kind of value: a text, a list or a map.
  record Either(List<Shape> shapes) implements Shape {
    public Either {
      shapes = List.copyOf(shapes);
    }

    static Either of(Shape... shapes) {
      return new Either(List.of(shapes));
    }
  }

  /// A known key.
  ///
  /// @param summary one sentence, for editors
  record Field(String name, Shape shape, boolean isRequired, String summary) {
    static Field required(String name, Shape shape, String summary) {
      return new Field(name, shape, true, summary);
    }

    static Field optional(String name, Shape shape, String summary) {
      return new Field(name, shape, false, summary);
    }
  }
}
