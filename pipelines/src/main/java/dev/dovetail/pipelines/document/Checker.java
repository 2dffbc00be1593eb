package dev.dovetail.pipelines.document;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.document.Shape.Field;
import dev.dovetail.pipelines.document.Yaml.Scalar;
import dev.dovetail.pipelines.document.Yaml.Scalar.Kind;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Holds a tree against a shape and collects all differences.
final class Checker {
  private static final Pattern BYTES = Pattern.compile("([0-9]{1,15})([KMGkmg]?)B?");

  private final Faults faults;

  Checker(Faults faults) {
    this.faults = faults;
  }

  /// Whether the tree has the shape; if not, the faults say why.
  ///
  /// @param what it is called in messages, such as `'where' of combine 'enrich'`
  boolean check(Yaml tree, Shape shape, String what) {
    return switch (shape) {
      case Shape.Any _ -> true;
      case Shape.Text _ ->
          (tree instanceof Scalar scalar && scalar.kind() != Kind.NULL)
              || wrong(tree, what, "a text");
      case Shape.Word(List<String> words) -> word(tree, words, what);
      case Shape.Bool _ ->
          (tree instanceof Scalar scalar && scalar.kind() == Kind.BOOL)
              || wrong(tree, what, "true or false");
      case Shape.Count(long least) ->
          count(tree).stream().anyMatch(count -> count >= least)
              || wrong(tree, what, "a whole number from " + least + " on");
      case Shape.Rate _ -> isRate(tree) || wrong(tree, what, "a number from 0 to 1");
      case Shape.Bytes _ ->
          bytes(tree).isPresent() || wrong(tree, what, "a number of bytes such as 512M or 2G");
      case Shape.ListOf(Shape item) ->
          tree instanceof Yaml.Sequence list ? all(list, item, what) : wrong(tree, what, "a list");
      case Shape.OneOrMore(Shape item) ->
          tree instanceof Yaml.Sequence list ? all(list, item, what) : check(tree, item, what);
      case Shape.MapOf(Shape value) -> map(tree, value, what);
      case Shape.Struct(List<Field> fields) -> struct(tree, fields, what);
      case Shape.Either(List<Shape> shapes) -> check(tree, suiting(tree, shapes), what);
    };
  }

  private static Shape suiting(Yaml tree, List<Shape> shapes) {
    return shapes.stream()
        .filter(
            shape ->
                switch (tree) {
                  case Scalar _ ->
                      !(shape instanceof Shape.Struct
                          || shape instanceof Shape.ListOf
                          || shape instanceof Shape.MapOf);
                  case Yaml.Sequence _ -> shape instanceof Shape.ListOf;
                  case Yaml.Mapping _ ->
                      shape instanceof Shape.Struct || shape instanceof Shape.MapOf;
                })
        .findFirst()
        .orElse(shapes.getFirst());
  }

  private boolean word(Yaml tree, List<String> words, String what) {
    if (!(tree instanceof Scalar scalar)) {
      return wrong(tree, what, String.join(", ", words));
    }
    if (words.contains(scalar.text())) {
      return true;
    }
    faults.add(
        ErrorCode.E351,
        tree.place(),
        what + " is '" + scalar.text() + "', which it cannot be",
        NearestName.hint(scalar.text(), words));
    return false;
  }

  private boolean all(Yaml.Sequence list, Shape item, String what) {
    boolean right = true;
    for (Yaml one : list.items()) {
      right &= check(one, item, "an entry of " + what);
    }
    return right;
  }

  private boolean map(Yaml tree, Shape value, String what) {
    if (!(tree instanceof Yaml.Mapping map)) {
      return wrong(tree, what, "a map");
    }
    boolean right = true;
    for (Yaml.Entry entry : map.entries()) {
      right &= check(entry.value(), value, "'" + entry.key() + "' of " + what);
    }
    return right;
  }

  private boolean struct(Yaml tree, List<Field> fields, String what) {
    if (!(tree instanceof Yaml.Mapping map)) {
      return wrong(tree, what, "a map");
    }
    List<String> names = fields.stream().map(Field::name).toList();
    boolean right = true;
    for (Yaml.Entry entry : map.entries()) {
      if (!names.contains(entry.key())) {
        faults.add(
            ErrorCode.E351,
            entry.place(),
            what + " has no field '" + entry.key() + "'",
            NearestName.hint(entry.key(), names));
        right = false;
      }
    }
    for (Field field : fields) {
      if (map.find(field.name()).isPresent()) {
        right &=
            check(map.find(field.name()).get(), field.shape(), "'" + field.name() + "' of " + what);
      } else if (field.isRequired()) {
        faults.add(
            ErrorCode.E351, tree.place(), what + " lacks '" + field.name() + "'", field.summary());
        right = false;
      }
    }
    return right;
  }

  private boolean wrong(Yaml tree, String what, String expected) {
    String found =
        tree instanceof Scalar scalar && scalar.kind() != Kind.NULL
            ? "'" + scalar.text() + "'"
            : tree.words();
    faults.add(
        ErrorCode.E351,
        tree.place(),
        what + " is " + found + " where " + expected + " is expected",
        "");
    return false;
  }

  static OptionalLong count(Yaml tree) {
    return tree instanceof Scalar scalar && scalar.text().matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(scalar.text()))
        : OptionalLong.empty();
  }

  private static boolean isRate(Yaml tree) {
    if (!(tree instanceof Scalar scalar) || scalar.kind() != Kind.NUMBER) {
      return false;
    }
    try {
      double rate = Double.parseDouble(scalar.text());
      return rate >= 0 && rate <= 1;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /// A number of bytes; empty if it is none.
  static OptionalLong bytes(Yaml tree) {
    Matcher form = BYTES.matcher(tree instanceof Scalar scalar ? scalar.text() : "");
    if (!form.matches()) {
      return OptionalLong.empty();
    }
    int shift =
        switch (form.group(2)) {
          case "K", "k" -> 10;
          case "M", "m" -> 20;
          case "G", "g" -> 30;
          default -> 0;
        };
    long count = Long.parseLong(form.group(1));
    return count > Long.MAX_VALUE >> shift ? OptionalLong.empty() : OptionalLong.of(count << shift);
  }
}
