package dev.dovetail.engine.decide.emit;

import static dev.dovetail.engine.decide.emit.JavaForm.desc;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.PairTests;
import dev.dovetail.engine.decide.runtime.Compares;
import dev.dovetail.engine.decide.runtime.Reads;
import dev.dovetail.engine.decide.runtime.Undecided;
import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.ValueType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.BigDecimal;
import java.util.List;

/// Writes the code of conditions, which push 1 or 0.
final class ConditionEmitter {
  private static final ClassDesc READS = desc(Reads.class);
  private static final ClassDesc COMPARES = desc(Compares.class);
  private static final ClassDesc PAIR_TEST = desc(PairTest.class);

  private final CodeBuilder code;
  private final ExprEmitter values;
  private final ClassConstants constants;

  ConditionEmitter(CodeBuilder code, ExprEmitter values, ClassConstants constants) {
    this.code = code;
    this.values = values;
    this.constants = constants;
  }

  void condition(Expr expr) {
    switch (expr) {
      case Expr.Compare(Comparison op, Expr left, Expr right) -> compare(op, left, right);
      case Expr.IsNull(Expr operand) -> isNull(operand);
      case Expr.Truth(Expr operand) -> truth(operand);
      case Expr.Not(Expr operand) -> {
        values.value(operand);
        negate();
      }
      case Expr.And(List<Expr> operands) -> shortCircuit(operands, false);
      case Expr.Or(List<Expr> operands) -> shortCircuit(operands, true);
      case Expr.Exists(Expr list, int element, Expr condition) ->
          quantified(list, element, condition, true);
      case Expr.ForAll(Expr list, int element, Expr condition) ->
          quantified(list, element, condition, false);
      case Expr.Decided(Expr operand) -> {
        if (values.placeOf(operand) != null) {
          isNull(operand);
        } else {
          values.boxed(operand);
        }
        code.pop();
        code.iconst_1();
      }
      case Expr.Undecided _ -> {
        values.undecided();
        code.iconst_0();
      }
      default -> values.value(expr);
    }
  }

  private void negate() {
    code.iconst_1();
    code.ixor();
  }

  /// @param decides the value that ends the evaluation
  private void shortCircuit(List<Expr> operands, boolean decides) {
    Label decided = code.newLabel();
    Label end = code.newLabel();
    for (Expr operand : operands) {
      values.value(operand);
      if (decides) {
        code.ifne(decided);
      } else {
        code.ifeq(decided);
      }
    }
    code.loadConstant(decides ? 0 : 1);
    code.goto_(end);
    code.labelBinding(decided);
    code.loadConstant(decides ? 1 : 0);
    code.labelBinding(end);
  }

  private void quantified(Expr list, int element, Expr condition, boolean decides) {
    int result = code.allocateLocal(java.lang.classfile.TypeKind.INT);
    code.loadConstant(decides ? 0 : 1);
    code.istore(result);
    values
        .lists()
        .loop(
            list,
            element,
            (next, end) -> {
              values.value(condition);
              if (decides) {
                code.ifeq(next);
              } else {
                code.ifne(next);
              }
              code.loadConstant(decides ? 1 : 0);
              code.istore(result);
              code.goto_(end);
            });
    code.iload(result);
  }

  private void isNull(Expr operand) {
    if (values.placeOf(operand) instanceof Place.InColumn(ColumnData column, int slot)) {
      constants.load(code, column, ColumnData.class);
      values.position(slot);
      code.invokestatic(
          READS,
          "isNull",
          MethodTypeDesc.of(
              ConstantDescs.CD_boolean, desc(ColumnData.class), ConstantDescs.CD_int));
      return;
    }
    values.boxed(operand);
    pushIfNull();
  }

  private void pushIfNull() {
    Label isNull = code.newLabel();
    Label end = code.newLabel();
    code.ifnull(isNull);
    code.iconst_0();
    code.goto_(end);
    code.labelBinding(isNull);
    code.iconst_1();
    code.labelBinding(end);
  }

  private void truth(Expr operand) {
    if (values.placeOf(operand) instanceof Place.InColumn(ColumnData column, int slot)) {
      test(PairTests.positionalTruth(column), slot, -1);
      return;
    }
    values.boxed(operand);
    if (isAlwaysTrue(operand.type())) {
      pushIfNull();
      negate();
    } else {
      code.invokestatic(
          READS, "truth", MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object));
    }
  }

  private static boolean isAlwaysTrue(ValueType type) {
    return switch (type) {
      case DATE, TIME, NAIVE_TIMESTAMP, INSTANT, ZONED_TIMESTAMP -> true;
      case NULL, BOOL, INTEGER, FLOAT, DECIMAL, TEXT, BINARY, DURATION, LIST, STRUCT -> false;
    };
  }

  // ---------------------------------------------------------------- comparisons

  private void compare(Comparison op, Expr left, Expr right) {
    if (left.type() != ValueType.LIST
        && right.type() != ValueType.LIST
        && values.placeOf(left) instanceof Place.InColumn(ColumnData a, int i)
        && values.placeOf(right) instanceof Place.InColumn(ColumnData b, int j)) {
      test(PairTests.positional(op, a, b), i, j);
      return;
    }
    boolean nulls = !op.isOrdering() && (values.mayBeNull(left) || values.mayBeNull(right));
    if (nulls
        || left.type() == ValueType.LIST
        || !PairTests.comparable(left.type(), right.type())) {
      compareBoxed(op, left, right);
    } else {
      compareTyped(op, left, right);
    }
  }

  /// Runs a test that takes its columns' positions as those of X and Y.
  private void test(PairTest test, int i, int j) {
    constants.load(code, test, PairTest.class);
    values.position(i);
    values.position(j);
    code.invokevirtual(
        PAIR_TEST,
        "test",
        MethodTypeDesc.of(ConstantDescs.CD_byte, ConstantDescs.CD_int, ConstantDescs.CD_int));
    code.invokestatic(
        desc(Undecided.class),
        "unless",
        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_byte));
  }

  private void compareBoxed(Comparison op, Expr left, Expr right) {
    if (op.isOrdering()) {
      values.undecided();
      code.iconst_0();
      return;
    }
    values.boxed(left);
    values.boxed(right);
    code.invokestatic(
        COMPARES,
        "equal",
        MethodTypeDesc.of(
            ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object));
    if (op == Comparison.NOT_EQUAL) {
      negate();
    }
  }

  private void compareTyped(Comparison op, Expr left, Expr right) {
    JavaForm l = numeric(JavaForm.of(left.type()));
    JavaForm r = numeric(JavaForm.of(right.type()));
    if (l == JavaForm.DOUBLE && r == JavaForm.DECIMAL) {
      // both are evaluated whatever they are, so the order does not show
      compareTyped(op.mirrored(), right, left);
      return;
    }
    if (l == JavaForm.LONG && r == JavaForm.DECIMAL) {
      l = JavaForm.DECIMAL;
    } else if (l == JavaForm.DECIMAL && r == JavaForm.LONG) {
      r = JavaForm.DECIMAL;
    }
    push(left, l);
    push(right, r);
    code.loadConstant(accepts(op));
    String name =
        switch (l) {
          case LONG, BOOL -> r == JavaForm.DOUBLE ? "longDouble" : "longs";
          case DOUBLE -> r == JavaForm.LONG ? "doubleLong" : "doubles";
          case DECIMAL -> r == JavaForm.DOUBLE ? "decimalDouble" : "decimals";
          case TEXT -> "texts";
          case BYTES -> "binaries";
          case LIST -> throw new IllegalStateException("lists are compared boxed");
        };
    if (l == JavaForm.DOUBLE || r == JavaForm.DOUBLE) {
      code.loadConstant(op == Comparison.NOT_EQUAL ? 1 : 0);
      code.invokestatic(
          COMPARES,
          name,
          MethodTypeDesc.of(
              ConstantDescs.CD_boolean,
              l.type,
              r.type,
              ConstantDescs.CD_int,
              ConstantDescs.CD_boolean));
    } else {
      code.invokestatic(
          COMPARES,
          name,
          MethodTypeDesc.of(ConstantDescs.CD_boolean, l.type, r.type, ConstantDescs.CD_int));
    }
  }

  private static JavaForm numeric(JavaForm form) {
    return form == JavaForm.BOOL ? JavaForm.LONG : form;
  }

  /// Pushes a value in a form that may be wider than its own.
  private void push(Expr expr, JavaForm wanted) {
    values.value(expr);
    JavaForm form = JavaForm.of(expr.type());
    if (form == JavaForm.BOOL) {
      code.i2l();
    }
    if (wanted == JavaForm.DECIMAL && numeric(form) == JavaForm.LONG) {
      code.invokestatic(
          desc(BigDecimal.class),
          "valueOf",
          MethodTypeDesc.of(desc(BigDecimal.class), ConstantDescs.CD_long));
    }
  }

  private static int accepts(Comparison op) {
    return (op.holds(-1) ? 1 : 0) | (op.holds(0) ? 2 : 0) | (op.holds(1) ? 4 : 0);
  }
}
