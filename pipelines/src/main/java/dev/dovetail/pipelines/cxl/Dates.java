package dev.dovetail.pipelines.cxl;

import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.DATE;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.DATETIME;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.INT;
import static dev.dovetail.pipelines.cxl.CxlFunction.Parameter.STRING;

import dev.dovetail.pipelines.cxl.CxlFailure.Kind;
import dev.dovetail.pipelines.cxl.CxlFunction.Parameter;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;

/// Functions of dates and datetimes, by the ISO calendar.
final class Dates {
  private Dates() {}

  static List<CxlFunction> functions() {
    FunctionSet set = new FunctionSet();
    for (Parameter kind : List.of(DATE, DATETIME)) {
      part(set, kind, "year", "The year.", "#2024-02-29#.year() -> 2024", ChronoField.YEAR);
      part(
          set,
          kind,
          "month",
          "The month, from 1.",
          "#2024-02-29#.month() -> 2",
          ChronoField.MONTH_OF_YEAR);
      part(
          set,
          kind,
          "day",
          "The day of the month, from 1.",
          "#2024-02-29#.day() -> 29",
          ChronoField.DAY_OF_MONTH);
      part(
          set,
          kind,
          "weekday",
          "The day of the week, Monday being 1.",
          "#2024-02-29#.weekday() -> 4",
          ChronoField.DAY_OF_WEEK);
      shift(
          set,
          kind,
          "add_days",
          "So many days later; earlier if negative.",
          "#2024-02-28#.add_days(2) -> #2024-03-01#",
          ChronoUnit.DAYS);
      shift(
          set,
          kind,
          "add_months",
          "So many months later; the last day of a month that is too short.",
          "#2024-01-31#.add_months(1) -> #2024-02-29#",
          ChronoUnit.MONTHS);
      shift(
          set,
          kind,
          "add_years",
          "So many years later; of 29 February the 28th where there is none.",
          "#2024-02-29#.add_years(1) -> #2025-02-28#",
          ChronoUnit.YEARS);
      set.function("diff_days", kind, kind)
          .says(
              "How many days the first is after the second; days that are not full do not count.",
              "#2024-03-01#.diff_days(#2024-02-28#) -> 2")
          .as(Simple.INT, a -> ChronoUnit.DAYS.between((Temporal) a[1], (Temporal) a[0]));
      set.function("format_date", kind, STRING)
          .says(
              "As a pattern of letters says: yyyy, MM, dd, HH, mm, ss, EEE, MMM.",
              "#2024-02-29#.format_date('dd.MM.yyyy') -> '29.02.2024'")
          .fails("the pattern has a letter that says nothing, or nothing of a date")
          .as(Simple.STRING, a -> format((TemporalAccessor) a[0], (String) a[1]));
    }
    part(
        set,
        DATETIME,
        "hour",
        "The hour, from 0 to 23.",
        "#2024-02-29T12:30:05#.hour() -> 12",
        ChronoField.HOUR_OF_DAY);
    part(
        set,
        DATETIME,
        "minute",
        "The minute, from 0.",
        "#2024-02-29T12:30:05#.minute() -> 30",
        ChronoField.MINUTE_OF_HOUR);
    part(
        set,
        DATETIME,
        "second",
        "The second, from 0.",
        "#2024-02-29T12:30:05#.second() -> 5",
        ChronoField.SECOND_OF_MINUTE);
    part(
        set,
        DATETIME,
        "nanosecond",
        "The nanosecond of the second.",
        "#2024-02-29T12:30:05.5#.nanosecond() -> 500000000",
        ChronoField.NANO_OF_SECOND);
    shift(
        set,
        DATETIME,
        "add_hours",
        "So many hours later.",
        "#2024-02-29T23:00:00#.add_hours(2) -> #2024-03-01T01:00#",
        ChronoUnit.HOURS);
    shift(
        set,
        DATETIME,
        "add_minutes",
        "So many minutes later.",
        "#2024-02-29T12:00:00#.add_minutes(90) -> #2024-02-29T13:30#",
        ChronoUnit.MINUTES);
    shift(
        set,
        DATETIME,
        "add_seconds",
        "So many seconds later.",
        "#2024-02-29T12:00:00#.add_seconds(1) -> #2024-02-29T12:00:01#",
        ChronoUnit.SECONDS);
    set.function("diff_seconds", DATETIME, DATETIME)
        .says(
            "How many seconds the first is after the second; seconds that are not full do not count.",
            "#2024-02-29T12:00:00#.diff_seconds(#2024-02-29T11:00:00#) -> 3600")
        .as(Simple.INT, a -> ChronoUnit.SECONDS.between((Temporal) a[1], (Temporal) a[0]));
    return set.functions();
  }

  private static void part(
      FunctionSet set,
      Parameter kind,
      String name,
      String summary,
      String example,
      ChronoField field) {
    set.function(name, kind)
        .says(summary, example)
        .as(Simple.INT, a -> ((TemporalAccessor) a[0]).getLong(field));
  }

  private static void shift(
      FunctionSet set,
      Parameter kind,
      String name,
      String summary,
      String example,
      ChronoUnit unit) {
    set.function(name, kind, INT)
        .says(summary, example)
        .fails("the result is outside the years 1 to 9999")
        .as(FunctionSet.SAME, a -> shifted((Temporal) a[0], a[1], unit));
  }

  private static Temporal shifted(Temporal from, Object count, ChronoUnit unit) throws CxlFailure {
    try {
      Temporal to = from.plus(Arithmetic.fitting(Arithmetic.integer(count), "+"), unit);
      int year = to.get(ChronoField.YEAR);
      if (year >= 1 && year <= 9999) {
        return to;
      }
    } catch (DateTimeException | ArithmeticException _) {
      // told below
    }
    throw new CxlFailure(
        Kind.OUT_OF_RANGE,
        from
            + " and "
            + count
            + " "
            + unit.toString().toLowerCase(Locale.ROOT)
            + " are outside the years 1 to 9999");
  }

  private static String format(TemporalAccessor value, String pattern) throws CxlFailure {
    try {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(value);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new CxlFailure(
          Kind.PATTERN,
          "'"
              + pattern
              + "' is no pattern for "
              + (value instanceof LocalDate
                  ? "a date"
                  : value instanceof LocalDateTime ? "a datetime" : "this")
              + ": "
              + e.getMessage());
    }
  }
}
