package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// Writes JSON values into the vector of one column, list element or struct field. A value that is
/// not written is NULL.
abstract class JsonColumn {
  private JsonColumn() {}

  /// Writes the value at the parser's token and leaves the parser at the value's end; says why the
  /// value does not fit.
  abstract @Nullable String put(int row, JsonParser parser) throws IOException;

  static JsonColumn of(FieldVector vector, String path) {
    return switch (vector) {
      case ListVector list -> new Lists(list, path);
      case StructVector struct -> new Structs(struct, path);
      default -> new Leaves(vector, path);
    };
  }

  private static String wrong(JsonParser parser, String path, Field field) throws IOException {
    String at = JsonLines.at(parser);
    JsonToken token = parser.currentToken();
    String what =
        switch (token) {
          case START_OBJECT -> "an object";
          case START_ARRAY -> "an array";
          case VALUE_STRING -> Faults.shown(parser.getText());
          default -> parser.getText();
        };
    parser.skipChildren();
    return at + "'" + path + "': " + what + " is not " + Types.print(field);
  }

  private static final class Leaves extends JsonColumn {
    private final TextColumn text;
    private final String path;
    private final Field field;
    private final boolean utf8;
    private final boolean bool;
    private final boolean number;

    Leaves(FieldVector vector, String path) {
      this.text = TextColumn.of(vector);
      this.path = path;
      this.field = vector.getField();
      this.utf8 = field.getType() instanceof ArrowType.Utf8;
      this.bool = field.getType() instanceof ArrowType.Bool;
      this.number =
          field.getType() instanceof ArrowType.Int
              || field.getType() instanceof ArrowType.FloatingPoint
              || field.getType() instanceof ArrowType.Decimal;
    }

    /// Strings are read by the column's type, except bools; a utf8 column that somebody declared
    /// over numbers or bools takes their spelling.
    @Override
    @Nullable String put(int row, JsonParser parser) throws IOException {
      boolean fits =
          switch (parser.currentToken()) {
            case VALUE_NULL -> true;
            case VALUE_STRING -> !bool;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number || utf8;
            case VALUE_TRUE, VALUE_FALSE -> bool || utf8;
            default -> false;
          };
      if (!fits) {
        return wrong(parser, path, field);
      }
      if (parser.currentToken() == JsonToken.VALUE_NULL) {
        return null;
      }
      String problem =
          text.put(row, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
      return problem == null ? null : JsonLines.at(parser) + "'" + path + "': " + problem;
    }
  }

  private static final class Lists extends JsonColumn {
    private final ListVector vector;
    private final JsonColumn element;
    private final String path;

    Lists(ListVector vector, String path) {
      this.vector = vector;
      this.element = of(vector.getDataVector(), path + "[]");
      this.path = path;
    }

    @Override
    @Nullable String put(int row, JsonParser parser) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) {
        return null;
      }
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        return wrong(parser, path, vector.getField());
      }
      String problem = null;
      int start = vector.startNewValue(row);
      int count = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String found = element.put(start + count, parser);
        problem = problem == null ? found : problem;
        count++;
      }
      vector.endValue(row, count);
      return problem;
    }
  }

  private static final class Structs extends JsonColumn {
    private final StructVector vector;
    private final Map<String, JsonColumn> members = new HashMap<>();
    private final String path;

    Structs(StructVector vector, String path) {
      this.vector = vector;
      this.path = path;
      for (FieldVector child : vector.getChildrenFromFields()) {
        members.put(child.getName(), of(child, path + "." + child.getName()));
      }
    }

    @Override
    @Nullable String put(int row, JsonParser parser) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) {
        return null;
      }
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return wrong(parser, path, vector.getField());
      }
      String problem = null;
      while (vector.getValueCapacity() <= row) {
        vector.reAlloc();
      }
      vector.setIndexDefined(row);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        JsonColumn member = members.get(name);
        String found;
        if (member == null) {
          String at = JsonLines.at(parser);
          parser.skipChildren();
          found =
              at + "'" + path + "' has no field " + Faults.shown(name) + " in its declared type";
        } else {
          found = member.put(row, parser);
        }
        problem = problem == null ? found : problem;
      }
      return problem;
    }
  }
}
