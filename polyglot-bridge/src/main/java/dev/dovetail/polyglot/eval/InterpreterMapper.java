package dev.dovetail.polyglot.eval;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.worker.BadAnswer;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Fields;
import dev.dovetail.polyglot.worker.Frames.Payload;
import dev.dovetail.polyglot.worker.LoadRequest;
import dev.dovetail.spaces.BatchSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// Maps rows in an interpreter. A column's type may be known only at the last row, so the mapped
/// values wait in a temporary file, packed as they came, and become Arrow when they are read.
final class InterpreterMapper implements RowMapper {
  private static final int ROWS_AT_ONCE = 8_192;

  private final FunctionSource function;
  private final Map<String, Constant> parameters;
  private final Supplier<Interpreter> interpreter;
  private final RunControl control;
  private final Runnable onClose;
  private final Ended ended;
  private final BufferAllocator allocator = new RootAllocator();
  private final Map<String, MappedType> types = new LinkedHashMap<>();
  private final FileChannel waiting;
  private final DataOutputStream out;

  private @Nullable Interpreter python;
  private long rowsBefore;
  private int batches;

  /// @param interpreter asked for at the first row
  /// @param ended says what became of an interpreter that was lost
  /// @param onClose gives the interpreter back
  InterpreterMapper(
      FunctionSource function,
      Map<String, Constant> parameters,
      Supplier<Interpreter> interpreter,
      RunControl control,
      Ended ended,
      Runnable onClose) {
    this.ended = ended;
    this.function = function;
    this.parameters = Map.copyOf(parameters);
    this.interpreter = interpreter;
    this.control = control;
    this.onClose = onClose;
    try {
      // Deleted with the last handle on it, where the system can do that: so not even a process
      // that
      // is killed leaves it.
      waiting =
          FileChannel.open(
              Files.createTempFile("dovetail-mapped", ".bin"),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      out =
          new DataOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(waiting), 1 << 16));
    } catch (IOException e) {
      throw diskFailed(e);
    }
  }

  private static DovetailException diskFailed(IOException e) {
    return new DovetailException(
        ErrorCode.E208,
        "a temporary file for mapped rows failed: " + e.getMessage(),
        System.getProperty("java.io.tmpdir"),
        "Free some space there.");
  }

  @Override
  public void map(VectorSchemaRoot batch) {
    int count = batch.getRowCount();
    for (int from = 0; from < count; from += ROWS_AT_ONCE) {
      control.check();
      int length = Math.min(ROWS_AT_ONCE, count - from);
      try (VectorSchemaRoot part = batch.slice(from, length)) {
        mapPart(part);
      }
    }
  }

  private void mapPart(VectorSchemaRoot part) {
    byte[] packed;
    try {
      Interpreter live = opened(part.getSchema());
      live.tell(Command.FORGET, Payload.empty().text("input"));
      live.call(
          Command.ROWS,
          Payload.empty().text("input").number(0).raw(stream(part)),
          (kind, answer) -> {
            if (kind == Command.PROBLEM) {
              throw notHeld(Problems.read(answer), part.getRowCount());
            }
            return true;
          });
      packed =
          live.call(
              Command.MAP,
              Payload.empty().number(0),
              (_, answer) -> readMapped(answer, part.getRowCount()));
    } catch (IOException e) {
      control.check();
      throw ended.of(
          "function '" + function.name() + "'",
          "between " + rowText(0) + " and " + rowText(part.getRowCount() - 1));
    }
    try {
      out.writeInt(packed.length);
      out.write(packed);
    } catch (IOException e) {
      throw diskFailed(e);
    }
    batches++;
    rowsBefore += part.getRowCount();
  }

  private DovetailException notHeld(Problems.Reported problem, int rows) {
    int row = Objects.checkIndex(Integer.parseInt(problem.where()), rows);
    return new DovetailException(
        problem.code(), problem.what(), rowText(row), "Drop the column with a Transform first.");
  }

  private Interpreter opened(Schema schema) throws IOException {
    if (python != null) {
      return python;
    }
    Interpreter fresh = interpreter.get();
    List<String> names = new ArrayList<>();
    List<String> nested = new ArrayList<>();
    for (Field field : schema.getFields()) {
      names.add(field.getName());
      if (!field.getChildren().isEmpty()) {
        nested.add(field.getName());
      }
    }
    LoadRequest request =
        new LoadRequest(
            function, parameters, List.of(new LoadRequest.Side("input", names, nested)));
    fresh.call(Command.LOAD, request.write(), Problems.loading(function.name()));
    python = fresh;
    return fresh;
  }

  private static byte[] stream(VectorSchemaRoot batch) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var writer = new ArrowStreamWriter(batch, null, Channels.newChannel(bytes))) {
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    return bytes.toByteArray();
  }

  private String rowText(int offset) {
    return "row " + (rowsBefore + offset + 1);
  }

  /// The packed columns of an answer, once they are known to be whole and to have types.
  private byte[] readMapped(Fields answer, int rows) throws BadAnswer {
    int failed = answer.number(-1, rows - 1);
    if (failed >= 0) {
      PairError error = Problems.readError(answer);
      throw new DovetailException(
          new Problem(
              error.code(),
              "function '" + function.name() + "': " + error.message(),
              rowText(failed),
              error.code() == ErrorCode.E129
                  ? "Return a value that a column can hold."
                  : Problems.remedy(error.code()),
              error.traceback()));
    }
    byte[] packed = answer.rest();
    MappedColumn.Batch batch = MappedColumn.readBatch(new Fields(packed));
    if (batch.count() != rows) {
      throw new BadAnswer(batch.count() + " rows came of " + rows);
    }
    batch
        .columns()
        .forEach(
            (name, column) ->
                types
                    .computeIfAbsent(name, _ -> new MappedType())
                    .add("field '" + name + "'", column));
    return packed;
  }

  @Override
  public BatchSource results() {
    List<Field> fields = new ArrayList<>();
    types.forEach((name, type) -> fields.add(type.field("field '" + name + "'", name)));
    try {
      out.flush();
      return new Results(new Schema(fields), batches);
    } catch (IOException e) {
      throw diskFailed(e);
    }
  }

  @Override
  public void close() {
    try {
      waiting.close();
    } catch (IOException e) {
      // a temporary file that is left behind hurts no result
    }
    allocator.close();
    onClose.run();
  }

  /// Reads the waiting batches back, now that their types are known.
  private final class Results implements BatchSource {
    private final Schema schema;
    private final VectorSchemaRoot root;
    private final DataInputStream in;
    private int left;

    Results(Schema schema, int batches) throws IOException {
      this.schema = schema;
      this.left = batches;
      this.root = VectorSchemaRoot.create(schema, allocator);
      this.in =
          new DataInputStream(
              new BufferedInputStream(Channels.newInputStream(waiting.position(0)), 1 << 16));
    }

    @Override
    public Schema schema() {
      return schema;
    }

    @Override
    public boolean next() {
      if (left == 0) {
        return false;
      }
      left--;
      try {
        MappedColumn.Batch batch = MappedColumn.readBatch(new Fields(in.readNBytes(in.readInt())));
        for (FieldVector vector : root.getFieldVectors()) {
          MappedColumn column = batch.columns().get(vector.getName());
          if (column == null || column.kind == MappedColumn.Kind.NULL) {
            vector.setInitialCapacity(batch.count());
            vector.allocateNew();
            for (int i = 0; i < batch.count(); i++) {
              vector.setNull(i);
            }
            vector.setValueCount(batch.count());
          } else {
            ColumnWriter.write(column, vector);
          }
        }
        root.setRowCount(batch.count());
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public VectorSchemaRoot batch() {
      return root;
    }

    @Override
    public void close() {
      root.close();
      try {
        in.close();
      } catch (IOException e) {
        // read to its end or no longer wanted
      }
    }
  }
}
