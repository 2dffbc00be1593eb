package dev.dovetail.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// An amount of memory as people write it: `512m`, `2g`, `1.5G`, a plain number of bytes. Units are
/// powers of 1024.
record ByteSize(long bytes) {
  private static final Pattern TEXT =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmgt]?)i?b?", Pattern.CASE_INSENSITIVE);

  static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      Matcher matcher = TEXT.matcher(text.strip());
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "' is no size; write 512m or 2g");
      }
      int power =
          " kmgt"
              .indexOf(
                  matcher.group(2).isEmpty() ? " " : matcher.group(2).toLowerCase(Locale.ROOT));
      BigDecimal bytes =
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
      if (bytes.signum() == 0 || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
        throw new TypeConversionException("'" + text + "' is out of range");
      }
      return new ByteSize(bytes.longValue());
    }
  }
}
