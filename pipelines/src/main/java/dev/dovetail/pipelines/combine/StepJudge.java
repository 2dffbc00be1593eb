package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.join.PairBatch;
import dev.dovetail.engine.join.PairError;
import dev.dovetail.engine.join.PairJudge;
import dev.dovetail.engine.join.Verdicts;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.cxl.CxlFailure;
import dev.dovetail.pipelines.cxl.CxlPrinter;
import dev.dovetail.pipelines.cxl.Interpreter;
import dev.dovetail.pipelines.cxl.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides pairs of a step by the interpreter.
final class StepJudge implements PairJudge {
  private final List<Part> parts;
  private final Layout layout;
  private final TableFields x;
  private final TableFields y;
  private final Interpreter interpreter;
  private long judged;

  StepJudge(List<Part> parts, int slots, Layout layout, TableFields x, TableFields y) {
    this.parts = parts;
    this.layout = layout;
    this.x = x;
    this.y = y;
    this.interpreter = new Interpreter(slots);
  }

  @Override
  public Verdicts judge(PairBatch pairs, OnFailure onFailure) {
    byte[] outcomes = new byte[pairs.size()];
    Arrays.fill(outcomes, Verdicts.UNJUDGED);
    List<Verdicts.Failure> failures = new ArrayList<>();
    for (int p = 0; p < pairs.size(); p++) {
      judged++;
      at(pairs.x()[p], pairs.y()[p]);
      PairError error = null;
      boolean matches = true;
      for (Part part : parts) {
        try {
          if (!holds(part)) {
            matches = false;
            break;
          }
        } catch (CxlFailure failure) {
          error = error == null ? error(part, failure) : error;
        }
      }
      if (!matches) {
        outcomes[p] = Verdicts.NON_MATCH;
      } else if (error == null) {
        outcomes[p] = Verdicts.MATCH;
      } else {
        outcomes[p] = Verdicts.FAILED;
        failures.add(new Verdicts.Failure(p, error));
        if (onFailure == OnFailure.STOP) {
          break;
        }
      }
    }
    return new Verdicts(outcomes, failures);
  }

  private void at(int xRow, int yRow) {
    interpreter.at(
        (input, column) -> {
          Layout.Column place = layout.place(input, column);
          return place.side() == Side.X
              ? x.value(xRow, place.column())
              : y.value(yRow, place.column());
        });
  }

  private boolean holds(Part part) throws CxlFailure {
    return part.kind() == Part.Kind.RANGE
        ? isInRange((Term.Compare) part.term())
        : interpreter.isTrue(part.term());
  }

  /// A value without an order satisfies no range.
  private boolean isInRange(Term.Compare range) throws CxlFailure {
    return isOrdered(interpreter.value(range.left()))
        && isOrdered(interpreter.value(range.right()))
        && interpreter.isTrue(range);
  }

  private static boolean isOrdered(@Nullable Object value) {
    return value != null && !(value instanceof Double number && !Double.isFinite(number));
  }

  private static PairError error(Part part, CxlFailure failure) {
    return new PairError(
        ErrorCode.E343, failure.getMessage() + ", in " + CxlPrinter.print(part.source()), "");
  }

  @Override
  public long judged() {
    return judged;
  }

  @Override
  public void close() {}
}
