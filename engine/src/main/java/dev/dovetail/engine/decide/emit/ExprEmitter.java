package dev.dovetail.engine.decide.emit;

import static dev.dovetail.engine.decide.emit.JavaForm.desc;

import dev.dovetail.engine.column.BytesColumn;
import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.column.Constants;
import dev.dovetail.engine.column.DoubleColumn;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.column.LongColumn;
import dev.dovetail.engine.decide.runtime.Reads;
import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the code of expressions into a method.
///
/// Values lie on the operand stack in their [JavaForm], which has no NULL: code that meets a NULL
/// where a value must be, or anything else undecided, throws
/// [dev.dovetail.engine.decide.runtime.Undecided], which the method catches. So an undecided part
/// ends the evaluation at the very place where the language would raise. Where NULL is a value like
/// others, it is boxed.
final class ExprEmitter {
  private static final ClassDesc READS = desc(Reads.class);
  private static final ClassDesc LIST = desc(List.class);
  private static final ClassDesc COLUMN = desc(ColumnData.class);

  private final CodeBuilder code;
  private final ClassConstants constants;
  private final Columns x;
  private final Columns y;
  private final int xSlot;
  private final int ySlot;
  private final ListEmitter lists;

  /// @param xSlot of the parameter that is a position of X
  ExprEmitter(
      CodeBuilder code, ClassConstants constants, Columns x, int xSlot, Columns y, int ySlot) {
    this.code = code;
    this.constants = constants;
    this.x = x;
    this.y = y;
    this.xSlot = xSlot;
    this.ySlot = ySlot;
    this.lists = new ListEmitter(code, constants, this);
  }

  ListEmitter lists() {
    return lists;
  }

  // ---------------------------------------------------------------- values

  /// Pushes a value that is not NULL.
  void value(Expr expr) {
    switch (expr) {
      case Expr.Field _, Expr.Element _ -> read(expr, false);
      case Expr.Literal(Constant constant) -> literal(constant);
      case Expr.Apply apply -> apply(apply);
      case Expr.If(Expr test, Expr then, Expr otherwise, ValueType type) ->
          branch(test, () -> valueOr(then, type), () -> valueOr(otherwise, type));
      case Expr.ListOf(List<Expr> parts) -> lists.listOf(parts);
      case Expr.Collect collect -> lists.collect(collect);
      case Expr.Compare _,
          Expr.IsNull _,
          Expr.Truth _,
          Expr.Not _,
          Expr.And _,
          Expr.Or _,
          Expr.Exists _,
          Expr.ForAll _,
          Expr.Decided _,
          Expr.Undecided _ ->
          new ConditionEmitter(code, this, constants).condition(expr);
      case Expr.Member member ->
          throw new IllegalArgumentException(member + " is a column of its own");
    }
  }

  /// Pushes a value of a type, or throws for NULL itself, whose form is then the type's.
  private void valueOr(Expr expr, ValueType type) {
    if (!(expr instanceof Expr.Literal(Constant.Null _))) {
      value(expr);
      return;
    }
    undecided();
    switch (JavaForm.of(type)) {
      case BOOL -> code.iconst_0();
      case LONG -> code.lconst_0();
      case DOUBLE -> code.dconst_0();
      case DECIMAL, TEXT, BYTES, LIST -> code.aconst_null();
    }
  }

  private void read(Expr expr, boolean roughly) {
    switch (placeOf(expr)) {
      case Place.InColumn(ColumnData column, int slot) -> read(column, slot, roughly);
      case Place.Boxed(int slot) -> {
        code.aload(slot);
        unbox(expr.type());
      }
      case null -> throw new IllegalStateException(expr + " is computed");
    }
  }

  /// Pushes a column's value in its Java form.
  ///
  /// @param roughly whether a timestamp may lose what lies below the microsecond
  private void read(ColumnData column, int slot, boolean roughly) {
    switch (column.type()) {
      case BOOL -> read("bool", column, LongColumn.class, slot, ConstantDescs.CD_boolean);
      case INTEGER, DATE -> {
        if (!(column instanceof LongColumn)) {
          undecided();
          code.loadConstant(0L);
        } else {
          read("integer", column, LongColumn.class, slot, ConstantDescs.CD_long);
        }
      }
      case TIME, NAIVE_TIMESTAMP, INSTANT, DURATION ->
          read(
              roughly ? "micros" : "wholeMicros",
              column,
              LongColumn.class,
              slot,
              ConstantDescs.CD_long);
      case FLOAT -> read("real", column, DoubleColumn.class, slot, ConstantDescs.CD_double);
      case DECIMAL -> read("decimal", column, ColumnData.class, slot, desc(BigDecimal.class));
      case TEXT -> read("text", column, BytesColumn.class, slot, ConstantDescs.CD_String);
      case BINARY -> read("binary", column, BytesColumn.class, slot, desc(byte[].class));
      case LIST -> read("list", column, ListColumn.class, slot, LIST);
      case NULL, STRUCT, ZONED_TIMESTAMP ->
          throw new IllegalArgumentException("no condition reads values of " + column.type());
    }
  }

  private void read(
      String name, ColumnData column, Class<? extends ColumnData> type, int slot, ClassDesc form) {
    constants.load(code, column, type);
    position(slot);
    code.invokestatic(READS, name, MethodTypeDesc.of(form, desc(type), ConstantDescs.CD_int));
  }

  void position(int slot) {
    if (slot < 0) {
      code.iconst_0();
    } else {
      code.iload(slot);
    }
  }

  private void literal(Constant constant) {
    switch (constant) {
      case Constant.Bool(boolean value) -> code.loadConstant(value ? 1 : 0);
      case Constant.Int(BigInteger value) -> {
        if (value.bitLength() > 63) {
          undecided();
          code.loadConstant(0L);
        } else {
          code.loadConstant(value.longValueExact());
        }
      }
      case Constant.Real(double value) -> code.loadConstant(value);
      case Constant.Temporal(_, long value) -> code.loadConstant(value);
      case Constant.Decimal(BigDecimal value) -> constants.load(code, value, BigDecimal.class);
      case Constant.Text(String value) -> constants.load(code, value, String.class);
      case Constant.Bytes bytes -> constants.load(code, bytes.bytes(), byte[].class);
      case Constant.Null _, Constant.Opaque _ -> {
        undecided();
        code.iconst_0();
      }
    }
  }

  private void apply(Expr.Apply apply) {
    if (inPlace(apply)) {
      return;
    }
    boolean roughly = readsRoughly(apply.function());
    for (Expr argument : apply.arguments()) {
      if (roughly && placeOf(argument) != null && !(argument instanceof Expr.Literal)) {
        read(argument, true);
      } else {
        value(argument);
      }
    }
    FunctionCode.call(code, apply.function());
    if (apply.function().result().isEmpty()) {
      unbox(apply.type());
    }
  }

  /// Whether a function leaves out what lies below the microsecond: all that count or show the
  /// parts of a timestamp do, those that make a new one do not.
  private static boolean readsRoughly(Function function) {
    return switch (function) {
      case MOMENT_YEAR,
          MOMENT_MONTH,
          MOMENT_DAY,
          MOMENT_HOUR,
          MOMENT_MINUTE,
          MOMENT_SECOND,
          MOMENT_MICROSECOND,
          MOMENT_WEEKDAY,
          MOMENT_ISO_WEEKDAY,
          MOMENT_DATE,
          MOMENT_TIME,
          MOMENT_ISO_FORMAT,
          MOMENT_TO_TEXT,
          MOMENT_LOCAL,
          MOMENT_DIFFERENCE ->
          true;
      default -> false;
    };
  }

  /// Functions of two texts that lie in columns read them there.
  private boolean inPlace(Expr.Apply apply) {
    String name =
        switch (apply.function()) {
          case TEXT_STARTS_WITH -> "startsWith";
          case TEXT_ENDS_WITH -> "endsWith";
          case TEXT_WITHIN -> "within";
          default -> "";
        };
    if (name.isEmpty()
        || !(placeOf(apply.arguments().get(0)) instanceof Place.InColumn(ColumnData a, int i))
        || !(placeOf(apply.arguments().get(1)) instanceof Place.InColumn(ColumnData b, int j))
        || !(a instanceof BytesColumn)
        || !(b instanceof BytesColumn)) {
      return false;
    }
    ClassDesc bytes = desc(BytesColumn.class);
    constants.load(code, a, BytesColumn.class);
    position(i);
    constants.load(code, b, BytesColumn.class);
    position(j);
    code.invokestatic(
        READS,
        name,
        MethodTypeDesc.of(
            ConstantDescs.CD_boolean, bytes, ConstantDescs.CD_int, bytes, ConstantDescs.CD_int));
    return true;
  }

  void branch(Expr test, Runnable then, Runnable otherwise) {
    Label no = code.newLabel();
    Label end = code.newLabel();
    value(test);
    code.ifeq(no);
    then.run();
    code.goto_(end);
    code.labelBinding(no);
    otherwise.run();
    code.labelBinding(end);
  }

  /// Throws.
  void undecided() {
    code.iconst_2();
    code.invokestatic(
        desc(dev.dovetail.engine.decide.runtime.Undecided.class),
        "unless",
        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_byte));
    code.pop();
  }

  // ---------------------------------------------------------------- boxed values

  /// Pushes a value, boxed; null for NULL.
  void boxed(Expr expr) {
    switch (expr) {
      case Expr.Literal(Constant.Null _) -> code.aconst_null();
      case Expr.If(Expr test, Expr then, Expr otherwise, _) ->
          branch(test, () -> boxed(then), () -> boxed(otherwise));
      case Expr.Apply apply when apply.function().result().isEmpty() -> {
        apply.arguments().forEach(this::value);
        FunctionCode.call(code, apply.function());
      }
      case Expr.Field _, Expr.Element _ -> {
        switch (placeOf(expr)) {
          case Place.InColumn(ColumnData column, int slot) -> {
            constants.load(code, column, ColumnData.class);
            position(slot);
            code.invokestatic(
                READS,
                "boxed",
                MethodTypeDesc.of(ConstantDescs.CD_Object, COLUMN, ConstantDescs.CD_int));
          }
          case Place.Boxed(int slot) -> code.aload(slot);
          case null -> throw new IllegalStateException(expr + " is computed");
        }
      }
      default -> {
        value(expr);
        box(JavaForm.of(expr.type()));
      }
    }
  }

  private void box(JavaForm form) {
    if (form.isPrimitive()) {
      code.invokestatic(form.boxed, "valueOf", MethodTypeDesc.of(form.boxed, form.type));
    }
  }

  private void unbox(ValueType type) {
    JavaForm form = JavaForm.of(type);
    String name =
        switch (form) {
          case BOOL -> "unboxBool";
          case LONG -> "unboxLong";
          case DOUBLE -> "unboxDouble";
          case DECIMAL, TEXT, BYTES, LIST -> "present";
        };
    if (form.isPrimitive()) {
      code.invokestatic(READS, name, MethodTypeDesc.of(form.type, ConstantDescs.CD_Object));
    } else {
      code.invokestatic(
          READS, name, MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object));
      code.checkcast(form.type);
    }
  }

  // ---------------------------------------------------------------- places

  /// Where a value lies; null for one that is computed.
  @Nullable Place placeOf(Expr expr) {
    return switch (expr) {
      case Expr.Field(Side side, int column, _, _) ->
          side == Side.X
              ? new Place.InColumn(x.column(column), xSlot)
              : new Place.InColumn(y.column(column), ySlot);
      case Expr.Element(int number, _) -> lists.element(number);
      case Expr.Literal(Constant constant) when !(constant instanceof Constant.Opaque) ->
          new Place.InColumn(constantColumns.computeIfAbsent(constant, Constants::column), -1);
      default -> null;
    };
  }

  private final Map<Constant, ColumnData> constantColumns = new HashMap<>();

  /// Whether a value may be NULL, given what the columns hold.
  boolean mayBeNull(Expr expr) {
    return switch (expr) {
      case Expr.Field _ ->
          placeOf(expr) instanceof Place.InColumn(ColumnData column, _) && column.hasNulls();
      case Expr.Element _ ->
          !(placeOf(expr) instanceof Place.InColumn(ColumnData column, _)) || column.hasNulls();
      case Expr.Literal(Constant constant) -> constant instanceof Constant.Null;
      case Expr.Apply apply -> apply.function().result().isEmpty();
      case Expr.If(_, Expr then, Expr otherwise, _) -> mayBeNull(then) || mayBeNull(otherwise);
      default -> false;
    };
  }
}
