package dev.dovetail.polyglot.eval;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.eval.MappedColumn.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/// What is known of a column's type after some batches: grows with [#add], is settled by [#field].
final class MappedType {
  private static final int MOST_DIGITS = 76;

  private Kind kind = Kind.NULL;
  private boolean negative;
  private boolean beyondSigned;
  private long integerDigits;
  private int scale;
  private boolean nanoseconds;
  private String zone = "";
  private @Nullable MappedType item;
  private final Map<String, MappedType> parts = new LinkedHashMap<>();

  /// @param what the column as messages call it
  void add(String what, MappedColumn column) {
    if (column.kind == Kind.NULL) {
      return;
    }
    if (kind == Kind.NULL) {
      zone = column.zone;
    } else if (kind != column.kind) {
      throw noType(
          what + " holds " + word(kind) + " and " + word(column.kind) + " values",
          "Return one type for all rows.");
    }
    kind = column.kind;
    switch (kind) {
      case INT -> {
        negative |= column.range == 0;
        beyondSigned |= column.range == 2;
        if (negative && beyondSigned) {
          throw noType(
              what + " holds negative values and values past 2^63", "Return Decimal values.");
        }
      }
      case DECIMAL -> {
        for (int i = 0; i < column.present(); i++) {
          BigDecimal value = column.decimal(i);
          integerDigits = Math.max(integerDigits, (long) value.precision() - value.scale());
          scale = Math.max(scale, value.scale());
        }
        if (integerDigits + scale > MOST_DIGITS) {
          throw noType(
              what
                  + " needs "
                  + (integerDigits + scale)
                  + " digits, and a decimal has "
                  + MOST_DIGITS,
              "Round the values with quantize().");
        }
      }
      case TIMESTAMP -> {
        if (!zone.equals(column.zone)) {
          throw noType(
              what + " holds timestamps of zone '" + zone + "' and of zone '" + column.zone + "'",
              "Use one zone for all rows, for example by astimezone().");
        }
        for (int i = 0; i < column.present(); i++) {
          nanoseconds |= column.number(i * 2 + 1) % 1_000 != 0;
        }
      }
      case LIST -> {
        if (item == null) {
          item = new MappedType();
        }
        item.add("a list in " + what, java.util.Objects.requireNonNull(column.items));
      }
      case STRUCT ->
          column.parts.forEach(
              (name, part) ->
                  parts
                      .computeIfAbsent(name, _ -> new MappedType())
                      .add(what + ", part '" + name + "'", part));
      case NULL, BOOL, FLOAT, TEXT, BYTES, DATE, TIME, DURATION -> {}
    }
  }

  private static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static DovetailException noType(String what, String remedy) {
    return new DovetailException(ErrorCode.E129, what, "", remedy);
  }

  /// The column with its final type.
  ///
  /// @param what the column as messages call it
  Field field(String what, String name) {
    List<Field> children = new ArrayList<>();
    ArrowType type =
        switch (kind) {
          case NULL ->
              throw noType(
                  what + " is None in every row, so that its type is not known",
                  "Return a value in at least one row, or leave the field out.");
          case BOOL -> new ArrowType.Bool();
          case INT -> new ArrowType.Int(64, !beyondSigned);
          case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
          case TEXT -> new ArrowType.Utf8();
          case BYTES -> new ArrowType.Binary();
          case DECIMAL -> {
            int precision = (int) Math.max(1, integerDigits + scale); // at most MOST_DIGITS
            yield new ArrowType.Decimal(
                Math.max(precision, scale), scale, precision > 38 ? 256 : 128);
          }
          case DATE -> new ArrowType.Date(DateUnit.DAY);
          case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
          case DURATION -> new ArrowType.Duration(TimeUnit.MICROSECOND);
          case TIMESTAMP ->
              new ArrowType.Timestamp(
                  nanoseconds ? TimeUnit.NANOSECOND : TimeUnit.MICROSECOND,
                  zone.isEmpty() ? null : zone);
          case LIST -> {
            children.add(java.util.Objects.requireNonNull(item).field("a list in " + what, "item"));
            yield new ArrowType.List();
          }
          case STRUCT -> {
            parts.forEach(
                (part, known) -> children.add(known.field(what + ", part '" + part + "'", part)));
            yield new ArrowType.Struct();
          }
        };
    return new Field(name, FieldType.nullable(type), children);
  }
}
