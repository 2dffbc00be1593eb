package dev.dovetail.engine.decide.runtime;

import java.time.LocalDate;

/// Dates in days since 1970-01-01; times of day, timestamps and durations in microseconds.
public final class Times {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long LONGEST_DAYS = 999_999_999;
  private static final long ORDINAL_OF_1970 = 719_163;

  /// Durations of at most so many microseconds, of either sign, have seconds that are told.
  public static final long EXACT = 1L << 53;

  private Times() {}

  public static long dateYear(long day) {
    return LocalDate.ofEpochDay(day).getYear();
  }

  public static long dateMonth(long day) {
    return LocalDate.ofEpochDay(day).getMonthValue();
  }

  public static long dateDay(long day) {
    return LocalDate.ofEpochDay(day).getDayOfMonth();
  }

  /// 1970-01-01 was a Thursday, 3.
  public static long dateWeekday(long day) {
    return Math.floorMod(day + 3, 7L);
  }

  public static long dateIsoWeekday(long day) {
    return dateWeekday(day) + 1;
  }

  public static long dateOrdinal(long day) {
    return day + ORDINAL_OF_1970;
  }

  public static String dateIsoFormat(long day) {
    return LocalDate.ofEpochDay(day).toString();
  }

  /// Only the whole days of a duration count.
  public static long dateAdd(long day, long duration) {
    return date(day + Math.floorDiv(duration, DAY));
  }

  public static long dateSubtract(long day, long duration) {
    return date(day - Math.floorDiv(duration, DAY));
  }

  private static long date(long day) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw Undecided.here();
    }
    return day;
  }

  public static long dateDifference(long a, long b) {
    return (a - b) * DAY;
  }

  public static long dateOf(long year, long month, long day) {
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) {
      throw Undecided.raised();
    }
    LocalDate first = LocalDate.of((int) year, (int) month, 1);
    if (day > first.lengthOfMonth()) {
      throw Undecided.raised();
    }
    return first.toEpochDay() + day - 1;
  }

  private static long day(long moment) {
    return Math.floorDiv(moment, DAY);
  }

  public static long momentYear(long moment) {
    return dateYear(day(moment));
  }

  public static long momentMonth(long moment) {
    return dateMonth(day(moment));
  }

  public static long momentDay(long moment) {
    return dateDay(day(moment));
  }

  public static long momentHour(long moment) {
    return Math.floorMod(moment, DAY) / HOUR;
  }

  public static long momentMinute(long moment) {
    return Math.floorMod(moment, HOUR) / MINUTE;
  }

  public static long momentSecond(long moment) {
    return Math.floorMod(moment, MINUTE) / SECOND;
  }

  public static long momentMicrosecond(long moment) {
    return Math.floorMod(moment, SECOND);
  }

  public static long momentWeekday(long moment) {
    return dateWeekday(day(moment));
  }

  public static long momentIsoWeekday(long moment) {
    return dateIsoWeekday(day(moment));
  }

  public static long momentDate(long moment) {
    return day(moment);
  }

  public static long momentTime(long moment) {
    return Math.floorMod(moment, DAY);
  }

  public static String momentIsoFormat(long moment) {
    return iso(moment, 'T');
  }

  public static String momentToText(long moment) {
    return iso(moment, ' ');
  }

  private static String iso(long moment, char between) {
    long micros = momentMicrosecond(moment);
    String text =
        dateIsoFormat(day(moment))
            + between
            + two(momentHour(moment))
            + ':'
            + two(momentMinute(moment))
            + ':'
            + two(momentSecond(moment));
    return micros == 0 ? text : text + '.' + Long.toString(1_000_000 + micros).substring(1);
  }

  private static String two(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }

  /// A year as systems agree to write it.
  public static String yearToText(long year) {
    if (year < 1_000) {
      throw Undecided.here();
    }
    return Long.toString(year);
  }

  public static long momentLocal(long instant, long offset) {
    return instant + offset;
  }

  public static long momentAdd(long moment, long duration) {
    return moment(Ints.intAdd(moment, duration));
  }

  public static long momentSubtract(long moment, long duration) {
    return moment(Ints.intSubtract(moment, duration));
  }

  /// A day at either end is left out, so that no offset of a zone leads outside.
  private static long moment(long moment) {
    if (day(moment) <= FIRST_DAY || day(moment) >= LAST_DAY) {
      throw Undecided.here();
    }
    return moment;
  }

  public static long momentDifference(long a, long b) {
    return a - b;
  }

  public static long timeHour(long time) {
    return time / HOUR;
  }

  public static long timeMinute(long time) {
    return time / MINUTE % 60;
  }

  public static long timeSecond(long time) {
    return time / SECOND % 60;
  }

  public static long timeMicrosecond(long time) {
    return time % SECOND;
  }

  public static long durationAdd(long a, long b) {
    return duration(Ints.intAdd(a, b));
  }

  public static long durationSubtract(long a, long b) {
    return duration(Ints.intSubtract(a, b));
  }

  public static long durationNegate(long a) {
    return duration(-a);
  }

  public static long durationAbs(long a) {
    return duration(Math.abs(a));
  }

  public static long durationMultiply(long a, long times) {
    return duration(Ints.intMultiply(a, times));
  }

  public static long durationFloorDivide(long a, long by) {
    return duration(Ints.intFloorDivide(a, by));
  }

  private static long duration(long micros) {
    if (Math.abs(Math.floorDiv(micros, DAY)) >= LONGEST_DAYS) {
      throw Undecided.here();
    }
    return micros;
  }

  public static double durationRatio(long a, long b) {
    return Ints.intDivide(a, b);
  }

  public static long durationFloorRatio(long a, long b) {
    return Ints.intFloorDivide(a, b);
  }

  public static long durationModulo(long a, long b) {
    return Ints.intModulo(a, b);
  }

  public static long durationDays(long duration) {
    return Math.floorDiv(duration, DAY);
  }

  public static long durationSeconds(long duration) {
    return Math.floorMod(duration, DAY) / SECOND;
  }

  public static long durationMicroseconds(long duration) {
    return Math.floorMod(duration, SECOND);
  }

  public static double durationTotalSeconds(long duration) {
    if (duration > EXACT || duration < -EXACT) {
      throw Undecided.here();
    }
    return (double) duration / SECOND;
  }
}
