package dev.dovetail.pipelines.rows;

import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Scope;
import dev.dovetail.spaces.Types;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// Types of columns and types of CXL.
public final class ColumnType {
  private static final int MOST_DIGITS = 38;

  private ColumnType() {}

  /// The type that a column's values have in CXL.
  ///
  /// @throws IllegalArgumentException for a type that no Space holds
  public static CxlType of(Field field) {
    return switch (field.getType()) {
      case ArrowType.Null _ -> Simple.NULL;
      case ArrowType.Bool _ -> Simple.BOOL;
      case ArrowType.Int _ -> Simple.INT;
      case ArrowType.FloatingPoint _ -> Simple.FLOAT;
      case ArrowType.Decimal decimal -> new CxlType.Decimal(decimal.getScale());
      case ArrowType.Utf8 _ -> Simple.STRING;
      case ArrowType.Binary _ -> Simple.BINARY;
      case ArrowType.Date _ -> Simple.DATE;
      case ArrowType.Time _ -> Simple.TIME;
      case ArrowType.Timestamp moment ->
          moment.getTimezone() == null || moment.getTimezone().isEmpty()
              ? Simple.DATETIME
              : Simple.INSTANT;
      case ArrowType.Duration _ -> Simple.DURATION;
      case ArrowType.List _ -> new CxlType.Array(of(field.getChildren().getFirst()));
      case ArrowType.Struct _ ->
          new CxlType.Mapping(
              field.getChildren().stream()
                  .map(part -> new CxlType.Entry(part.getName(), of(part)))
                  .toList());
      default ->
          throw new IllegalArgumentException(
              "column "
                  + field.getName()
                  + " has type "
                  + field.getType()
                  + ", which no Space holds");
    };
  }

  /// The fields of a schema as CXL texts name them.
  public static List<Scope.Field> fields(Schema schema) {
    return schema.getFields().stream().map(f -> new Scope.Field(f.getName(), of(f))).toList();
  }

  /// The column that holds computed values of a type.
  public static Field field(String name, CxlType type) {
    return switch (type) {
      case Simple.NULL, Simple.STRING -> field(name, new ArrowType.Utf8());
      case Simple.BOOL -> field(name, new ArrowType.Bool());
      case Simple.INT -> field(name, new ArrowType.Int(64, true));
      case Simple.FLOAT, Simple.NUMBER ->
          field(name, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));
      case Simple.DATE -> field(name, new ArrowType.Date(DateUnit.DAY));
      case Simple.DATETIME -> field(name, new ArrowType.Timestamp(TimeUnit.NANOSECOND, null));
      case Simple.INSTANT -> field(name, new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC"));
      case Simple.TIME -> field(name, new ArrowType.Time(TimeUnit.MICROSECOND, 64));
      case Simple.DURATION -> field(name, new ArrowType.Duration(TimeUnit.NANOSECOND));
      case Simple.BINARY -> field(name, new ArrowType.Binary());
      case CxlType.Decimal(int scale) ->
          field(name, new ArrowType.Decimal(MOST_DIGITS, scale, 128));
      case CxlType.Array(CxlType element) ->
          new Field(
              name,
              FieldType.nullable(new ArrowType.List()),
              List.of(field(Types.ELEMENT, element)));
      case CxlType.Mapping(var entries) ->
          new Field(
              name,
              FieldType.nullable(new ArrowType.Struct()),
              entries.stream().map(entry -> field(entry.name(), entry.type())).toList());
    };
  }

  private static Field field(String name, ArrowType type) {
    return new Field(name, FieldType.nullable(type), List.of());
  }
}
