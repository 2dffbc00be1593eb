package dev.dovetail.pipelines.combine;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.cxl.Binder;
import dev.dovetail.pipelines.cxl.Body;
import dev.dovetail.pipelines.cxl.Condition;
import dev.dovetail.pipelines.cxl.Cxl;
import dev.dovetail.pipelines.cxl.CxlParser;
import dev.dovetail.pipelines.cxl.CxlRefused;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Scope;
import dev.dovetail.pipelines.document.CxlText;
import dev.dovetail.pipelines.document.Faults;
import dev.dovetail.pipelines.document.Located;
import dev.dovetail.pipelines.document.NodeSpec;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import dev.dovetail.pipelines.rows.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;

/// Binds the texts of a combine to the columns of its inputs.
public final class CombineCompiler {
  private final NodeSpec.Combine node;
  private final List<String> qualifiers;
  private final Scope scope;
  private final Faults faults;

  private CombineCompiler(NodeSpec.Combine node, List<Schema> inputs, Faults faults) {
    this.node = node;
    this.qualifiers = List.copyOf(node.from().keySet());
    List<Scope.Input> named = new ArrayList<>();
    for (int i = 0; i < qualifiers.size(); i++) {
      named.add(new Scope.Input(Optional.of(qualifiers.get(i)), ColumnType.fields(inputs.get(i))));
    }
    this.scope = new Scope(named);
    this.faults = faults;
  }

  /// The combine; empty if something is wrong, which is among the faults then.
  ///
  /// @param inputs the schemas of the inputs, in the order of their qualifiers
  public static Optional<CombineSpec> compile(
      NodeSpec.Combine node, List<Schema> inputs, Faults faults) {
    return new CombineCompiler(node, inputs, faults).compile();
  }

  private Optional<CombineSpec> compile() {
    if (node.fn().isPresent() || node.where().isEmpty()) {
      faults.add(
          ErrorCode.E351,
          node.name().place(),
          "combine '" + name() + "' names a function, and pipelines do not run functions yet",
          "Say which rows match by where.");
      return Optional.empty();
    }
    int driver = node.drive().map(drive -> qualifiers.indexOf(drive.text())).orElse(0);
    Optional<Where> where = where(node.where().get(), driver);
    Optional<Body> body = body(node.cxl());
    return where.flatMap(
        condition ->
            body.map(
                statements ->
                    new CombineSpec(
                        node.name().text(),
                        qualifiers,
                        driver,
                        condition,
                        node.match(),
                        node.onMiss(),
                        statements,
                        node.maxOutputRows())));
  }

  private Optional<Where> where(Located text, int driver) {
    try {
      Cxl tree = CxlParser.expression(text.text());
      Condition condition = Binder.value(tree, scope);
      if (condition.term().type() != Simple.BOOL) {
        add(
            ErrorCode.E303,
            text,
            tree.place(),
            "the where of combine '" + name() + "' is of type " + condition.term().type(),
            "Compare it with something: it says whether two rows match.");
        return Optional.empty();
      }
      return Optional.of(Where.of(condition, tree, qualifiers, driver));
    } catch (CxlRefused refused) {
      new CxlText(text, faults).add(refused);
    } catch (Where.Refused refused) {
      Where.Fault fault = refused.fault();
      add(
          fault.code(),
          text,
          fault.place(),
          "in combine '" + name() + "' " + fault.what(),
          fault.remedy());
    }
    return Optional.empty();
  }

  private void add(
      ErrorCode code,
      Located text,
      dev.dovetail.pipelines.cxl.Place place,
      String what,
      String remedy) {
    faults.add(code, faults.within(text, place.line(), place.column()), what, remedy);
  }

  private Optional<Body> body(Located text) {
    try {
      Body body = Binder.body(CxlParser.program(text.text()), scope);
      if (body.emits().isEmpty() && node.match() != MatchMode.COLLECT) {
        faults.add(
            ErrorCode.E309,
            text.place(),
            "the cxl of combine '" + name() + "' emits no column",
            "Emit what the next node needs: emit id = "
                + scope.inputs().getFirst().qualifier().orElse("")
                + ".id");
        return Optional.empty();
      }
      return Optional.of(body);
    } catch (CxlRefused refused) {
      new CxlText(text, faults).add(refused);
      return Optional.empty();
    }
  }

  private String name() {
    return node.name().text();
  }
}
