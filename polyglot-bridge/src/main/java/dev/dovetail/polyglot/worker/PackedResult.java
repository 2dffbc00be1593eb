package dev.dovetail.polyglot.worker;

import dev.dovetail.polyglot.worker.Frames.Payload;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Value;

/// Writes what `packing.py` made of the mappings of a batch into a frame. Read by
/// `dev.dovetail.polyglot.eval.MappedColumn`.
final class PackedResult {
  private PackedResult() {}

  /// `[count, [name, column]...]`.
  static void write(Value table, Payload out) {
    out.number(table.getArrayElement(0).asInt());
    int columns = (int) table.getArraySize() - 1;
    out.number(columns);
    for (int i = 1; i <= columns; i++) {
      named(table.getArrayElement(i), out);
    }
  }

  private static void named(Value column, Payload out) {
    out.text(column.getArrayElement(0).asString());
    column(column.getArrayElement(1), out);
  }

  private static void column(Value column, Payload out) {
    String kind = column.getArrayElement(0).asString();
    out.text(kind);
    latin1(column.getArrayElement(1), out);
    out.number(column.getArrayElement(2).asInt());
    switch (kind) {
      case "null" -> {}
      case "int" -> {
        latin1(column.getArrayElement(3), out);
        out.number(column.getArrayElement(4).asInt());
      }
      case "text" -> {
        out.text(column.getArrayElement(3).asString());
        latin1(column.getArrayElement(4), out);
      }
      case "bytes" -> {
        latin1(column.getArrayElement(3), out);
        latin1(column.getArrayElement(4), out);
      }
      case "timestamp" -> {
        latin1(column.getArrayElement(3), out);
        Value zone = column.getArrayElement(4);
        out.text(zone.isNull() ? "" : zone.asString());
      }
      case "list" -> {
        latin1(column.getArrayElement(3), out);
        column(column.getArrayElement(4), out);
      }
      case "struct" -> {
        Value parts = column.getArrayElement(3);
        out.number((int) parts.getArraySize());
        for (long i = 0; i < parts.getArraySize(); i++) {
          named(parts.getArrayElement(i), out);
        }
      }
      default -> latin1(column.getArrayElement(3), out);
    }
  }

  private static void latin1(Value text, Payload out) {
    out.bytes(text.asString().getBytes(StandardCharsets.ISO_8859_1));
  }
}
