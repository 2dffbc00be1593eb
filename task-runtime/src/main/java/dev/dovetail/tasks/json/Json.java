package dev.dovetail.tasks.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON value that remembers where it stands, so that a mistake found later still has a line and
/// a column. Jackson's own tree forgets.
sealed interface Json {
  Place place();

  /// How the value is called in messages.
  String noun();

  /// A place in the text, both from 1.
  record Place(int line, int column) {}

  record Obj(Map<String, Json> members, Place place) implements Json {
    @Override
    public String noun() {
      return "an object";
    }
  }

  record Arr(List<Json> items, Place place) implements Json {
    @Override
    public String noun() {
      return "a list";
    }
  }

  record Str(String value, Place place) implements Json {
    @Override
    public String noun() {
      return "'" + value + "'";
    }
  }

  record Int(BigInteger value, Place place) implements Json {
    @Override
    public String noun() {
      return value.toString();
    }
  }

  record Real(double value, Place place) implements Json {
    @Override
    public String noun() {
      return Double.toString(value);
    }
  }

  record Bool(boolean value, Place place) implements Json {
    @Override
    public String noun() {
      return Boolean.toString(value);
    }
  }

  record Null(Place place) implements Json {
    @Override
    public String noun() {
      return "null";
    }
  }

  /// Parses one document.
  static Json parse(String text, String file) {
    try (JsonParser parser = Reader.FACTORY.createParser(text)) {
      parser.nextToken();
      Json value = Reader.value(parser, file);
      if (parser.nextToken() != null) {
        throw Fault.at(
            file, Reader.place(parser), "the text goes on after the end of the JSON", "");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw Reader.malformed(e, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the text is in memory
    }
  }

  /// The recursive reader behind [Json#parse].
  final class Reader {
    private static final int DEEPEST = 200;
    private static final JsonFactory FACTORY =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(50_000_000)
                    .build())
            .build();

    private Reader() {}

    private static Json value(JsonParser parser, String file) throws IOException {
      Place place = place(parser);
      JsonToken token = parser.currentToken();
      if (token == null) {
        throw Fault.at(file, new Place(1, 1), "the text is empty", "");
      }
      return switch (token) {
        case START_OBJECT -> {
          Map<String, Json> members = new LinkedHashMap<>();
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser, file));
          }
          yield new Obj(members, place);
        }
        case START_ARRAY -> {
          List<Json> items = new ArrayList<>();
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, file));
          }
          yield new Arr(items, place);
        }
        case VALUE_STRING -> new Str(parser.getText(), place);
        case VALUE_NUMBER_INT -> new Int(parser.getBigIntegerValue(), place);
        case VALUE_NUMBER_FLOAT -> {
          double number = parser.getDoubleValue();
          if (!Double.isFinite(number)) {
            throw Fault.at(
                file,
                place,
                "the number " + parser.getText() + " is beyond a float",
                "Write {\"$dec\": \"...\"} for a decimal, or {\"$f64\": \"inf\"}.");
          }
          yield new Real(number, place);
        }
        case VALUE_TRUE -> new Bool(true, place);
        case VALUE_FALSE -> new Bool(false, place);
        case VALUE_NULL -> new Null(place);
        case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
            throw new IllegalStateException("the parser stands on " + token);
      };
    }

    static Place place(JsonParser parser) {
      var location = parser.currentTokenLocation();
      return new Place(location.getLineNr(), location.getColumnNr());
    }

    private static RuntimeException malformed(JsonProcessingException e, String file) {
      @Nullable JsonLocation location = e.getLocation();
      Place place =
          location == null
              ? new Place(1, 1)
              : new Place(location.getLineNr(), location.getColumnNr());
      return Fault.at(file, place, "the text is not JSON: " + e.getOriginalMessage(), "");
    }
  }
}
