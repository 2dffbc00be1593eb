package dev.dovetail.spaces.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.HexFormat;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/// Rows as JSON that loses nothing: what JSON cannot write is an object of one tag, such as
/// `{"$dec": "1.20"}`, `{"$f64": "nan"}`, `{"$int": "9007199254740993"}`, `{"$ts": ...}`,
/// `{"$date": ...}`, `{"$time": ...}`, `{"$dur": ...}`, `{"$bin": "00ff"}`. The form in which tasks
/// write parameters, too.
public final class TaggedRows {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final BigInteger EXACT = BigInteger.ONE.shiftLeft(53);

  private TaggedRows() {}

  /// One array of values for each row, the columns in their order.
  public static ArrayNode of(VectorSchemaRoot batch) {
    ArrayNode rows = JSON.arrayNode();
    for (int row = 0; row < batch.getRowCount(); row++) {
      ArrayNode values = rows.addArray();
      for (FieldVector vector : batch.getFieldVectors()) {
        values.add(value(vector, row));
      }
    }
    return rows;
  }

  private static JsonNode value(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return JSON.nullNode();
    }
    return switch (vector) {
      case BitVector bits -> JSON.booleanNode(bits.get(row) == 1);
      case BaseIntVector _ -> integer(new BigInteger(text(vector, row)));
      case Float4Vector floats -> real(floats.get(row));
      case Float8Vector floats -> real(floats.get(row));
      case DecimalVector _, Decimal256Vector _ -> tagged("$dec", text(vector, row));
      case VarBinaryVector bytes -> tagged("$bin", HexFormat.of().formatHex(bytes.get(row)));
      case DateDayVector _ -> tagged("$date", text(vector, row));
      case TimeMicroVector _ -> tagged("$time", text(vector, row));
      case TimeStampVector _ -> tagged("$ts", text(vector, row));
      case DurationVector _ -> tagged("$dur", text(vector, row));
      case ListVector list -> {
        ArrayNode items = JSON.arrayNode();
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
          items.add(value(list.getDataVector(), i));
        }
        yield items;
      }
      case StructVector struct -> struct(struct, row);
      default -> JSON.textNode(text(vector, row));
    };
  }

  private static String text(FieldVector vector, int row) {
    return new CellText(vector, "a row").text(row);
  }

  private static JsonNode integer(BigInteger value) {
    return value.abs().compareTo(EXACT) > 0
        ? tagged("$int", value.toString())
        : JSON.numberNode(value.longValueExact());
  }

  private static JsonNode real(double value) {
    if (Double.isNaN(value)) {
      return tagged("$f64", "nan");
    }
    if (Double.isInfinite(value)) {
      return tagged("$f64", value > 0 ? "inf" : "-inf");
    }
    return value == 0 && 1 / value < 0 ? tagged("$f64", "-0.0") : JSON.numberNode(value);
  }

  private static JsonNode struct(StructVector struct, int row) {
    ObjectNode fields = JSON.objectNode();
    boolean taggedName = false;
    for (FieldVector child : struct.getChildrenFromFields()) {
      fields.set(child.getName(), value(child, row));
      taggedName |= child.getName().startsWith("$");
    }
    return taggedName ? JSON.objectNode().set("$struct", fields) : fields;
  }

  private static ObjectNode tagged(String tag, @Nullable String text) {
    return JSON.objectNode().put(tag, text);
  }
}
