package dev.dovetail.spaces.segment;

import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.memory.util.hash.MurmurHasher;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// One column of a primary key in one batch, compared by value with a column of the same type.
///
/// NULL is a value like any other; -0.0 is 0.0; NaN is not even itself. Written for speed: one
/// object per column and batch, none per row.
sealed interface KeyColumn {
  /// Whether a row can equal anything: false for NaN.
  boolean comparable(int row);

  int hash(int row);

  /// Both rows are comparable.
  boolean same(int row, KeyColumn other, int otherRow);

  /// Whether columns of a type can be part of a key.
  static boolean accepts(ArrowType type) {
    return switch (type.getTypeID()) {
      case Int, FloatingPoint, Decimal, Bool, Utf8, Binary, Date, Time, Timestamp, Duration -> true;
      default -> false;
    };
  }

  static KeyColumn of(FieldVector vector) {
    return switch (vector) {
      case BitVector bits -> new Bits(bits);
      case Float4Vector floats -> new Singles(floats);
      case Float8Vector doubles -> new Doubles(doubles);
      case BaseFixedWidthVector fixed -> new Fixed(fixed, fixed.getTypeWidth());
      case BaseVariableWidthVector text -> new Text(text);
      default -> throw new IllegalArgumentException(vector.getField() + " is no key column");
    };
  }

  record Bits(BitVector vector) implements KeyColumn {
    @Override
    public boolean comparable(int row) {
      return true;
    }

    @Override
    public int hash(int row) {
      return vector.isNull(row) ? 2 : vector.get(row);
    }

    @Override
    public boolean same(int row, KeyColumn other, int otherRow) {
      return hash(row) == other.hash(otherRow);
    }
  }

  record Singles(Float4Vector vector) implements KeyColumn {
    @Override
    public boolean comparable(int row) {
      return vector.isNull(row) || !Float.isNaN(vector.get(row));
    }

    @Override
    public int hash(int row) {
      // Adding 0.0 turns -0.0 into 0.0.
      return vector.isNull(row) ? 0 : Float.hashCode(vector.get(row) + 0.0f);
    }

    @Override
    public boolean same(int row, KeyColumn other, int otherRow) {
      Float4Vector others = ((Singles) other).vector;
      if (vector.isNull(row) || others.isNull(otherRow)) {
        return vector.isNull(row) && others.isNull(otherRow);
      }
      return vector.get(row) == others.get(otherRow);
    }
  }

  record Doubles(Float8Vector vector) implements KeyColumn {
    @Override
    public boolean comparable(int row) {
      return vector.isNull(row) || !Double.isNaN(vector.get(row));
    }

    @Override
    public int hash(int row) {
      return vector.isNull(row) ? 0 : Double.hashCode(vector.get(row) + 0.0);
    }

    @Override
    public boolean same(int row, KeyColumn other, int otherRow) {
      Float8Vector others = ((Doubles) other).vector;
      if (vector.isNull(row) || others.isNull(otherRow)) {
        return vector.isNull(row) && others.isNull(otherRow);
      }
      return vector.get(row) == others.get(otherRow);
    }
  }

  /// Types of one width whose equal values have equal bytes, the column's scale or unit being one.
  record Fixed(BaseFixedWidthVector vector, int width) implements KeyColumn {
    @Override
    public boolean comparable(int row) {
      return true;
    }

    @Override
    public int hash(int row) {
      return vector.isNull(row)
          ? 0
          : MurmurHasher.hashCode(vector.getDataBuffer(), (long) row * width, width, 0);
    }

    @Override
    public boolean same(int row, KeyColumn other, int otherRow) {
      BaseFixedWidthVector others = ((Fixed) other).vector;
      if (vector.isNull(row) || others.isNull(otherRow)) {
        return vector.isNull(row) && others.isNull(otherRow);
      }
      long start = (long) row * width;
      long otherStart = (long) otherRow * width;
      return ByteFunctionHelpers.equal(
              vector.getDataBuffer(),
              start,
              start + width,
              others.getDataBuffer(),
              otherStart,
              otherStart + width)
          == 1;
    }
  }

  /// Text by code point and binary by byte, which for UTF-8 is the same comparison.
  record Text(BaseVariableWidthVector vector) implements KeyColumn {
    @Override
    public boolean comparable(int row) {
      return true;
    }

    @Override
    public int hash(int row) {
      return vector.isNull(row)
          ? 0
          : MurmurHasher.hashCode(
              vector.getDataBuffer(), vector.getStartOffset(row), vector.getValueLength(row), 0);
    }

    @Override
    public boolean same(int row, KeyColumn other, int otherRow) {
      BaseVariableWidthVector others = ((Text) other).vector;
      if (vector.isNull(row) || others.isNull(otherRow)) {
        return vector.isNull(row) && others.isNull(otherRow);
      }
      long start = vector.getStartOffset(row);
      long otherStart = others.getStartOffset(otherRow);
      return ByteFunctionHelpers.equal(
              vector.getDataBuffer(),
              start,
              start + vector.getValueLength(row),
              others.getDataBuffer(),
              otherStart,
              otherStart + others.getValueLength(otherRow))
          == 1;
    }
  }
}
