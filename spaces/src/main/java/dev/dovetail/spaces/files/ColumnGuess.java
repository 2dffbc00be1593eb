package dev.dovetail.spaces.files;

import dev.dovetail.spaces.Types;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// The type of a CSV column whose type nobody declared, from all its cells.
///
/// A column is one kind of value or it is text: numbers (see [NumberGuess]; `007`, `+5` and `5.`
/// are text, as their spelling says more than their value), `true` and `false` in any case, ISO
/// dates, ISO timestamps (zoned only if all are, and then UTC; in the coarsest unit that holds all
/// fractions). NaN and the infinities count as numbers only beside real ones. A quoted empty cell
/// is text. Without any value a column is text.
final class ColumnGuess {
  private enum Kind {
    NOTHING,
    NUMBER,
    BOOL,
    DATE,
    NAIVE,
    ZONED,
    TEXT
  }

  private final NumberText number = new NumberText();
  private final TimeText time = new TimeText();
  private final NumberGuess numbers = new NumberGuess();
  private Kind kind = Kind.NOTHING;
  private TimeUnit unit = TimeUnit.SECOND;
  private boolean withinNanos = true;

  void see(char[] text, int offset, int length) {
    if (kind == Kind.TEXT) {
      return;
    }
    Kind seen = kindOf(text, offset, length);
    if (kind == Kind.NOTHING) {
      kind = seen;
    } else if (kind != seen || (seen == Kind.NUMBER && numbers.hopeless())) {
      kind = Kind.TEXT;
    }
  }

  private Kind kindOf(char[] text, int offset, int length) {
    if (length == 0) {
      return Kind.TEXT;
    }
    if (kind == Kind.NOTHING || kind == Kind.NUMBER) {
      if (number.scan(text, offset, length, false)) {
        if (number.padded) {
          return Kind.TEXT;
        }
        numbers.see(number);
        return Kind.NUMBER;
      }
      if (special(text, offset, length)) {
        numbers.seeSpecial();
        return Kind.NUMBER;
      }
    }
    char first = text[offset];
    if (first >= '0' && first <= '9') {
      return timeKind(text, offset, length);
    }
    boolean bool =
        TextColumn.equalsIgnoreCase(text, offset, length, "true")
            || TextColumn.equalsIgnoreCase(text, offset, length, "false");
    return bool ? Kind.BOOL : Kind.TEXT;
  }

  private Kind timeKind(char[] text, int offset, int length) {
    if (time.scanDate(text, offset, length)) {
      return Kind.DATE;
    }
    if (!time.scanTimestamp(text, offset, length)) {
      return Kind.TEXT;
    }
    if (time.neededUnit().compareTo(unit) > 0) {
      unit = time.neededUnit();
    }
    withinNanos = withinNanos && time.fits(TimeUnit.NANOSECOND);
    return time.zoned ? Kind.ZONED : Kind.NAIVE;
  }

  private static boolean special(char[] text, int offset, int length) {
    return switch (new String(text, offset, Math.min(length, 10))) {
      case "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf" -> true;
      default -> false;
    };
  }

  Field field(String name) {
    Field utf8 = Types.leaf(name, ArrowType.Utf8.INSTANCE);
    return switch (kind) {
      case NOTHING, TEXT -> utf8;
      case NUMBER -> {
        Field exact = numbers.any() ? numbers.field(name) : null;
        yield exact == null ? utf8 : exact;
      }
      case BOOL -> Types.leaf(name, ArrowType.Bool.INSTANCE);
      case DATE -> Types.date(name);
      case NAIVE, ZONED ->
          unit == TimeUnit.NANOSECOND && !withinNanos
              ? utf8
              : Types.timestamp(name, unit, kind == Kind.ZONED ? "UTC" : "");
    };
  }
}
