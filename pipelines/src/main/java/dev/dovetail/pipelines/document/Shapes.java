package dev.dovetail.pipelines.document;

import dev.dovetail.pipelines.document.Shape.Any;
import dev.dovetail.pipelines.document.Shape.Bool;
import dev.dovetail.pipelines.document.Shape.Bytes;
import dev.dovetail.pipelines.document.Shape.Count;
import dev.dovetail.pipelines.document.Shape.Either;
import dev.dovetail.pipelines.document.Shape.Field;
import dev.dovetail.pipelines.document.Shape.ListOf;
import dev.dovetail.pipelines.document.Shape.MapOf;
import dev.dovetail.pipelines.document.Shape.OneOrMore;
import dev.dovetail.pipelines.document.Shape.Rate;
import dev.dovetail.pipelines.document.Shape.Struct;
import dev.dovetail.pipelines.document.Shape.Text;
import dev.dovetail.pipelines.document.Shape.Word;
import java.util.LinkedHashMap;
import java.util.Map;

/// The shapes of a pipeline and of each kind of node.
final class Shapes {
  private static final Shape TEXT = new Text();
  private static final Word FORMATS = Word.of("csv", "json", "jsonl", "parquet", "arrow", "space");

  private static final Shape SORT_ORDER =
      new ListOf(
          Either.of(
              TEXT,
              Struct.of(
                  Field.required("field", TEXT, "The column."),
                  Field.optional(
                      "order", Word.of("asc", "desc"), "Upward, the default, or downward."),
                  Field.optional(
                      "null_order",
                      Word.of("first", "last"),
                      "Where NULL stands; last by default."))));

  private static final Struct SOURCE =
      Struct.of(
          Field.optional(
              "name", TEXT, "What dead letters call the source; the node's name by default."),
          Field.required("type", FORMATS, "The format of the files, or space."),
          Field.optional("path", TEXT, "The file, relative to the pipeline's folder."),
          Field.optional(
              "glob", TEXT, "A pattern of files, which are read in the order of their names."),
          Field.optional("space", TEXT, "The Space."),
          Field.optional(
              "version", new Count(1), "The version of the Space; the latest by default."),
          Field.optional(
              "schema",
              new ListOf(
                  Struct.of(
                      Field.required("name", TEXT, "The column."),
                      Field.required(
                          "type",
                          TEXT,
                          "Its type: string, int, float, decimal(p,s), bool, date, datetime and others."))),
              "The types of columns; those that are left out are inferred."),
          Field.optional("sort_order", SORT_ORDER, "The order that the rows have."),
          Field.optional(
              "on_unsorted",
              Word.of("warn", "error"),
              "What happens if they have not: they are sorted with a warning, or the run fails."),
          Field.optional(
              "correlation_key",
              new OneOrMore(TEXT),
              "The columns that tell which rows belong together."));

  private static final Struct TRANSFORM =
      Struct.of(Field.required("cxl", TEXT, "The statements that shape each row."));

  private static final Struct ROUTE =
      Struct.of(
          Field.optional(
              "mode",
              Word.of("exclusive", "inclusive"),
              "Whether a row goes to the first port whose condition is true, or to all."),
          Field.required("conditions", new MapOf(TEXT), "A CXL condition for each port."),
          Field.optional("default", TEXT, "The port of the rows for which no condition is true."));

  private static final Struct MERGE =
      Struct.of(
          Field.optional(
              "mode",
              Word.of("concat", "interleave"),
              "One input behind the other, or rows of all in turns."),
          Field.optional("seed", new Count(0), "Makes an interleaving the same on every run."));

  private static final Struct COMBINE =
      Struct.of(
          Field.optional(
              "where",
              TEXT,
              "The CXL condition that tells which rows match; fields are named with their input."),
          Field.optional(
              "fn", new Any(), "A Python function of two rows, beside or instead of `where`."),
          Field.optional(
              "match",
              Word.of("first", "all", "collect"),
              "The first match of a driver's row, the default; a row for each; or all in an array."),
          Field.optional(
              "on_miss",
              Word.of("null_fields", "skip", "error"),
              "What becomes of a driver's row without a match."),
          Field.required(
              "cxl", TEXT, "The statements that shape the output; empty under `match: collect`."),
          Field.optional("drive", TEXT, "The input whose rows lead; the first by default."),
          Field.optional(
              "strategy", Word.of("auto", "grace_hash"), "Whether to go to disk from the start."),
          Field.required(
              "propagate_ck",
              Either.of(
                  Word.of("driver", "all"),
                  Struct.of(Field.required("named", new ListOf(TEXT), "The key columns."))),
              "Which correlation keys the output carries: driver, all, or {named: [...]}."),
          Field.optional("max_output_rows", new Count(1), "The run fails beyond so many rows."));

  private static final Struct AGGREGATE =
      Struct.of(
          Field.optional("group_by", new OneOrMore(TEXT), "The columns of a group."),
          Field.required("cxl", TEXT, "The columns that are emitted for each group."));

  private static final Struct SINK =
      Struct.of(
          Field.optional("name", TEXT, "What messages call it; the node's name by default."),
          Field.required("type", FORMATS, "The format of the file, or space."),
          Field.optional("path", TEXT, "The file, relative to the pipeline's folder."),
          Field.optional("space", TEXT, "The Space, which gets a new version."),
          Field.optional(
              "include_correlation_keys", new Bool(), "Whether $ck columns are written."),
          Field.optional(
              "sort_order",
              SORT_ORDER,
              "The order in which rows are written; as they come by default."));

  private static final Shape ONE = TEXT;

  /// By type, what `config` holds and how the node is wired.
  static final Map<String, Node> NODES = nodes();

  static final Struct PIPELINE =
      Struct.of(
          Field.required("name", TEXT, "What sessions call the pipeline."),
          Field.optional(
              "memory",
              Struct.of(
                  Field.optional(
                      "limit", new Bytes(), "What all nodes together may use, such as 512M.")),
              "Limits of memory."),
          Field.optional(
              "concurrency",
              Struct.of(Field.optional("threads", new Count(1), "How many threads compute.")),
              "How much runs at once."));

  static final Struct ERROR_HANDLING =
      Struct.of(
          Field.optional(
              "strategy",
              Word.of("fail_fast", "continue"),
              "Whether the first failing row ends the run, the default, or becomes a dead letter."),
          Field.optional(
              "dlq",
              Struct.of(
                  Field.optional("path", TEXT, "The file of dead letters."),
                  Field.optional(
                      "include_reason",
                      new Bool(),
                      "Whether category and detail are written; true by default."),
                  Field.optional(
                      "max_rate", new Rate(), "The run fails if a larger part of the rows fails."),
                  Field.optional(
                      "min_records", new Count(1), "The rate is looked at from so many rows on.")),
              "Where dead letters go, and how many there may be."));

  static final Struct DOCUMENT =
      Struct.of(
          Field.required("pipeline", PIPELINE, "The pipeline as a whole: name and limits."),
          Field.required("nodes", new ListOf(new Any()), "The nodes, in any order."),
          Field.optional("error_handling", ERROR_HANDLING, "What happens to rows that fail."));

  private Shapes() {}

  /// A kind of node.
  ///
  /// @param wiring the field that names the inputs; empty for a source
  record Node(Struct config, java.util.Optional<Field> wiring) {
    Struct whole() {
      java.util.List<Field> fields = new java.util.ArrayList<>();
      fields.add(
          Field.required(
              "type", new Word(java.util.List.copyOf(NODES.keySet())), "The kind of node."));
      fields.add(Field.required("name", TEXT, "The name by which other nodes read it."));
      wiring.ifPresent(fields::add);
      fields.add(Field.required("config", config, "What the node does."));
      return new Struct(fields);
    }
  }

  private static Map<String, Node> nodes() {
    Field input =
        Field.required("input", ONE, "The node that is read, or a port such as classify.high.");
    Map<String, Node> nodes = new LinkedHashMap<>();
    nodes.put("source", new Node(SOURCE, java.util.Optional.empty()));
    nodes.put("transform", new Node(TRANSFORM, java.util.Optional.of(input)));
    nodes.put("route", new Node(ROUTE, java.util.Optional.of(input)));
    nodes.put(
        "merge",
        new Node(
            MERGE,
            java.util.Optional.of(
                Field.required(
                    "inputs", new ListOf(TEXT), "The nodes that are read, in their order."))));
    nodes.put(
        "combine",
        new Node(
            COMBINE,
            java.util.Optional.of(
                Field.required(
                    "input", new MapOf(TEXT), "A qualifier for each node that is read."))));
    nodes.put("aggregate", new Node(AGGREGATE, java.util.Optional.of(input)));
    nodes.put("sink", new Node(SINK, java.util.Optional.of(input)));
    return java.util.Collections.unmodifiableMap(nodes);
  }
}
