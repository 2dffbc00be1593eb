package dev.dovetail.polyglot.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// The columns that the tests of this package compile against: one of each family on either side,
/// and a second of some.
final class Sides {
  static final Schema SCHEMA = schema();
  static final Visible BOTH = Visible.of(SCHEMA);

  private Sides() {}

  private static Schema schema() {
    ArrowType integer = new ArrowType.Int(64, true);
    ArrowType real = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    ArrowType text = new ArrowType.Utf8();
    List<Field> fields = new ArrayList<>();
    fields.add(field("n", integer));
    fields.add(field("m", integer));
    fields.add(field("f", real));
    fields.add(field("g", real));
    fields.add(field("b", new ArrowType.Bool()));
    fields.add(field("c", new ArrowType.Bool()));
    fields.add(field("s", text));
    fields.add(field("t", text));
    fields.add(field("d", new ArrowType.Decimal(20, 4, 128)));
    fields.add(field("raw", new ArrowType.Binary()));
    fields.add(field("day", new ArrowType.Date(DateUnit.DAY)));
    fields.add(field("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)));
    fields.add(field("utc", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")));
    fields.add(field("zoned", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Rome")));
    fields.add(field("span", new ArrowType.Duration(TimeUnit.MICROSECOND)));
    fields.add(field("tags", new ArrowType.List(), field("item", text)));
    fields.add(field("nums", new ArrowType.List(), field("item", integer)));
    fields.add(field("point", new ArrowType.Struct(), field("a", integer), field("city", text)));
    fields.add(field("none", new ArrowType.Null()));
    return new Schema(fields);
  }

  private static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }
}
