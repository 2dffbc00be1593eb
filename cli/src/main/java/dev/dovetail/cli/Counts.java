package dev.dovetail.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Whole numbers as options take them.
final class Counts {
  private Counts() {}

  /// From 0.
  static final class Any implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return atLeast(0, Long.MAX_VALUE, text);
    }
  }

  /// From 0, as an `int`.
  static final class Small implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return (int) atLeast(0, Integer.MAX_VALUE, text);
    }
  }

  /// From 1, as an `int`.
  static final class Positive implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return (int) atLeast(1, Integer.MAX_VALUE, text);
    }
  }

  private static long atLeast(long least, long most, String text) {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new TypeConversionException("'" + text + "' is no whole number from " + least);
  }
}
