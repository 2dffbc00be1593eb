package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;

/// Types that a user declares for columns of a file: a JSON object such as `{"id": "int64"}`.
public final class DeclaredTypes {
  private static final String REMEDY = "Write {\"column\": \"type\", ...}, or name a file of it.";

  private DeclaredTypes() {}

  /// Reads the object itself, or the file that holds it.
  public static Map<String, Field> parse(String inlineOrFile) {
    String text = inlineOrFile.strip();
    String where = "the schema";
    if (!text.startsWith("{")) {
      where = inlineOrFile;
      try {
        text = Files.readString(Path.of(inlineOrFile), StandardCharsets.UTF_8);
      } catch (IOException | IllegalArgumentException e) {
        throw wrong("the schema file cannot be read: " + e.getMessage(), where);
      }
    }
    JsonNode tree;
    try {
      tree =
          JsonMapper.builder()
              .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
              .build()
              .readTree(text);
    } catch (JsonProcessingException e) {
      throw wrong("the schema is not JSON: " + e.getOriginalMessage(), Faults.place(where, e));
    }
    if (!tree.isObject()) {
      throw wrong("the schema is not a JSON object", where);
    }
    Map<String, Field> types = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : tree.properties()) {
      if (!entry.getValue().isTextual()) {
        throw wrong("the type of column '" + entry.getKey() + "' is not text", where);
      }
      types.put(entry.getKey(), Types.parse(entry.getKey(), entry.getValue().textValue()));
    }
    return types;
  }

  /// E205 for a declared column that the file does not have.
  static void check(Map<String, Field> declared, Collection<String> columns, String file) {
    for (String name : declared.keySet()) {
      if (!columns.contains(name)) {
        throw new DovetailException(
            ErrorCode.E205,
            "the schema names the column '" + name + "', which the file does not have",
            file,
            NearestName.hint(name, columns));
      }
    }
  }

  /// E205 for a declared type that is not the one that a typed file states.
  static void checkSame(Map<String, Field> declared, Iterable<Field> stated, String file) {
    Map<String, Field> columns = new LinkedHashMap<>();
    stated.forEach(field -> columns.put(field.getName(), field));
    check(declared, columns.keySet(), file);
    declared.forEach(
        (name, field) -> {
          String has = Types.print(columns.getOrDefault(name, field));
          if (!has.equals(Types.print(field))) {
            throw new DovetailException(
                ErrorCode.E205,
                "column '" + name + "' is " + has + " in the file, not " + Types.print(field),
                file,
                "Leave it out of the schema: this format states its types.");
          }
        });
  }

  private static DovetailException wrong(String what, String where) {
    return new DovetailException(ErrorCode.E205, what, where, REMEDY);
  }
}
