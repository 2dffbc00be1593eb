package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.CxlType.Simple;

/// How two types that do not go together could.
final class Conversion {
  private Conversion() {}

  static String hint(CxlType a, CxlType b) {
    if (a == Simple.STRING || b == Simple.STRING) {
      CxlType other = a == Simple.STRING ? b : a;
      return other instanceof Simple
          ? "Convert one of them: .to_string(), or " + toward(other) + " of the text."
          : other instanceof CxlType.Decimal
              ? "Convert one of them: .to_decimal(2) of the text."
              : "";
    }
    if (a instanceof CxlType.Decimal || b instanceof CxlType.Decimal) {
      return "Say which precision is meant: .to_float() of the decimal, or .to_decimal(2) of the float.";
    }
    if ((a == Simple.DATE && b == Simple.DATETIME) || (a == Simple.DATETIME && b == Simple.DATE)) {
      return "Convert one of them: .to_date() or .to_datetime().";
    }
    if (a == Simple.INSTANT || b == Simple.INSTANT) {
      return "A datetime with a zone is an instant, one without is not: .to_datetime() gives the time in UTC.";
    }
    if (a == Simple.BOOL || b == Simple.BOOL) {
      return "Convert the bool: .to_int().";
    }
    return "";
  }

  private static String toward(CxlType type) {
    return switch (type) {
      case Simple.INT -> ".to_int()";
      case Simple.FLOAT, Simple.NUMBER -> ".to_float()";
      case Simple.BOOL -> ".to_bool()";
      case Simple.DATE -> ".to_date()";
      default -> ".to_datetime()";
    };
  }
}
