package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;

/// Writes JSON lines. Numbers keep all their digits; NaN and the infinities, which JSON has no
/// number for, are the texts `NaN`, `Infinity` and `-Infinity`; dates, times and durations are ISO
/// 8601 text, bytes are base64 text. NULL is written as null, so that every line shows every
/// column.
final class JsonLinesWriter implements TableWriter {
  private final String file;
  private final JsonGenerator json;
  private final List<String> names;
  private boolean empty = true;

  JsonLinesWriter(OutputStream out, String file, Schema schema) throws IOException {
    this.file = file;
    this.json = new JsonFactory().createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    this.names = schema.getFields().stream().map(field -> field.getName()).toList();
  }

  /// Writes one cell that may be NULL.
  private interface Cell {
    void write(int row) throws IOException;
  }

  @Override
  public void write(VectorSchemaRoot batch) throws IOException {
    List<Cell> cells = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      cells.add(cell(vector));
    }
    empty &= batch.getRowCount() == 0;
    for (int row = 0; row < batch.getRowCount(); row++) {
      json.writeStartObject();
      for (int i = 0; i < cells.size(); i++) {
        json.writeFieldName(names.get(i));
        cells.get(i).write(row);
      }
      json.writeEndObject();
    }
  }

  private Cell cell(ValueVector vector) {
    Cell present = present((FieldVector) vector);
    return row -> {
      if (vector.isNull(row)) {
        json.writeNull();
      } else {
        present.write(row);
      }
    };
  }

  private Cell present(FieldVector vector) {
    return switch (vector) {
      case BitVector bits -> row -> json.writeBoolean(bits.get(row) == 1);
      case BaseIntVector integers when !CellText.unsigned64(vector) ->
          row -> json.writeNumber(integers.getValueAsLong(row));
      case BaseIntVector _, DecimalVector _, Decimal256Vector _ -> {
        CellText text = new CellText(vector, file);
        yield row -> json.writeNumber(text.text(row));
      }
      case Float4Vector floats -> {
        CellText text = new CellText(vector, file);
        yield row -> number(text.text(row), Float.isFinite(floats.get(row)));
      }
      case Float8Vector floats -> {
        CellText text = new CellText(vector, file);
        yield row -> number(text.text(row), Double.isFinite(floats.get(row)));
      }
      case ListVector list -> {
        Cell element = cell(list.getDataVector());
        yield row -> {
          json.writeStartArray();
          for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
            element.write(i);
          }
          json.writeEndArray();
        };
      }
      case StructVector struct -> {
        List<FieldVector> children = struct.getChildrenFromFields();
        List<Cell> members = children.stream().map(this::cell).toList();
        yield row -> {
          json.writeStartObject();
          for (int i = 0; i < members.size(); i++) {
            json.writeFieldName(children.get(i).getName());
            members.get(i).write(row);
          }
          json.writeEndObject();
        };
      }
      default -> {
        CellText text = new CellText(vector, file);
        yield row -> json.writeString(text.text(row));
      }
    };
  }

  private void number(String digits, boolean finite) throws IOException {
    if (finite) {
      json.writeNumber(digits);
    } else {
      json.writeString(digits);
    }
  }

  @Override
  public void end() throws IOException {
    if (!empty) {
      json.writeRaw('\n'); // the printer separates lines, and ends none
    }
    json.flush();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
