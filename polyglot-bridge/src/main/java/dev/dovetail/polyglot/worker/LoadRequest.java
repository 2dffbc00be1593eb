package dev.dovetail.polyglot.worker;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.graalvm.polyglot.Value;

/// A function to load, the values of its parameters, and the columns of the rows it will see.
public record LoadRequest(
    FunctionSource function, Map<String, Constant> parameters, List<Side> sides) {
  public LoadRequest {
    parameters = Map.copyOf(parameters);
    sides = List.copyOf(sides);
  }

  /// The rows of one role: `x`, `y` or `input`.
  ///
  /// @param nested the names of those columns that hold lists or structs
  public record Side(String role, List<String> names, List<String> nested) {
    public Side {
      names = List.copyOf(names);
      nested = List.copyOf(nested);
    }
  }

  public Payload write() {
    Payload out = Payload.empty();
    switch (function) {
      case FunctionSource.Lambda(var text, var prelude, var origin) ->
          out.text("lambda")
              .text("<lambda>")
              .text(text)
              .text(prelude)
              .text(origin.file())
              .number(origin.line());
      case FunctionSource.Module(var name, var source, var prelude, var origin) ->
          out.text("module")
              .text(name)
              .text(source)
              .text(prelude)
              .text(origin.file())
              .number(origin.line());
      case FunctionSource.Importable(var module, var name, var files) -> {
        out.text("importable").text(module).text(name).number(files.size());
        new TreeMap<>(files).forEach((path, text) -> out.text(path).text(text));
      }
      case FunctionSource.Held(var name, var handle, _, _) ->
          out.text("held").text(name).text(Long.toString(handle));
    }
    out.number(parameters.size());
    new TreeMap<>(parameters)
        .forEach((name, value) -> out.text(name).text(kind(value)).text(text(value)));
    out.number(sides.size());
    for (Side side : sides) {
      out.text(side.role);
      texts(out, side.names);
      texts(out, side.nested);
    }
    return out;
  }

  private static void texts(Payload out, List<String> texts) {
    out.number(texts.size());
    texts.forEach(out::text);
  }

  private static String kind(Constant value) {
    return switch (value) {
      case Constant.Null() -> "null";
      case Constant.Bool(_) -> "bool";
      case Constant.Int(_) -> "int";
      case Constant.Real(_) -> "float";
      case Constant.Decimal(_) -> "decimal";
      case Constant.Text(_) -> "text";
      case Constant.Bytes(_) -> "bytes";
      case Constant.Opaque(var type, _) -> type.name();
      case Constant.Temporal temporal -> throw noParameter(temporal);
    };
  }

  private static IllegalArgumentException noParameter(Constant.Temporal value) {
    return new IllegalArgumentException(value + " stands in conditions only");
  }

  private static String text(Constant value) {
    return switch (value) {
      case Constant.Null() -> "";
      case Constant.Bool(var v) -> v ? "True" : "False";
      case Constant.Int(var v) -> v.toString();
      case Constant.Real(var v) -> Double.toString(v);
      case Constant.Decimal(var v) -> v.toString();
      case Constant.Text(var v) -> v;
      case Constant.Bytes(var hex) -> hex;
      case Constant.Opaque(_, var json) -> json;
      case Constant.Temporal temporal -> throw noParameter(temporal);
    };
  }

  static LoadRequest read(DataInputStream in) throws IOException {
    FunctionSource function =
        switch (Frames.readText(in)) {
          case "lambda" -> {
            String _ = Frames.readText(in);
            yield new FunctionSource.Lambda(
                Frames.readText(in), Frames.readText(in), readOrigin(in));
          }
          case "module" ->
              new FunctionSource.Module(
                  Frames.readText(in), Frames.readText(in), Frames.readText(in), readOrigin(in));
          case "importable" -> {
            String module = Frames.readText(in);
            String name = Frames.readText(in);
            Map<String, String> files = new TreeMap<>();
            for (int n = in.readInt(); n > 0; n--) {
              files.put(Frames.readText(in), Frames.readText(in));
            }
            yield new FunctionSource.Importable(module, name, files);
          }
          default ->
              new FunctionSource.Held(Frames.readText(in), Long.parseLong(Frames.readText(in)), "");
        };
    Map<String, Constant> parameters = new TreeMap<>();
    for (int n = in.readInt(); n > 0; n--) {
      parameters.put(Frames.readText(in), readConstant(in));
    }
    List<Side> sides = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      sides.add(new Side(Frames.readText(in), readTexts(in), readTexts(in)));
    }
    return new LoadRequest(function, parameters, sides);
  }

  private static Origin readOrigin(DataInputStream in) throws IOException {
    return new Origin(Frames.readText(in), in.readInt());
  }

  private static Constant readConstant(DataInputStream in) throws IOException {
    String kind = Frames.readText(in);
    String text = Frames.readText(in);
    return switch (kind) {
      case "null" -> new Constant.Null();
      case "bool" -> new Constant.Bool(text.equals("True"));
      case "int" -> new Constant.Int(new java.math.BigInteger(text));
      case "float" -> new Constant.Real(Double.parseDouble(text));
      case "decimal" -> new Constant.Decimal(new java.math.BigDecimal(text));
      case "bytes" -> new Constant.Bytes(text);
      case "text" -> new Constant.Text(text);
      default -> new Constant.Opaque(ValueType.valueOf(kind), text);
    };
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      texts.add(Frames.readText(in));
    }
    return texts;
  }

  /// Opens a session in Python: the session, or `[code, what, where]`.
  Value open(Value judging) {
    List<String> kinds = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    new TreeMap<>(parameters)
        .forEach(
            (name, value) -> {
              names.add(name);
              kinds.add(kind(value));
              texts.add(text(value));
            });
    Object[] n = names.toArray();
    Object[] k = kinds.toArray();
    Object[] t = texts.toArray();
    return switch (function) {
      case FunctionSource.Lambda(var text, var prelude, var origin) ->
          judging.invokeMember(
              "open_text", "lambda", "", text, prelude, origin.file(), origin.line(), n, k, t);
      case FunctionSource.Module(var name, var source, var prelude, var origin) ->
          judging.invokeMember(
              "open_text", "module", name, source, prelude, origin.file(), origin.line(), n, k, t);
      case FunctionSource.Importable(var module, var name, var files) -> {
        var sorted = new TreeMap<>(files);
        yield judging.invokeMember(
            "open_importable",
            module,
            name,
            sorted.keySet().toArray(),
            sorted.values().toArray(),
            n,
            k,
            t);
      }
      case FunctionSource.Held(_, var handle, _, _) ->
          judging.invokeMember("open_held", handle, n, k, t);
    };
  }
}
