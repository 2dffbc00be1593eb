package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;

/// A whole file as plain values, for comparing.
record Loaded(Schema schema, List<List<Object>> rows) {
  /// Loads a file and proves that all memory came back.
  static Loaded from(Path file, ReadOptions options) {
    try (BufferAllocator allocator = new RootAllocator(1L << 30)) {
      Schema schema;
      List<List<Object>> rows = new ArrayList<>();
      try (BatchSource source = FileReaders.open(file.toString(), options, allocator, _ -> {})) {
        schema = source.schema();
        while (source.next()) {
          for (int row = 0; row < source.batch().getRowCount(); row++) {
            List<Object> cells = new ArrayList<>();
            for (FieldVector vector : source.batch().getFieldVectors()) {
              cells.add(value(vector, row));
            }
            rows.add(cells);
          }
        }
      } catch (DovetailException e) {
        if (allocator.getAllocatedMemory() != 0) {
          throw new AssertionError("memory leaked by a refusal", e);
        }
        throw e;
      }
      return new Loaded(schema, rows);
    }
  }

  static Loaded from(Path file) {
    return from(file, ReadOptions.detect(file.resolveSibling("spool")));
  }

  static Loaded text(Path folder, String name, String content) {
    return from(write(folder, name, content.getBytes(StandardCharsets.UTF_8)));
  }

  static Path write(Path folder, String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Column names with their types, as `--schema` would state them.
  Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    schema.getFields().forEach(field -> types.put(field.getName(), Types.print(field)));
    return types;
  }

  List<Object> column(int index) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.get(index)));
    return values;
  }

  static Object value(ValueVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector) {
      case ListVector list -> {
        List<Object> items = new ArrayList<>();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          items.add(value(list.getDataVector(), i));
        }
        yield items;
      }
      case StructVector struct -> {
        Map<String, Object> members = new LinkedHashMap<>();
        for (FieldVector child : struct.getChildrenFromFields()) {
          members.put(child.getName(), value(child, row));
        }
        yield members;
      }
      case VarBinaryVector bytes -> "0x" + java.util.HexFormat.of().formatHex(bytes.get(row));
      case TimeStampVector stamps -> stamps.get(row);
      case DurationVector durations -> DurationVector.get(durations.getDataBuffer(), row);
      default -> {
        Object object = vector.getObject(row);
        yield object instanceof org.apache.arrow.vector.util.Text ? object.toString() : object;
      }
    };
  }
}
