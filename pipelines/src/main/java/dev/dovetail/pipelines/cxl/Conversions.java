package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.ANY;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import dev.dovetail.pipelines.cxl.CxlFunction.Body;
import dev.dovetail.pipelines.cxl.CxlFunction.Result;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `to_int`, `to_float` and so on, which fail for a value that does not convert, and `try_int` and
/// so on, which are NULL for it.
final class Conversions {
  /// The scale of a decimal whose text does not say it when a plan is made.
  static final int SCALE = 18;

  private static final Set<CxlType> NUMBERS =
      Set.of(Simple.INT, Simple.FLOAT, Simple.NUMBER, Simple.STRING, Simple.BOOL);
  private static final Map<String, Boolean> WORDS =
      Map.of(
          "true", true, "yes", true, "y", true, "t", true, "1", true, "false", false, "no", false,
          "n", false, "f", false);

  private Conversions() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    both(
        set,
        "int",
        "A number of the text; of a float its whole part.",
        "'42'.to_int() -> 42",
        numeric(Simple.INT),
        a -> toInt(a[0]));
    both(
        set,
        "float",
        "The nearest float.",
        "'1.5'.to_float() -> 1.5",
        numeric(Simple.FLOAT),
        a -> toFloat(a[0]));
    both(
        set,
        "bool",
        "Of true, yes, y, t, 1 and false, no, n, f, 0 in any case; of an int whether it is not 0.",
        "'Yes'.to_bool() -> true",
        numeric(Simple.BOOL),
        a -> toBool(a[0]));
    both(
        set,
        "string",
        "As it is written in files.",
        "1.5.to_string() -> '1.5'",
        FunctionSet.gives(Simple.STRING),
        a -> text(a[0]));
    both(
        set,
        "date",
        "A date as in ISO 8601; of a datetime its date.",
        "'2024-02-29'.to_date() -> #2024-02-29#",
        from(Simple.DATE, Simple.STRING, Simple.DATE, Simple.DATETIME),
        a -> toDate(a[0]));
    both(
        set,
        "datetime",
        "A datetime as in ISO 8601; of a date its midnight; of one with a zone its time in UTC.",
        "'2024-02-29T12:00:00'.to_datetime() -> #2024-02-29T12:00#",
        from(Simple.DATETIME, Simple.STRING, Simple.DATE, Simple.DATETIME, Simple.INSTANT),
        a -> toDateTime(a[0]));
    both(
        set,
        "decimal",
        "A decimal with 18 digits behind the point.",
        "'1.20'.to_decimal() -> 1.200000000000000000",
        numeric(new CxlType.Decimal(SCALE)),
        a -> toDecimal(a[0], SCALE));
    for (String prefix : List.of("to_", "try_")) {
      Body body = a -> toDecimal(a[0], digits(a[1]));
      set.function(prefix + "decimal", ANY, INT)
          .says(
              "A decimal with so many digits behind the point, a constant.",
              "'1.20'." + prefix + "decimal(2) -> 1.20")
          .fails("the value has no such decimal, or more digits")
          .as(numeric(new CxlType.Decimal(SCALE)), prefix.equals("try_") ? trying(body) : body);
    }
    return set.functions();
  }

  private static void both(
      FunctionSet set, String type, String summary, String example, Result result, Body body) {
    set.function("to_" + type, ANY)
        .says(summary, example)
        .fails("the value does not convert")
        .as(result, body);
    set.function("try_" + type, ANY)
        .says(summary + " Null where the value does not convert.", example.replace("to_", "try_"))
        .as(result, trying(body));
  }

  private static Body trying(Body body) {
    return a -> {
      try {
        return body.apply(a);
      } catch (CxlFailure _) {
        return null;
      }
    };
  }

  private static Result numeric(CxlType result) {
    return types ->
        NUMBERS.contains(types.getFirst()) || types.getFirst() instanceof CxlType.Decimal
            ? Optional.of(result)
            : Optional.empty();
  }

  private static Result from(CxlType result, CxlType... sources) {
    return types ->
        List.of(sources).contains(types.getFirst()) ? Optional.of(result) : Optional.empty();
  }

  static int digits(Object value) throws CxlFailure {
    long digits = Texts.natural(value, "number of digits");
    if (digits > 38) {
      throw new CxlFailure(Kind.OUT_OF_RANGE, digits + " digits are more than 38");
    }
    return (int) digits;
  }

  private static Long toInt(Object value) throws CxlFailure {
    return switch (value) {
      case Boolean flag -> flag ? 1L : 0L;
      case Double number -> Numbers.whole(number, RoundingMode.DOWN);
      case BigDecimal number -> Numbers.whole(number, RoundingMode.DOWN);
      case String text -> {
        try {
          yield Arithmetic.fitting(new BigInteger(plain(text)), "to_int");
        } catch (NumberFormatException _) {
          throw fails(value, "int");
        }
      }
      default -> Arithmetic.fitting(Arithmetic.integer(value), "to_int");
    };
  }

  /// Java would also take hexadecimal floats and digits of other scripts.
  private static String plain(String text) {
    String stripped = text.strip();
    if (stripped.length() > 1000
        || !stripped.matches("[+-]?[0-9]*\\.?[0-9]*([eE][+-]?[0-9]{1,5})?")) {
      throw new NumberFormatException();
    }
    return stripped;
  }

  private static Double toFloat(Object value) throws CxlFailure {
    return switch (value) {
      case Boolean flag -> flag ? 1.0 : 0.0;
      case Double number -> number;
      case BigDecimal number -> number.doubleValue();
      case String text -> {
        String word = text.strip().toLowerCase(Locale.ROOT);
        yield switch (word) {
          case "nan" -> Double.NaN;
          case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
          case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
          default -> {
            try {
              yield Double.parseDouble(plain(text));
            } catch (NumberFormatException _) {
              throw fails(value, "float");
            }
          }
        };
      }
      default -> Arithmetic.integer(value).doubleValue();
    };
  }

  private static Boolean toBool(Object value) throws CxlFailure {
    return switch (value) {
      case Boolean flag -> flag;
      case Long number -> number != 0;
      case BigInteger _ -> true;
      case String text -> {
        String word = text.strip().toLowerCase(Locale.ROOT);
        Boolean found = word.equals("0") ? Boolean.FALSE : WORDS.get(word);
        if (found == null) {
          throw fails(value, "bool");
        }
        yield found;
      }
      default -> throw fails(value, "bool");
    };
  }

  static BigDecimal toDecimal(Object value, int scale) throws CxlFailure {
    try {
      BigDecimal number =
          switch (value) {
            case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
            case BigDecimal decimal -> decimal;
            case Double real -> new BigDecimal(Double.toString(real)); // as it is written
            case String text -> new BigDecimal(plain(text));
            default -> new BigDecimal(Arithmetic.integer(value));
          };
      if (number.precision() - number.scale() > 38) {
        throw fails(value, "decimal of 38 digits");
      }
      return number.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (NumberFormatException _) {
      throw fails(value, "decimal");
    } catch (ArithmeticException _) {
      throw new CxlFailure(
          Kind.CONVERSION, text(value) + " has more than " + scale + " digits behind the point");
    }
  }

  private static LocalDate toDate(Object value) throws CxlFailure {
    try {
      return switch (value) {
        case LocalDate date -> date;
        case LocalDateTime moment -> moment.toLocalDate();
        default -> LocalDate.parse(((String) value).strip());
      };
    } catch (DateTimeException _) {
      throw fails(value, "date");
    }
  }

  private static LocalDateTime toDateTime(Object value) throws CxlFailure {
    try {
      return switch (value) {
        case LocalDateTime moment -> moment;
        case LocalDate date -> date.atStartOfDay();
        case Instant instant -> LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        default -> {
          String text = ((String) value).strip();
          yield text.length() == 10
              ? LocalDate.parse(text).atStartOfDay()
              : LocalDateTime.parse(text.replace(' ', 'T'));
        }
      };
    } catch (DateTimeException _) {
      throw fails(value, "datetime");
    }
  }

  /// As files of text hold it.
  static String text(Object value) {
    return switch (value) {
      case BigDecimal number -> number.toPlainString();
      case Double number -> floatText(number);
      default -> value.toString();
    };
  }

  private static String floatText(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return Double.toString(value);
  }

  private static CxlFailure fails(Object value, String type) {
    String shown = text(value);
    String cut = shown.length() > 60 ? shown.substring(0, 57) + "..." : shown;
    return new CxlFailure(Kind.CONVERSION, "'" + cut + "' is no " + type);
  }
}
