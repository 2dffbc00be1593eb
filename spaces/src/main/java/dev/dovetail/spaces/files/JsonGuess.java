package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// The type of a JSON value that nobody declared, from all lines: a bool, numbers (see
/// [NumberGuess]), text, a list of one type, or a struct of all fields met, in the order of their
/// first meeting. Text stays text, whatever it spells. A value that is only ever null is text.
final class JsonGuess {
  private enum Kind {
    NOTHING("nothing"),
    BOOL("a bool"),
    NUMBER("a number"),
    TEXT("text"),
    LIST("an array"),
    STRUCT("an object");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final NumberText number = new NumberText();
  private final NumberGuess numbers = new NumberGuess();
  private final Map<String, JsonGuess> members = new LinkedHashMap<>();
  private Kind kind = Kind.NOTHING;
  private @Nullable JsonGuess element;
  private long firstLine;

  /// Reads the value at the parser's token; says what contradicts an earlier line.
  @Nullable String see(JsonParser parser, String path, long line) throws IOException {
    JsonToken token = parser.currentToken();
    Kind seen =
        switch (token) {
          case VALUE_NULL -> Kind.NOTHING;
          case VALUE_TRUE, VALUE_FALSE -> Kind.BOOL;
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Kind.NUMBER;
          case VALUE_STRING -> Kind.TEXT;
          case START_ARRAY -> Kind.LIST;
          case START_OBJECT -> Kind.STRUCT;
          default -> throw new IllegalStateException("token " + token);
        };
    if (seen == Kind.NOTHING) {
      return null;
    }
    if (kind == Kind.NOTHING) {
      kind = seen;
      firstLine = line;
    }
    if (kind != seen) {
      String at = JsonLines.at(parser);
      parser.skipChildren();
      return at
          + "'"
          + path
          + "' is "
          + seen.words
          + ", but "
          + kind.words
          + " in line "
          + firstLine
          + "; declare a type that fits both, such as utf8";
    }
    return switch (seen) {
      case NUMBER -> {
        number.scan(
            parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), false);
        numbers.see(number);
        yield null;
      }
      case LIST -> seeList(parser, path, line);
      case STRUCT -> seeObject(parser, path, line, name -> true);
      case NOTHING, BOOL, TEXT -> null;
    };
  }

  private @Nullable String seeList(JsonParser parser, String path, long line) throws IOException {
    String problem = null;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonGuess guess = element == null ? new JsonGuess() : element;
      element = guess;
      String found = guess.see(parser, path + "[]", line);
      problem = problem == null ? found : problem;
    }
    return problem;
  }

  /// Reads an object whose `{` the parser has just met.
  ///
  /// @param wanted the members to look at; the others are declared
  @Nullable String seeObject(
      JsonParser parser, String path, long line, java.util.function.Predicate<String> wanted)
      throws IOException {
    String problem = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      JsonGuess guess = members.computeIfAbsent(name, _ -> new JsonGuess());
      if (!wanted.test(name)) {
        parser.skipChildren();
        continue;
      }
      String found = guess.see(parser, path.isEmpty() ? name : path + "." + name, line);
      problem = problem == null ? found : problem;
    }
    return problem;
  }

  Map<String, JsonGuess> members() {
    return members;
  }

  /// The field, or a refusal of what has no exact type.
  Field field(String name, String path, String file) {
    return switch (kind) {
      case NOTHING, TEXT -> Types.leaf(name, ArrowType.Utf8.INSTANCE);
      case BOOL -> Types.leaf(name, ArrowType.Bool.INSTANCE);
      case NUMBER -> {
        Field exact = numbers.field(name);
        if (exact == null) {
          throw noType(
              "no type holds all numbers of '" + path + "' exactly",
              "Declare decimal(p,s) with up to " + Types.MAX_DIGITS + " digits, float64 or utf8.",
              file);
        }
        yield exact;
      }
      case LIST -> {
        JsonGuess inner = element == null ? new JsonGuess() : element;
        yield Types.list(name, inner.field(Types.ELEMENT, path + "[]", file));
      }
      case STRUCT -> {
        if (members.isEmpty()) {
          throw noType(
              "'" + path + "' holds objects without any field", "Leave the field out.", file);
        }
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, JsonGuess> member : members.entrySet()) {
          fields.add(member.getValue().field(member.getKey(), path + "." + member.getKey(), file));
        }
        yield Types.struct(name, fields);
      }
    };
  }

  private static DovetailException noType(String what, String remedy, String file) {
    return new DovetailException(ErrorCode.E203, what, file, remedy);
  }
}
