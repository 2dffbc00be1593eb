package dev.dovetail.spaces.files;

import java.time.LocalDate;
import java.time.Month;
import java.time.Year;
import org.apache.arrow.vector.types.TimeUnit;

/// The ISO 8601 date, time or timestamp that a run of characters spells: `2024-02-29`,
/// `23:59:59.999999999`, both with `T` or a space between, and `Z` or an offset behind. Reused like
/// [NumberText].
final class TimeText {
  private char[] text = {};
  private int at;
  private int end;

  private long day;
  private int secondOfDay;

  /// The fraction of the second in nanoseconds.
  private int nanos;

  /// Digits of the fraction, without trailing zeros.
  int digits;

  boolean zoned;
  private int offsetSeconds;

  boolean scanDate(char[] buffer, int from, int count) {
    begin(buffer, from, count);
    return count == 10 && date();
  }

  boolean scanTime(char[] buffer, int from, int count) {
    begin(buffer, from, count);
    return time() && at == end;
  }

  boolean scanTimestamp(char[] buffer, int from, int count) {
    begin(buffer, from, count);
    if (count < 16 || !date() || !separator() || !time()) {
      return false;
    }
    return at == end || (zone() && at == end);
  }

  private void begin(char[] buffer, int from, int count) {
    text = buffer;
    at = from;
    end = from + count;
    day = 0;
    secondOfDay = 0;
    nanos = 0;
    digits = 0;
    zoned = false;
    offsetSeconds = 0;
  }

  long epochDay() {
    return day;
  }

  /// The microsecond of the day; exact only if [#digits] is at most 6.
  long microOfDay() {
    return secondOfDay * 1_000_000L + nanos / 1000;
  }

  /// The unit that holds the fraction.
  TimeUnit neededUnit() {
    return digits == 0
        ? TimeUnit.SECOND
        : digits <= 3
            ? TimeUnit.MILLISECOND
            : digits <= 6 ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
  }

  /// Whether [#epoch] is exact and in range.
  boolean fits(TimeUnit unit) {
    if (neededUnit().compareTo(unit) > 0) {
      return false;
    }
    if (unit != TimeUnit.NANOSECOND) {
      return true;
    }
    long seconds = epochSecond();
    long most = Long.MAX_VALUE / 1_000_000_000L;
    return seconds < most && seconds > -most;
  }

  /// Units since 1970, by UTC if zoned.
  long epoch(TimeUnit unit) {
    long seconds = epochSecond();
    return switch (unit) {
      case SECOND -> seconds;
      case MILLISECOND -> seconds * 1000 + nanos / 1_000_000;
      case MICROSECOND -> seconds * 1_000_000 + nanos / 1000;
      case NANOSECOND -> seconds * 1_000_000_000L + nanos;
    };
  }

  private long epochSecond() {
    return day * 86_400 + secondOfDay - offsetSeconds;
  }

  private boolean date() {
    int year = number(4);
    if (year < 1 || !skip('-')) {
      return false;
    }
    int month = number(2);
    if (month < 1 || month > 12 || !skip('-')) {
      return false;
    }
    int dayOfMonth = number(2);
    if (dayOfMonth < 1 || dayOfMonth > Month.of(month).length(Year.isLeap(year))) {
      return false;
    }
    day = LocalDate.of(year, month, dayOfMonth).toEpochDay();
    return true;
  }

  private boolean separator() {
    return skip('T') || skip(' ') || skip('t');
  }

  private boolean time() {
    int hour = number(2);
    if (hour < 0 || hour > 23 || !skip(':')) {
      return false;
    }
    int minute = number(2);
    if (minute < 0 || minute > 59) {
      return false;
    }
    secondOfDay = hour * 3600 + minute * 60;
    if (!skip(':')) {
      return true;
    }
    int second = number(2);
    if (second < 0 || second > 59) {
      return false;
    }
    secondOfDay += second;
    return !skip('.') || fraction();
  }

  private boolean fraction() {
    int count = 0;
    for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
      if (++count > 9) {
        return false;
      }
      nanos = nanos * 10 + (text[at] - '0');
      if (text[at] != '0') {
        digits = count;
      }
    }
    for (int i = count; i < 9; i++) {
      nanos *= 10;
    }
    return count > 0;
  }

  private boolean zone() {
    zoned = true;
    if (skip('Z') || skip('z')) {
      return true;
    }
    boolean minus = at < end && text[at] == '-';
    if (!skip('+') && !skip('-')) {
      return false;
    }
    int hours = number(2);
    if (hours < 0 || hours > 18) {
      return false;
    }
    int minutes = 0;
    if (at < end) {
      skip(':');
      minutes = number(2);
      if (minutes < 0 || minutes > 59) {
        return false;
      }
    }
    offsetSeconds = (hours * 60 + minutes) * 60 * (minus ? -1 : 1);
    return true;
  }

  /// The number of exactly so many digits, or -1.
  private int number(int count) {
    if (end - at < count) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < count; i++) {
      char c = text[at + i];
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    at += count;
    return value;
  }

  private boolean skip(char wanted) {
    if (at < end && text[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }
}
