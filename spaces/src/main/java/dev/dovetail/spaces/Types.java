package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// The column types of a Space, each with one name and one Arrow representation.
///
/// `int8`..`int64`, `uint8`..`uint64`, `float32`, `float64`, `bool`, `utf8`, `binary`, `date`
/// (date32), `time` (time64 in microseconds), `decimal(p,s)` (128 bits up to 38 digits, else 256),
/// `timestamp(unit)` and `timestamp(unit,ZONE)`, `duration(unit)`, `list<T>`, `struct<name:T,...>`.
/// All columns are nullable. Arrow fields of other systems become canonical ones by [#canonical].
public final class Types {
  /// The name of the element of every canonical list.
  public static final String ELEMENT = "item";

  /// The most digits that a decimal can hold.
  public static final int MAX_DIGITS = 76;

  private static final int MAX_DEPTH = 64;
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
  private static final ArrowType TIME = new ArrowType.Time(TimeUnit.MICROSECOND, 64);

  private Types() {}

  /// The field of a column whose type is written as text; E205 says where the text is wrong.
  public static Field parse(String column, String type) {
    return new TypeParser(column, type).parse();
  }

  /// The name of a canonical field's type, which [#parse] reads back.
  public static String print(Field field) {
    return switch (field.getType()) {
      case ArrowType.Int type -> (type.getIsSigned() ? "int" : "uint") + type.getBitWidth();
      case ArrowType.FloatingPoint type ->
          type.getPrecision() == FloatingPointPrecision.SINGLE ? "float32" : "float64";
      case ArrowType.Bool _ -> "bool";
      case ArrowType.Utf8 _ -> "utf8";
      case ArrowType.Binary _ -> "binary";
      case ArrowType.Date _ -> "date";
      case ArrowType.Time _ -> "time";
      case ArrowType.Decimal type -> "decimal(" + type.getPrecision() + "," + type.getScale() + ")";
      case ArrowType.Timestamp type ->
          "timestamp("
              + unit(type.getUnit())
              + (type.getTimezone() == null ? ")" : "," + type.getTimezone() + ")");
      case ArrowType.Duration type -> "duration(" + unit(type.getUnit()) + ")";
      case ArrowType.List _ -> "list<" + print(field.getChildren().getFirst()) + ">";
      case ArrowType.Struct _ -> {
        List<String> members = new ArrayList<>();
        for (Field child : field.getChildren()) {
          members.add(printName(child.getName()) + ":" + print(child));
        }
        yield "struct<" + String.join(",", members) + ">";
      }
      default -> throw unsupported(field.getName(), field.getType().toString());
    };
  }

  /// A schema from column names and types, in the map's order.
  public static Schema schema(Map<String, String> columns) {
    List<Field> fields = new ArrayList<>();
    columns.forEach((name, type) -> fields.add(parse(name, type)));
    return checkedNames(new Schema(fields));
  }

  /// The canonical form of another system's schema: E205 for a blank or repeated column name, E213
  /// for a type that no Space can hold.
  public static Schema canonical(Schema foreign) {
    List<Field> fields = new ArrayList<>();
    for (Field field : foreign.getFields()) {
      fields.add(canonical(field));
    }
    return checkedNames(new Schema(fields));
  }

  /// The canonical form of a field as it stands in an IPC message, where a dictionary-encoded field
  /// shows the type of its values.
  public static Field canonical(Field foreign) {
    return canonical(foreign.getName(), foreign.getName(), foreign, 0);
  }

  private static Field canonical(String column, String name, Field foreign, int depth) {
    if (depth > MAX_DEPTH) {
      throw unsupported(column, "a type nested more than " + MAX_DEPTH + " deep");
    }
    ArrowType type = foreign.getType();
    return switch (type) {
      case ArrowType.Null _ -> leaf(name, ArrowType.Utf8.INSTANCE);
      case ArrowType.Int _, ArrowType.Bool _, ArrowType.Utf8 _, ArrowType.Binary _ ->
          leaf(name, type);
      case ArrowType.Duration _ -> leaf(name, type);
      case ArrowType.FloatingPoint real ->
          leaf(
              name,
              real.getPrecision() == FloatingPointPrecision.HALF
                  ? new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)
                  : real);
      case ArrowType.LargeUtf8 _, ArrowType.Utf8View _ -> leaf(name, ArrowType.Utf8.INSTANCE);
      case ArrowType.LargeBinary _, ArrowType.FixedSizeBinary _, ArrowType.BinaryView _ ->
          leaf(name, ArrowType.Binary.INSTANCE);
      case ArrowType.Date _ -> date(name);
      case ArrowType.Time _ -> time(name);
      case ArrowType.Decimal decimal -> {
        if (!legalDecimal(decimal.getPrecision(), decimal.getScale())) {
          throw unsupported(column, type.toString());
        }
        yield decimal(name, decimal.getPrecision(), decimal.getScale());
      }
      case ArrowType.Timestamp stamp -> {
        String zone = stamp.getTimezone();
        if (zone != null && !zone.isEmpty() && !legalZone(zone)) {
          throw unsupported(column, "timestamp in the unknown zone '" + zone + "'");
        }
        yield timestamp(name, stamp.getUnit(), zone == null ? "" : zone);
      }
      case ArrowType.List _, ArrowType.LargeList _, ArrowType.FixedSizeList _ ->
          list(name, canonical(column, ELEMENT, onlyChild(column, foreign), depth + 1));
      case ArrowType.ListView _, ArrowType.LargeListView _ ->
          list(name, canonical(column, ELEMENT, onlyChild(column, foreign), depth + 1));
      case ArrowType.Map _ -> {
        Field entries = canonical(column, ELEMENT, onlyChild(column, foreign), depth + 1);
        if (entries.getChildren().size() != 2) {
          throw unsupported(column, "a map whose entries are not pairs");
        }
        Field key = entries.getChildren().get(0);
        Field value = entries.getChildren().get(1);
        yield list(name, struct(ELEMENT, List.of(renamed(key, "key"), renamed(value, "value"))));
      }
      case ArrowType.Struct _ -> {
        List<Field> members = new ArrayList<>();
        for (Field child : foreign.getChildren()) {
          members.add(canonical(column, child.getName(), child, depth + 1));
        }
        checkNames("of the struct in column '" + column + "'", members);
        yield struct(name, members);
      }
      case ArrowType.ExtensionType extension ->
          canonical(
              column,
              name,
              new Field(name, FieldType.nullable(extension.storageType()), foreign.getChildren()),
              depth + 1);
      default -> throw unsupported(column, type.toString());
    };
  }

  public static Field leaf(String name, ArrowType type) {
    return new Field(name, FieldType.nullable(type), null);
  }

  public static Field date(String name) {
    return leaf(name, new ArrowType.Date(DateUnit.DAY));
  }

  public static Field time(String name) {
    return leaf(name, TIME);
  }

  /// A decimal field, of 128 bits where they suffice.
  ///
  /// @param precision 1 to [#MAX_DIGITS]
  /// @param scale 0 to `precision`
  public static Field decimal(String name, int precision, int scale) {
    if (!legalDecimal(precision, scale)) {
      throw new IllegalArgumentException("decimal(" + precision + "," + scale + ")");
    }
    return leaf(name, new ArrowType.Decimal(precision, scale, precision <= 38 ? 128 : 256));
  }

  /// A timestamp field.
  ///
  /// @param zone empty for a timestamp without a zone
  public static Field timestamp(String name, TimeUnit unit, String zone) {
    String known =
        switch (zone) {
          case "Z", "+00:00", "-00:00" -> "UTC";
          default -> zone;
        };
    return leaf(name, new ArrowType.Timestamp(unit, known.isEmpty() ? null : known));
  }

  public static Field list(String name, Field element) {
    return new Field(
        name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(renamed(element, ELEMENT)));
  }

  public static Field struct(String name, List<Field> members) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), members);
  }

  public static Field renamed(Field field, String name) {
    return new Field(name, field.getFieldType(), field.getChildren());
  }

  static boolean legalDecimal(int precision, int scale) {
    return precision >= 1 && precision <= MAX_DIGITS && scale >= 0 && scale <= precision;
  }

  static boolean legalZone(String zone) {
    try {
      ZoneId.of(zone);
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  static String unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> "s";
      case MILLISECOND -> "ms";
      case MICROSECOND -> "us";
      case NANOSECOND -> "ns";
    };
  }

  private static String printName(String name) {
    return PLAIN_NAME.matcher(name).matches()
        ? name
        : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static Field onlyChild(String column, Field field) {
    if (field.getChildren().size() != 1) {
      throw unsupported(column, field.getType() + " with " + field.getChildren().size() + " parts");
    }
    return field.getChildren().getFirst();
  }

  private static Schema checkedNames(Schema schema) {
    checkNames("", schema.getFields());
    return schema;
  }

  static void checkNames(String where, List<Field> fields) {
    Set<String> seen = new LinkedHashSet<>();
    int position = 1;
    for (Field field : fields) {
      if (field.getName().isEmpty()) {
        throw new DovetailException(
            ErrorCode.E205,
            "the name of column " + position + " is empty",
            where,
            "Give every column a name.");
      }
      if (!seen.add(field.getName())) {
        throw new DovetailException(
            ErrorCode.E205,
            "two columns are named '" + field.getName() + "'",
            where,
            "Rename one of them.");
      }
      position++;
    }
  }

  private static DovetailException unsupported(String column, String type) {
    return new DovetailException(
        ErrorCode.E213,
        "column '" + column + "' has a type that no Space can hold: " + type,
        "",
        "Convert the column to another type, or leave it out.");
  }
}
