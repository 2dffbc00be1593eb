package dev.dovetail.tasks.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.polyglot.eval.RowMapper;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.sessions.Histogram;
import dev.dovetail.sessions.Metrics;
import dev.dovetail.sessions.Session;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.Table;
import dev.dovetail.spaces.Types;
import dev.dovetail.tasks.TransformTask;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/// Runs one transform. A change of columns copies no value and asks no interpreter; a function is
/// called on every row, in order.
final class TransformRun {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final TransformTask task;
  private final RunContext context;

  TransformRun(TransformTask task, RunContext context) {
    this.task = task;
    this.context = context;
  }

  Session run() {
    try (OpenInputs inputs = context.openInputs()) {
      return switch (task.change()) {
        case TransformTask.Apply apply -> {
          FunctionSource function = context.function(apply.fn(), 1, apply.parameters().keySet());
          yield map(open(inputs), function);
        }
        case TransformTask.Copy _, TransformTask.Rename _, TransformTask.Drop _ ->
            changeColumns(open(inputs));
      };
    }
  }

  private OpenInput open(OpenInputs inputs) {
    OpenInput input = inputs.open(task.input());
    context.log().inputs(List.of(input));
    context.log().endStage("read", input.bytes());
    OutputLimit.check(input.table().rowCount(), context.settings());
    return input;
  }

  private Session changeColumns(OpenInput input) {
    Table table = input.table();
    ColumnChange change = ColumnChange.of(task.change(), input.name(), table.schema());
    plan("columns only, compiled");
    try (Output output = output(change.schema(), change.key(input.declaredKey()))) {
      BatchSink sink = output.sink();
      start(table);
      for (int i = 0; i < table.batchCount(); i++) {
        context.control().check();
        sink.write(change.apply(table.batch(i)));
        context.progress().advance(table.batch(i).getRowCount());
      }
      return publish(input, output);
    }
  }

  private Session map(OpenInput input, FunctionSource function) {
    Table table = input.table();
    plan("fn, by Python on every row");
    try (RowMapper mapper =
        context
            .python()
            .mapper(
                function,
                Parameters.constants(task.parameters()),
                table.rowCount(),
                context.control())) {
      start(table);
      for (int i = 0; i < table.batchCount(); i++) {
        context.control().check();
        mapper.map(table.batch(i));
        context.progress().advance(table.batch(i).getRowCount());
      }
      try (BatchSource mapped = mapper.results();
          Output output = output(mapped.schema(), keptKey(input, mapped.schema()))) {
        BatchSink sink = output.sink();
        while (mapped.next()) {
          context.control().check();
          sink.write(mapped.batch());
        }
        return publish(input, output);
      }
    }
  }

  /// The input's key, if the function gives all of its columns with their types.
  private static List<String> keptKey(OpenInput input, Schema mapped) {
    boolean kept =
        input.declaredKey().stream()
            .allMatch(
                key ->
                    mapped.getFields().stream()
                        .anyMatch(
                            field ->
                                field.getName().equals(key)
                                    && Types.print(field)
                                        .equals(
                                            Types.print(input.table().schema().findField(key)))));
    return kept ? input.declaredKey() : List.of();
  }

  private void plan(String how) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("task", task.name()).put("change", task.change().word()).put("how", how);
    context.log().plan(node.toString());
  }

  private void start(Table table) {
    context.progress().start("transforming", table.rowCount());
  }

  private Output output(Schema schema, List<String> key) {
    return new Output(
        task.output(),
        schema,
        key,
        task.kind(),
        context.log().id(),
        context.store(),
        context.sessions(),
        context.memory());
  }

  private Session publish(OpenInput input, Output output) {
    long rows = input.table().rowCount();
    context
        .log()
        .metrics(
            new Metrics(
                List.of(new Metrics.InputRows(input.name(), rows, rows)),
                BigInteger.ZERO,
                List.of(),
                0,
                0,
                0,
                rows,
                Histogram.EMPTY,
                Histogram.EMPTY,
                List.of(),
                0));
    context.log().endStage("transform", output.bytes());
    context.control().check();
    return output.publish(published -> context.log().done(published, false));
  }
}
