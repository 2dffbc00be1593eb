package dev.dovetail.spaces.files;

import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// Proves that the buffers of a batch fit the fields they are loaded into: there are as many as the
/// types ask for, each is long enough for its rows, offsets never fall and never leave their data.
/// After this, reading any cell stays inside the batch.
final class ArrowLayoutCheck {
  private static final int VIEW_BYTES = 16;
  private static final int INLINE_BYTES = 12;

  private final String file;
  private final String place;
  private final Iterator<ArrowFieldNode> nodes;
  private final Iterator<ArrowBuf> buffers;
  private final Iterator<Long> variadic;
  private String column = "";

  private ArrowLayoutCheck(String file, String place, ArrowRecordBatch batch) {
    this.file = file;
    this.place = place;
    this.nodes = batch.getNodes().iterator();
    this.buffers = batch.getBuffers().iterator();
    this.variadic = batch.getVariadicBufferCounts().iterator();
  }

  /// @param fields as [ArrowSchemas#loaded] makes them
  static void check(String file, String place, List<Field> fields, ArrowRecordBatch batch) {
    ArrowLayoutCheck check = new ArrowLayoutCheck(file, place, batch);
    for (Field field : fields) {
      check.column = field.getName();
      int rows = check.field(field);
      if (rows != batch.getLength()) {
        throw check.damaged("has " + rows + " rows in a batch of " + batch.getLength());
      }
    }
    check.column = "";
    if (check.nodes.hasNext() || check.buffers.hasNext() || check.variadic.hasNext()) {
      throw check.damaged("has more buffers than its schema asks for");
    }
  }

  /// Checks a field with its children; the number of its rows.
  private int field(Field field) {
    if (!nodes.hasNext()) {
      throw damaged("has fewer columns than the schema");
    }
    ArrowFieldNode node = nodes.next();
    int rows = node.getLength();
    if (field.getType() instanceof ArrowType.Null) {
      return rows;
    }
    ArrowBuf present = buffer();
    validity(present, node);
    switch (field.getType()) {
      case ArrowType.Utf8 _, ArrowType.Binary _ -> {
        ArrowBuf offsets = buffer();
        bytes(offsets, rows, 4, buffer().capacity());
      }
      case ArrowType.LargeUtf8 _, ArrowType.LargeBinary _ -> {
        ArrowBuf offsets = buffer();
        bytes(offsets, rows, 8, buffer().capacity());
      }
      case ArrowType.Utf8View _, ArrowType.BinaryView _ -> views(present, node);
      case ArrowType.List _ -> {
        ArrowBuf offsets = buffer();
        bytes(offsets, rows, 4, field(onlyChild(field)));
      }
      case ArrowType.LargeList _ -> {
        ArrowBuf offsets = buffer();
        bytes(offsets, rows, 8, field(onlyChild(field)));
      }
      case ArrowType.ListView _ -> {
        ArrowBuf offsets = buffer();
        listViews(present, offsets, buffer(), rows, 4, field(onlyChild(field)));
      }
      case ArrowType.LargeListView _ -> {
        ArrowBuf offsets = buffer();
        listViews(present, offsets, buffer(), rows, 8, field(onlyChild(field)));
      }
      case ArrowType.FixedSizeList type -> {
        int children = field(onlyChild(field));
        if (type.getListSize() < 0 || children < (long) rows * type.getListSize()) {
          throw damaged("has lists that go beyond their elements");
        }
      }
      case ArrowType.Struct _ -> {
        for (Field child : field.getChildren()) {
          if (field(child) < rows) {
            throw damaged("has a struct whose field is shorter than itself");
          }
        }
      }
      default -> fixed(buffer(), rows, bits(field.getType()));
    }
    return rows;
  }

  private ArrowBuf buffer() {
    if (!buffers.hasNext()) {
      throw damaged("has fewer buffers than its schema asks for");
    }
    return buffers.next();
  }

  private Field onlyChild(Field field) {
    if (field.getChildren().size() != 1) {
      throw damaged("has a list of " + field.getChildren().size() + " types");
    }
    return field.getChildren().getFirst();
  }

  private static long bits(ArrowType type) {
    return switch (type) {
      case ArrowType.Bool _ -> 1;
      case ArrowType.Int number -> number.getBitWidth();
      case ArrowType.FloatingPoint number ->
          switch (number.getPrecision()) {
            case HALF -> 16;
            case SINGLE -> 32;
            case DOUBLE -> 64;
          };
      case ArrowType.Date date ->
          date.getUnit() == org.apache.arrow.vector.types.DateUnit.DAY ? 32 : 64;
      case ArrowType.Time time -> time.getBitWidth();
      case ArrowType.Timestamp _, ArrowType.Duration _ -> 64;
      case ArrowType.Decimal decimal -> decimal.getBitWidth();
      case ArrowType.FixedSizeBinary binary -> 8L * binary.getByteWidth();
      default -> throw new IllegalArgumentException("no fixed width: " + type);
    };
  }

  private void fixed(ArrowBuf data, int rows, long bits) {
    if (bits < 0 || data.capacity() * 8 < bits * rows) {
      throw damaged(
          "has " + data.capacity() + " bytes for " + rows + " values of " + bits + " bits");
    }
  }

  private void validity(ArrowBuf bitmap, ArrowFieldNode node) {
    int rows = node.getLength();
    if (bitmap.capacity() == 0) {
      if (node.getNullCount() != 0 && rows > 0) {
        throw damaged("counts NULLs without saying where");
      }
      return;
    }
    fixed(bitmap, rows, 1);
    int valid = 0;
    int whole = rows / 64 * 8;
    for (int i = 0; i < whole; i += 8) {
      valid += Long.bitCount(bitmap.getLong(i));
    }
    for (int row = whole * 8; row < rows; row++) {
      valid += bitmap.getByte(row >> 3) >> (row & 7) & 1;
    }
    if (rows - valid != node.getNullCount()) {
      throw damaged("says " + node.getNullCount() + " NULLs and marks " + (rows - valid));
    }
  }

  /// Checks `rows + 1` offsets into something of `size` elements.
  private void bytes(ArrowBuf offsets, int rows, int width, long size) {
    if (rows == 0 && offsets.capacity() < width) {
      return;
    }
    if (offsets.capacity() < (rows + 1L) * width) {
      throw damaged("has too few offsets for " + rows + " rows");
    }
    long previous = 0;
    for (long row = 0; row <= rows; row++) {
      long offset = at(offsets, row, width);
      if (offset < previous || offset > size) {
        throw damaged("has the offset " + offset + " after " + previous + " in " + size);
      }
      previous = offset;
    }
  }

  private void listViews(
      ArrowBuf present, ArrowBuf offsets, ArrowBuf sizes, int rows, int width, long children) {
    fixed(offsets, rows, width * 8L);
    fixed(sizes, rows, width * 8L);
    for (long row = 0; row < rows; row++) {
      long offset = at(offsets, row, width);
      long size = at(sizes, row, width);
      boolean inside = offset >= 0 && size >= 0 && offset <= children && size <= children - offset;
      if (!inside && !isNull(present, row)) {
        throw damaged("has a list of " + size + " at " + offset + " in " + children + " elements");
      }
    }
  }

  private static long at(ArrowBuf numbers, long index, int width) {
    return width == 4 ? numbers.getInt(index * 4) : numbers.getLong(index * 8);
  }

  /// What a view says where it stands for NULL is free.
  private static boolean isNull(ArrowBuf present, long row) {
    return present.capacity() > 0 && (present.getByte(row >> 3) >> (row & 7) & 1) == 0;
  }

  private void views(ArrowBuf present, ArrowFieldNode node) {
    ArrowBuf views = buffer();
    fixed(views, node.getLength(), VIEW_BYTES * 8L);
    if (!variadic.hasNext()) {
      throw damaged("does not say how many data buffers it has");
    }
    int count = variadic.next().intValue();
    ArrowBuf[] data = new ArrowBuf[Math.min(count, 1 << 20)];
    if (data.length < count) {
      throw damaged("has too many data buffers");
    }
    for (int i = 0; i < count; i++) {
      data[i] = buffer();
    }
    for (long row = 0; row < node.getLength(); row++) {
      int length = views.getInt(row * VIEW_BYTES);
      if (isNull(present, row) || (length >= 0 && length <= INLINE_BYTES)) {
        continue;
      }
      int buffer = views.getInt(row * VIEW_BYTES + 8);
      long offset = views.getInt(row * VIEW_BYTES + 12);
      if (length < 0
          || buffer < 0
          || buffer >= count
          || offset < 0
          || offset + length > data[buffer].capacity()) {
        throw damaged("has a text that leaves its buffer, in row " + (row + 1) + " of the batch");
      }
    }
  }

  private RuntimeException damaged(String what) {
    String where = column.isEmpty() ? place : place + ", column '" + column + "',";
    return Faults.damaged(file, where + " " + what);
  }
}
