package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// Reads a type's text by recursive descent. Every complaint names the column, the character and
/// what could stand there.
final class TypeParser {
  private static final int MAX_DEPTH = 64;
  private static final List<String> NAMES =
      List.of(
          "int8",
          "int16",
          "int32",
          "int64",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "float32",
          "float64",
          "bool",
          "utf8",
          "binary",
          "date",
          "time",
          "decimal",
          "timestamp",
          "duration",
          "list",
          "struct");

  /// What other systems call our types.
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("int", "int64"),
          Map.entry("integer", "int64"),
          Map.entry("long", "int64"),
          Map.entry("bigint", "int64"),
          Map.entry("smallint", "int16"),
          Map.entry("float", "float64"),
          Map.entry("double", "float64"),
          Map.entry("real", "float32"),
          Map.entry("boolean", "bool"),
          Map.entry("str", "utf8"),
          Map.entry("string", "utf8"),
          Map.entry("text", "utf8"),
          Map.entry("varchar", "utf8"),
          Map.entry("bytes", "binary"),
          Map.entry("blob", "binary"),
          Map.entry("date32", "date"),
          Map.entry("datetime", "timestamp(us)"),
          Map.entry("numeric", "decimal(18,2)"),
          Map.entry("array", "list<utf8>"));

  private final String column;
  private final String text;
  private int at;

  TypeParser(String column, String text) {
    this.column = column;
    this.text = text;
  }

  Field parse() {
    if (column.isEmpty()) {
      throw new DovetailException(
          ErrorCode.E205, "a column name is empty", "", "Give every column a name.");
    }
    Field field = type(column, 0);
    skipBlanks();
    if (at < text.length()) {
      throw wrong(at, "nothing more is expected after the type", "");
    }
    return field;
  }

  private Field type(String name, int depth) {
    skipBlanks();
    int start = at;
    if (depth > MAX_DEPTH) {
      throw wrong(start, "the type is nested more than " + MAX_DEPTH + " deep", "");
    }
    String word = word();
    return switch (word) {
      case "int8", "int16", "int32", "int64" ->
          Types.leaf(name, new ArrowType.Int(Integer.parseInt(word.substring(3)), true));
      case "uint8", "uint16", "uint32", "uint64" ->
          Types.leaf(name, new ArrowType.Int(Integer.parseInt(word.substring(4)), false));
      case "float32" -> real(name, FloatingPointPrecision.SINGLE);
      case "float64" -> real(name, FloatingPointPrecision.DOUBLE);
      case "bool" -> Types.leaf(name, ArrowType.Bool.INSTANCE);
      case "utf8" -> Types.leaf(name, ArrowType.Utf8.INSTANCE);
      case "binary" -> Types.leaf(name, ArrowType.Binary.INSTANCE);
      case "date" -> Types.date(name);
      case "time" -> Types.time(name);
      case "decimal" -> decimal(name);
      case "timestamp" -> timestamp(name);
      case "duration" -> {
        expect('(');
        TimeUnit unit = unit();
        expect(')');
        yield Types.leaf(name, new ArrowType.Duration(unit));
      }
      case "list" -> {
        expect('<');
        Field element = type(Types.ELEMENT, depth + 1);
        expect('>');
        yield Types.list(name, element);
      }
      case "struct" -> struct(name, depth);
      default -> throw unknown(start, word);
    };
  }

  private DovetailException unknown(int start, String word) {
    if (word.isEmpty()) {
      return wrong(start, "a type is expected", "The types are " + String.join(", ", NAMES) + ".");
    }
    String elsewhere = ELSEWHERE.get(word.toLowerCase(java.util.Locale.ROOT));
    return wrong(
        start,
        "there is no type '" + word + "'",
        elsewhere == null ? NearestName.hint(word, NAMES) : "Did you mean '" + elsewhere + "'?");
  }

  private static Field real(String name, FloatingPointPrecision precision) {
    return Types.leaf(name, new ArrowType.FloatingPoint(precision));
  }

  private Field decimal(String name) {
    expect('(');
    int start = at;
    int precision = number();
    expect(',');
    int scale = number();
    expect(')');
    if (!Types.legalDecimal(precision, scale)) {
      throw wrong(
          start,
          "a decimal has 1 to " + Types.MAX_DIGITS + " digits, at most all of them fraction digits",
          "Write decimal(digits,fraction digits), such as decimal(18,2).");
    }
    return Types.decimal(name, precision, scale);
  }

  private Field timestamp(String name) {
    expect('(');
    TimeUnit unit = unit();
    skipBlanks();
    String zone = "";
    if (at < text.length() && text.charAt(at) == ',') {
      at++;
      skipBlanks();
      int start = at;
      while (at < text.length() && text.charAt(at) != ')') {
        at++;
      }
      zone = text.substring(start, at).strip();
      if (!Types.legalZone(zone)) {
        throw wrong(
            start, "there is no time zone '" + zone + "'", "Write UTC, Europe/Berlin or +02:00.");
      }
    }
    expect(')');
    return Types.timestamp(name, unit, zone);
  }

  private Field struct(String name, int depth) {
    expect('<');
    List<Field> members = new ArrayList<>();
    do {
      String member = memberName();
      expect(':');
      members.add(type(member, depth + 1));
      skipBlanks();
    } while (at < text.length() && text.charAt(at) == ',' && ++at > 0);
    expect('>');
    Types.checkNames("in the type of column '" + column + "'", members);
    return Types.struct(name, members);
  }

  private String memberName() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '"') {
      return quotedName();
    }
    int start = at;
    while (at < text.length() && ":,<>()".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String name = text.substring(start, at).strip();
    if (name.isEmpty()) {
      throw wrong(start, "the name of a struct field is expected", "Write struct<name:type,...>.");
    }
    return name;
  }

  private String quotedName() {
    int start = at++;
    StringBuilder name = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      name.append(text.charAt(at++));
    }
    if (at == text.length()) {
      throw wrong(start, "the quote is never closed", "");
    }
    at++;
    return name.toString();
  }

  private TimeUnit unit() {
    skipBlanks();
    int start = at;
    String word = word();
    return switch (word) {
      case "s" -> TimeUnit.SECOND;
      case "ms" -> TimeUnit.MILLISECOND;
      case "us" -> TimeUnit.MICROSECOND;
      case "ns" -> TimeUnit.NANOSECOND;
      default -> throw wrong(start, "'" + word + "' is no unit", "The units are s, ms, us, ns.");
    };
  }

  private int number() {
    skipBlanks();
    int start = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.isEmpty() || digits.length() > 4) {
      throw wrong(start, "a number of digits is expected", "Write decimal(18,2).");
    }
    return Integer.parseInt(digits);
  }

  private String word() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private void expect(char wanted) {
    skipBlanks();
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw wrong(at, "'" + wanted + "' is expected", "");
    }
    at++;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private DovetailException wrong(int position, String what, String remedy) {
    return new DovetailException(
        ErrorCode.E205,
        "the type '" + text + "' of column '" + column + "' is not legal: " + what,
        "at character " + (position + 1),
        remedy);
  }
}
