package dev.dovetail.spaces.files;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/// Writes Parquet through parquet-java, compressed with zstd, with the Arrow schema in the footer
/// for what Parquet has no type for. Of Hadoop nothing is loaded: the configuration is the plain
/// one and the codec is our own (docs/decisions/parquet.md).
final class ParquetTableWriter implements TableWriter {
  /// A row group is collected on the heap before it is written.
  private static final long ROW_GROUP_BYTES = 32L * 1024 * 1024;

  private final String file;
  private final Rows rows;
  private final ParquetWriter<Integer> writer;

  ParquetTableWriter(OutputStream out, String file, Schema schema) throws IOException {
    this.file = file;
    this.rows = new Rows(schema);
    this.writer =
        new Builder(new Output(out), rows)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ZstdCodec())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .build();
  }

  @Override
  public void write(VectorSchemaRoot batch) throws IOException {
    rows.begin(batch, file);
    for (int row = 0; row < batch.getRowCount(); row++) {
      writer.write(row);
    }
  }

  @Override
  public void end() throws IOException {
    writer.close();
  }

  @Override
  public void close() {
    // The footer is written by end; without it the file is thrown away and nothing is held.
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final Rows rows;

    Builder(OutputFile out, Rows rows) {
      super(out);
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract above, and never called with a plain configuration
    protected WriteSupport<Integer> getWriteSupport(Configuration hadoop) {
      return rows;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration configuration) {
      return rows;
    }
  }

  /// Feeds the rows of the present batch, by position, to parquet-java.
  private static final class Rows extends WriteSupport<Integer> {
    private final Schema schema;
    private final List<FieldVector> vectors = new ArrayList<>();
    private final List<ParquetCells> cells = new ArrayList<>();
    private @Nullable RecordConsumer target;

    Rows(Schema schema) {
      this.schema = schema;
    }

    void begin(VectorSchemaRoot batch, String file) {
      vectors.clear();
      cells.clear();
      for (FieldVector vector : batch.getFieldVectors()) {
        vectors.add(vector);
        cells.add(ParquetCells.of(vector, file));
      }
    }

    @Override
    @SuppressWarnings("deprecation") // abstract above, and never called with a plain configuration
    public WriteContext init(Configuration hadoop) {
      return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return context();
    }

    private WriteContext context() {
      return new WriteContext(
          ParquetCells.message(schema), Map.of(ParquetSchemaReader.ARROW_SCHEMA, encoded(schema)));
    }

    private static String encoded(Schema schema) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        MessageSerializer.serialize(new WriteChannel(Channels.newChannel(bytes)), schema);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      target = consumer;
    }

    @Override
    public void write(Integer position) {
      RecordConsumer consumer = Objects.requireNonNull(target);
      int row = position;
      consumer.startMessage();
      for (int i = 0; i < cells.size(); i++) {
        if (!vectors.get(i).isNull(row)) {
          String name = vectors.get(i).getName();
          consumer.startField(name, i);
          cells.get(i).write(consumer, row);
          consumer.endField(name, i);
        }
      }
      consumer.endMessage();
    }
  }

  static final class ZstdCodec implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
          ByteArrayOutputStream packed = new ByteArrayOutputStream();
          try (ZstdOutputStream zstd = new ZstdOutputStream(packed)) {
            bytes.writeAllTo(zstd);
          }
          return BytesInput.from(packed.toByteArray());
        }

        @Override
        public CompressionCodecName getCodecName() {
          return CompressionCodecName.ZSTD;
        }

        @Override
        public void release() {}
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
      throw new UnsupportedOperationException("this side only writes");
    }

    @Override
    public void release() {}
  }

  /// The stream below, with a count of the bytes that went into it.
  private record Output(OutputStream out) implements OutputFile {
    @Override
    public PositionOutputStream create(long blockBytes) {
      return new PositionOutputStream() {
        private long position;

        @Override
        public long getPos() {
          return position;
        }

        @Override
        public void write(int value) throws IOException {
          out.write(value);
          position++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          out.write(bytes, offset, length);
          position += length;
        }

        @Override
        public void flush() throws IOException {
          out.flush();
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockBytes) {
      return create(blockBytes);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}
