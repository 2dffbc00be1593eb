package dev.dovetail.spaces.files;

import dev.dovetail.spaces.Types;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/// Writes cells that are spelled as text into the vector of one column. Cells that are not written
/// stay NULL. This runs once per cell: numbers and times are read from the characters directly.
abstract class TextColumn {
  private final String type;

  private TextColumn(FieldVector vector) {
    this.type = Types.print(vector.getField());
  }

  /// Writes one cell, or says why the text is no value of the column's type.
  abstract @Nullable String put(int row, char[] text, int offset, int length);

  static TextColumn of(FieldVector vector) {
    return switch (vector.getField().getType()) {
      case ArrowType.Int type -> new Integers(vector, type);
      case ArrowType.FloatingPoint _ -> new Floats(vector);
      case ArrowType.Bool _ -> new Bools((BitVector) vector);
      case ArrowType.Utf8 _ -> new Texts((VarCharVector) vector);
      case ArrowType.Binary _ -> new Bytes((VarBinaryVector) vector);
      case ArrowType.Date _ -> new Dates((DateDayVector) vector);
      case ArrowType.Time _ -> new Times((TimeMicroVector) vector);
      case ArrowType.Decimal type -> new Decimals(vector, type);
      case ArrowType.Timestamp type -> new Timestamps((TimeStampVector) vector, type);
      case ArrowType.Duration type -> new Durations((DurationVector) vector, type.getUnit());
      default -> throw new IllegalArgumentException("no text for " + vector.getField());
    };
  }

  String no(char[] text, int offset, int length) {
    return Faults.shown(text, offset, length) + " is not " + type;
  }

  String lossy(char[] text, int offset, int length) {
    return Faults.shown(text, offset, length) + " does not fit exactly into " + type;
  }

  static boolean equalsIgnoreCase(char[] text, int offset, int length, String word) {
    if (length != word.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = text[offset + i];
      // ASCII only: the Kelvin sign must not fold to k, nor dotless i to i.
      if (c != word.charAt(i) && (c < 'A' || c > 'Z' || c + 32 != word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static final class Integers extends TextColumn {
    private final NumberText number = new NumberText();
    private final BaseIntVector vector;
    private final BaseFixedWidthVector storage;
    private final int bits;
    private final boolean signed;

    Integers(FieldVector vector, ArrowType.Int type) {
      super(vector);
      this.vector = (BaseIntVector) vector;
      this.storage = (BaseFixedWidthVector) vector;
      this.bits = type.getBitWidth();
      this.signed = type.getIsSigned();
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (!number.scan(text, offset, length, true) || !number.integer()) {
        return no(text, offset, length);
      }
      long value;
      if (number.fitsLong()) {
        value = number.longValue();
      } else if (bits == 64 && !signed && !number.negative && number.whole <= 20) {
        try {
          String digits = new String(text, offset, length);
          value = Long.parseUnsignedLong(digits);
        } catch (NumberFormatException _) {
          return lossy(text, offset, length);
        }
        return store(row, value);
      } else {
        return lossy(text, offset, length);
      }
      boolean fits =
          signed
              ? bits == 64 || (value >= -(1L << (bits - 1)) && value < 1L << (bits - 1))
              : value >= 0 && (bits == 64 || value < 1L << bits);
      return fits ? store(row, value) : lossy(text, offset, length);
    }

    private @Nullable String store(int row, long value) {
      while (row >= storage.getValueCapacity()) {
        storage.reAlloc();
      }
      vector.setWithPossibleTruncate(row, value);
      return null;
    }
  }

  private static final class Floats extends TextColumn {
    private final NumberText number = new NumberText();
    private final @Nullable Float4Vector single;
    private final @Nullable Float8Vector twice;

    Floats(FieldVector vector) {
      super(vector);
      this.single = vector instanceof Float4Vector floats ? floats : null;
      this.twice = vector instanceof Float8Vector doubles ? doubles : null;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      boolean finite = number.scan(text, offset, length, true);
      double value = finite ? number.doubleValue() : special(text, offset, length);
      if (!finite && value == 0) {
        return no(text, offset, length);
      }
      if (finite && Double.isInfinite(value)) {
        return lossy(text, offset, length);
      }
      if (twice != null) {
        twice.setSafe(row, value);
        return null;
      }
      // Rounding to double and then to float may round twice, so floats are read as floats.
      float small = finite ? Float.parseFloat(new String(text, offset, length)) : (float) value;
      if (finite && Float.isInfinite(small)) {
        return lossy(text, offset, length);
      }
      if (single != null) {
        single.setSafe(row, small);
      }
      return null;
    }

    /// NaN or an infinity by name, else 0.
    static double special(char[] text, int offset, int length) {
      boolean minus = length > 0 && text[offset] == '-';
      int skip = minus || (length > 0 && text[offset] == '+') ? 1 : 0;
      if (equalsIgnoreCase(text, offset + skip, length - skip, "infinity")
          || equalsIgnoreCase(text, offset + skip, length - skip, "inf")) {
        return minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
      return equalsIgnoreCase(text, offset, length, "nan") ? Double.NaN : 0;
    }
  }

  private static final class Bools extends TextColumn {
    private final BitVector vector;

    Bools(BitVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (equalsIgnoreCase(text, offset, length, "true")) {
        vector.setSafe(row, 1);
      } else if (equalsIgnoreCase(text, offset, length, "false")) {
        vector.setSafe(row, 0);
      } else {
        return no(text, offset, length);
      }
      return null;
    }
  }

  private static final class Texts extends TextColumn {
    private final VarCharVector vector;
    private byte[] bytes = new byte[256];

    Texts(VarCharVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (bytes.length < length * 3) {
        bytes = Arrays.copyOf(bytes, length * 3);
      }
      int size = 0;
      int end = offset + length;
      for (int i = offset; i < end; i++) {
        char c = text[i];
        if (c < 0x80) {
          if (c == 0) {
            return "a NUL character stands in the text " + Faults.shown(text, offset, length);
          }
          bytes[size++] = (byte) c;
        } else if (c < 0x800) {
          bytes[size++] = (byte) (0xC0 | (c >> 6));
          bytes[size++] = (byte) (0x80 | (c & 0x3F));
        } else if (!Character.isSurrogate(c)) {
          bytes[size++] = (byte) (0xE0 | (c >> 12));
          bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
          bytes[size++] = (byte) (0x80 | (c & 0x3F));
        } else {
          if (Character.isLowSurrogate(c)
              || i + 1 == end
              || !Character.isLowSurrogate(text[i + 1])) {
            return "half of a surrogate pair stands in the text "
                + Faults.shown(text, offset, length);
          }
          int point = Character.toCodePoint(c, text[++i]);
          bytes[size++] = (byte) (0xF0 | (point >> 18));
          bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
          bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
          bytes[size++] = (byte) (0x80 | (point & 0x3F));
        }
      }
      vector.setSafe(row, bytes, 0, size);
      return null;
    }
  }

  private static final class Bytes extends TextColumn {
    private final VarBinaryVector vector;

    Bytes(VarBinaryVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      String digits = new String(text, offset, length);
      try {
        vector.setSafe(
            row, Base64.getDecoder().decode(digits.getBytes(StandardCharsets.ISO_8859_1)));
        return null;
      } catch (IllegalArgumentException _) {
        return no(text, offset, length) + " in base64";
      }
    }
  }

  private static final class Dates extends TextColumn {
    private final TimeText time = new TimeText();
    private final DateDayVector vector;

    Dates(DateDayVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (!time.scanDate(text, offset, length)) {
        return no(text, offset, length);
      }
      vector.setSafe(row, (int) time.epochDay());
      return null;
    }
  }

  private static final class Times extends TextColumn {
    private final TimeText time = new TimeText();
    private final TimeMicroVector vector;

    Times(TimeMicroVector vector) {
      super(vector);
      this.vector = vector;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (!time.scanTime(text, offset, length)) {
        return no(text, offset, length);
      }
      if (time.digits > 6) {
        return lossy(text, offset, length);
      }
      vector.setSafe(row, time.microOfDay());
      return null;
    }
  }

  private static final class Decimals extends TextColumn {
    private final NumberText number = new NumberText();
    private final @Nullable DecimalVector narrow;
    private final @Nullable Decimal256Vector wide;
    private final int precision;
    private final int scale;

    Decimals(FieldVector vector, ArrowType.Decimal type) {
      super(vector);
      this.narrow = vector instanceof DecimalVector decimals ? decimals : null;
      this.wide = vector instanceof Decimal256Vector decimals ? decimals : null;
      this.precision = type.getPrecision();
      this.scale = type.getScale();
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      if (!number.scan(text, offset, length, true)) {
        return no(text, offset, length);
      }
      long unscaled = number.unscaled();
      if (narrow != null
          && !number.exponent
          && number.fraction == scale
          && unscaled >= 0
          && number.whole + scale <= precision) {
        narrow.setSafe(row, number.negative ? -unscaled : unscaled);
        return null;
      }
      // An exponent of many digits would make a number of as many.
      if (number.exponent && !number.zero && Math.abs(number.decimal().scale()) > 1000) {
        return lossy(text, offset, length);
      }
      BigDecimal value = number.zero ? BigDecimal.ZERO : number.decimal().stripTrailingZeros();
      if (value.scale() > scale || value.precision() - value.scale() > precision - scale) {
        return lossy(text, offset, length);
      }
      BigDecimal scaled = value.setScale(scale);
      if (narrow != null) {
        narrow.setSafe(row, scaled);
      } else if (wide != null) {
        wide.setSafe(row, scaled);
      }
      return null;
    }
  }

  private static final class Timestamps extends TextColumn {
    private final TimeText time = new TimeText();
    private final TimeStampVector vector;
    private final TimeUnit unit;
    private final boolean zoned;

    Timestamps(TimeStampVector vector, ArrowType.Timestamp type) {
      super(vector);
      this.vector = vector;
      this.unit = type.getUnit();
      this.zoned = type.getTimezone() != null;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      boolean midnight = !zoned && time.scanDate(text, offset, length);
      if (!midnight && !time.scanTimestamp(text, offset, length)) {
        return no(text, offset, length);
      }
      if (time.zoned != zoned) {
        return no(text, offset, length)
            + (zoned ? ": it has no offset" : ": it has an offset, and the type has no zone");
      }
      if (!time.fits(unit)) {
        return lossy(text, offset, length);
      }
      vector.setSafe(row, time.epoch(unit));
      return null;
    }
  }

  private static final class Durations extends TextColumn {
    private final DurationVector vector;
    private final TimeUnit unit;

    Durations(DurationVector vector, TimeUnit unit) {
      super(vector);
      this.vector = vector;
      this.unit = unit;
    }

    @Override
    @Nullable String put(int row, char[] text, int offset, int length) {
      Duration duration =
          DurationText.parse(new String(text, offset, length).toUpperCase(Locale.ROOT));
      if (duration == null) {
        return no(text, offset, length);
      }
      Long count = DurationText.count(duration, unit);
      if (count == null) {
        return lossy(text, offset, length);
      }
      vector.setSafe(row, count);
      return null;
    }
  }
}
