package dev.dovetail.pipelines.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.Problem;
import dev.dovetail.pipelines.document.NodeSpec.KeyPropagation;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What documents hold, and what is said of those that are not in order.
class DocumentReaderTest {
  private static final String GOOD =
      """
      pipeline: {name: enrichment, memory: {limit: 64M}}
      nodes:
        - type: source
          name: orders
          config:
            type: csv
            path: orders.csv
            schema:
              - {name: id, type: string}
            correlation_key: id
        - {type: source, name: products, config: {type: space, space: products, version: 3}}
        - type: combine
          name: enrich
          input:
            orders: orders
            products: products
          config:
            where: "orders.p == products.p"
            match: all
            cxl: |
              emit id = orders.id
              emit name = products.name
            propagate_ck: {named: [id]}
            max_output_rows: 10
        - {type: sink, name: out, input: enrich, config: {type: csv, path: out.csv}}
      """;

  private static DocumentReader.Reading read(String text) {
    return DocumentReader.read(text, "p.yaml");
  }

  private static List<String> told(String text) {
    return read(text).faults().problems().stream().map(Problem::toString).toList();
  }

  @Test
  void aDocumentIsReadWithTheFieldsOfItsNodes() {
    PipelineDocument document = read(GOOD).document().orElseThrow();
    assertThat(document.name()).isEqualTo("enrichment");
    assertThat(document.memoryBytes()).isEqualTo(OptionalLong.of(64L << 20));
    assertThat(document.errorHandling().goesOn()).isFalse();
    assertThat(document.nodes().stream().map(node -> node.name().text()))
        .containsExactly("orders", "products", "enrich", "out");
    NodeSpec.Combine combine = (NodeSpec.Combine) document.nodes().get(2);
    assertThat(combine.match()).isEqualTo(MatchMode.ALL);
    assertThat(combine.keys()).isEqualTo(new KeyPropagation.Named(List.of("id")));
    assertThat(combine.from().keySet()).containsExactly("orders", "products");
    assertThat(combine.cxl().text()).isEqualTo("emit id = orders.id\nemit name = products.name\n");
    assertThat(combine.maxOutputRows()).isEqualTo(OptionalLong.of(10));
  }

  @Test
  void aPlaceWithinATextIsAPlaceInTheDocument() {
    DocumentReader.Reading reading = read(GOOD);
    NodeSpec.Combine combine = (NodeSpec.Combine) reading.document().orElseThrow().nodes().get(2);
    Place inBlock = reading.faults().within(combine.cxl(), 2, 13);
    assertThat(GOOD.lines().toList().get(inBlock.line() - 1).substring(inBlock.column() - 1))
        .isEqualTo("products.name");
    Place inQuotes = reading.faults().within(combine.where().orElseThrow(), 1, 13);
    assertThat(GOOD.lines().toList().get(inQuotes.line() - 1).substring(inQuotes.column() - 1))
        .isEqualTo("products.p\"");
  }

  @Test
  void aTextWhoseLinesAreNotTheDocumentsIsToldAtItsBeginning() {
    for (String where :
        List.of(">\n        a.x\n        == b.x", "a.x\n        == b.xxxxxxxxxxxxxxxxx")) {
      String text = GOOD.replace("\"orders.p == products.p\"", where);
      DocumentReader.Reading reading = read(text);
      NodeSpec.Combine combine = (NodeSpec.Combine) reading.document().orElseThrow().nodes().get(2);
      Located located = combine.where().orElseThrow();
      assertThat(reading.faults().within(located, 1, 20)).isEqualTo(located.place());
    }
  }

  @Test
  void nodesStandBehindThoseThatTheyRead() {
    String turned =
        """
        pipeline: {name: p}
        nodes:
          - {type: sink, name: out, input: t, config: {type: csv, path: o.csv}}
          - {type: transform, name: t, input: r.high, config: {cxl: "emit a = a"}}
          - {type: route, name: r, input: s, config: {conditions: {high: "a > 1"}, default: low}}
          - {type: source, name: s, config: {type: csv, path: a.csv}}
        """;
    assertThat(read(turned).document().orElseThrow().nodes().stream().map(n -> n.name().text()))
        .containsExactly("s", "r", "t", "out");
  }

  @Test
  void allThatIsWrongIsToldAtOnceWithTheLineShown() {
    String text =
        """
        pipeline: {nam: p}
        nodes:
          - type: combine
            name: c.x
            input: {a: s}
            config:
              where: "a.x == b.x"
              on_mis: skip
              match: some
              cxl: ""
              propagate_ck: everything
          - {type: sorce, name: s}
        """;
    List<Problem> problems = read(text).faults().problems();
    assertThat(problems.stream().map(p -> p.code() + " " + p.where()))
        .containsExactly(
            "E351 p.yaml:1:11",
            "E351 p.yaml:1:12",
            "E351 p.yaml:8:7",
            "E351 p.yaml:9:14",
            "E351 p.yaml:11:21",
            "E351 p.yaml:12:12");
    assertThat(problems.get(1).remedy()).isEqualTo("Did you mean 'name'?");
    assertThat(problems.get(2).toString()).contains("'on_mis'", "Did you mean 'on_miss'?");
    assertThat(problems.get(2).traceback()).isEqualTo("        on_mis: skip\n        ^");
    assertThat(problems.get(5).remedy()).isEqualTo("Did you mean 'source'?");
    assertThatThrownBy(() -> read(text).faults().throwIfAny())
        .isInstanceOf(DovetailException.class)
        .hasMessageContainingAll("on_mis", "some", "everything", "sorce");
  }

  /// Lines behind `# ` say what must be told of the document above them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a: [",
        "pipeline: !!python/object {name: p}",
        "a: 1\na: 2",
        "\tpipeline: 1",
        "a: &x [1]\nb: *y",
        "--- 1\n--- 2",
        "? [1, 2]\n: 3"
      })
  void aTextThatIsNoPlainYamlIsRefused(String text) {
    assertThat(told(text)).isNotEmpty().anyMatch(line -> line.startsWith("E350"));
  }

  @Test
  void aliasesCannotMakeASmallTextALargeTree() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));
    }
    assertThat(told(bomb.toString())).isNotEmpty().allMatch(line -> line.startsWith("E350"));
    assertThat(told("[".repeat(100_000))).isNotEmpty();
    assertThat(told("x".repeat(6_000_000))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "E010 | - {type: source, name: a.b, config: {type: csv, path: x.csv}}",
        "E010 | - {type: source, name: s, config: {type: csv, path: x.csv}}",
        "E300 | - {type: combine, name: c, input: {a: s}, config: {where: 'true', cxl: 'emit x = a.x', propagate_ck: driver}}",
        "E300 | - {type: combine, name: c, input: {a: s, b: s, d: s}, config: {where: 'true', match: collect, cxl: '', propagate_ck: driver}}",
        "E301 | - {type: combine, name: c, input: {$doc: s, b: s}, config: {where: 'true', cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E306 | - {type: combine, name: c, input: {a: s, b: s}, config: {where: 'true', drive: d, cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E307 | - {type: sink, name: o2, input: t, config: {type: csv, path: p.csv}}",
        "E307 | - {type: sink, name: o2, input: s.high, config: {type: csv, path: p.csv}}",
        "E311 | - {type: combine, name: c, input: {a: s, b: s}, config: {where: 'true', match: collect, cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E322 | - {type: sink, name: o2, input: s, config: {type: csv, path: o.csv}}",
        "E351 | - {type: combine, name: c, input: {a: s, b: s}, config: {where: 'true', cxl: 'emit x = b.x'}}",
        "E351 | - {type: combine, name: c, input: {a: s, b: s}, config: {cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E351 | - {type: combine, name: c, input: {a: s, b: s}, config: {where: 'true', max_output_rows: 0, cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E351 | - {type: source, name: s2, config: {type: csv}}",
        "E351 | - {type: source, name: s2, config: {type: csv, path: a.csv, glob: '*.csv'}}",
        "E351 | - {type: source, name: s2, config: {type: space, path: a.csv}}",
        "E352 | - {type: combine, name: c, inputs: [s, s], config: {where: 'true', cxl: 'emit x = b.x', propagate_ck: driver}}",
        "E352 | - {type: sink, name: o2, input: o, config: {type: csv, path: p.csv}}",
        "E352 | - {type: transform, name: t, input: t, config: {cxl: 'emit a = a'}}"
      })
  void aNodeThatIsNotInOrderIsToldByItsCode(String line) {
    String[] parts = line.split(" \\| ", 2);
    String text =
        """
        pipeline: {name: p}
        nodes:
          - {type: source, name: s, config: {type: csv, path: s.csv}}
          - {type: sink, name: o, input: s, config: {type: csv, path: o.csv}}
          %s
        """
            .formatted(parts[1]);
    assertThat(told(text)).as(text).hasSize(1).allMatch(told -> told.startsWith(parts[0] + ": "));
    Matcher where = Pattern.compile("p\\.yaml:(\\d+):").matcher(told(text).getFirst());
    assertThat(where.find()).isTrue();
    assertThat(where.group(1)).as(told(text).getFirst()).isIn("4", "5");
  }
}
