package dev.dovetail.spaces.files;

import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.ColumnMetaData;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;

/// Walks the page headers of a column chunk before anything else reads its pages: each page must
/// lie within the chunk, and the pages must hold as many values as the footer says. Hardwood trusts
/// these sizes; a wrong one sends it into a loop that nothing ends.
final class ParquetPages {
  /// Writers keep pages near a megabyte; one beyond this is a lie or a mistake.
  private static final int MOST_PAGE_BYTES = 1 << 30;

  private static final int MOST_HEADER_BYTES = 16 * 1024 * 1024;

  private final String file;
  private final FileChannel channel;

  ParquetPages(String file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// @param start the byte where the chunk's first page begins
  /// @param place the chunk, for messages
  void check(ColumnChunk chunk, long start, String place) throws IOException {
    ColumnMetaData about = chunk.metaData();
    long end = start + about.totalCompressedSize();
    long at = start;
    long values = 0;
    for (int page = 1; at < end; page++) {
      String where = "page " + page + " of " + place;
      Counted in = new Counted(new Window(channel, at, Math.min(end, at + MOST_HEADER_BYTES)));
      PageHeader header;
      try {
        header = Util.readPageHeader(in);
      } catch (IOException | RuntimeException e) {
        throw Faults.damaged(file, "the header of " + where + " cannot be read", e);
      }
      long bytes = header.getCompressed_page_size();
      long plain = header.getUncompressed_page_size();
      if (bytes < 0 || bytes > end - at - in.count || plain < 0 || plain > MOST_PAGE_BYTES) {
        throw Faults.damaged(
            file, where + " claims " + bytes + " bytes, unpacked " + plain + ", of " + (end - at));
      }
      values += values(header, where);
      at += in.count + bytes;
    }
    if (values != about.numValues()) {
      throw Faults.damaged(
          file, place + " holds " + values + " values, the footer counts " + about.numValues());
    }
  }

  private long values(PageHeader header, String where) {
    int values = 0;
    int entries = 0;
    if (header.isSetData_page_header()) {
      values = header.getData_page_header().getNum_values();
    } else if (header.isSetData_page_header_v2()) {
      values = header.getData_page_header_v2().getNum_values();
    } else if (header.isSetDictionary_page_header()) {
      entries = header.getDictionary_page_header().getNum_values();
    }
    if (values < 0 || entries < 0) {
      throw Faults.damaged(file, where + " claims " + Math.min(values, entries) + " values");
    }
    return values;
  }

  /// Counts what the Thrift reader takes.
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      count += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }

  /// The bytes of a file from one position to another, read a little at a time.
  private static final class Window extends InputStream {
    private final FileChannel channel;
    private final long end;
    private final ByteBuffer buffer = ByteBuffer.allocate(256).flip();
    private long position;

    Window(FileChannel channel, long start, long end) {
      this.channel = channel;
      this.position = start;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      return fill() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, buffer.remaining());
      buffer.get(bytes, offset, count);
      return count;
    }

    private boolean fill() throws IOException {
      if (buffer.hasRemaining()) {
        return true;
      }
      buffer.clear().limit((int) Math.min(buffer.capacity(), Math.max(0, end - position)));
      int count = buffer.hasRemaining() ? channel.read(buffer, position) : -1;
      buffer.flip();
      position += Math.max(0, count);
      return count > 0;
    }
  }
}
