package dev.dovetail.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A span of time as people write it: `30s`, `500ms`, `2m`, `1.5h`, a plain number of seconds.
record Timeout(Duration duration) {
  private static final Pattern TEXT =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h)?", Pattern.CASE_INSENSITIVE);

  static final class Converter implements ITypeConverter<Timeout> {
    @Override
    public Timeout convert(String text) {
      Matcher matcher = TEXT.matcher(text.strip());
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "' is no span of time; write 30s or 5m");
      }
      String unit = matcher.group(2) == null ? "s" : matcher.group(2).toLowerCase(Locale.ROOT);
      long millis =
          switch (unit) {
            case "ms" -> 1L;
            case "m" -> 60_000L;
            case "h" -> 3_600_000L;
            default -> 1_000L;
          };
      BigDecimal total = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millis));
      if (total.compareTo(BigDecimal.ONE) < 0
          || total.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
        throw new TypeConversionException("'" + text + "' is out of range");
      }
      return new Timeout(Duration.ofMillis(total.longValue()));
    }
  }
}
