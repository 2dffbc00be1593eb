package dev.dovetail.engine.decide.emit;

import static dev.dovetail.engine.decide.emit.JavaForm.desc;

import dev.dovetail.engine.column.ColumnBuilder;
import dev.dovetail.engine.column.Columns;
import dev.dovetail.engine.decide.PairTest;
import dev.dovetail.engine.decide.runtime.Undecided;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.expr.ValueType;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.function.BiConsumer;

/// Makes classes for expressions.
public final class Generated {
  private static final ClassDesc NAME =
      ClassDesc.of(Generated.class.getPackageName(), "GeneratedCondition");
  private static final MethodTypeDesc TEST =
      MethodTypeDesc.of(ConstantDescs.CD_byte, ConstantDescs.CD_int, ConstantDescs.CD_int);
  private static final MethodTypeDesc FILTER =
      MethodTypeDesc.of(
          ConstantDescs.CD_int,
          ConstantDescs.CD_int,
          ConstantDescs.CD_int.arrayType(),
          ConstantDescs.CD_int.arrayType(),
          ConstantDescs.CD_int,
          ConstantDescs.CD_byte.arrayType());
  private static final MethodTypeDesc PUT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, desc(ColumnBuilder.class));
  private static final int PUBLIC_FINAL = ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL;

  private Generated() {}

  /// The test of a BOOL over pairs.
  public static PairTest condition(Expr expr, Columns x, Columns y) {
    return (PairTest)
        define(
            PairTest.class,
            (type, constants) -> {
              type.withMethodBody(
                  "test", TEST, PUBLIC_FINAL, code -> test(code, expr, constants, x, y));
              type.withMethodBody("filter", FILTER, PUBLIC_FINAL, Generated::filter);
            });
  }

  private static void test(
      CodeBuilder code, Expr expr, ClassConstants constants, Columns x, Columns y) {
    code.trying(
        block -> {
          new ExprEmitter(block, constants, x, 1, y, 2).value(expr);
          block.ireturn();
        },
        caught ->
            caught.catching(
                desc(Undecided.class),
                block -> {
                  block.pop();
                  block.loadConstant((int) PairTest.UNDECIDED);
                  block.ireturn();
                }));
  }

  /// [PairTest#filter], whose call of `test` is bound to this class.
  private static void filter(CodeBuilder code) {
    int i = code.allocateLocal(java.lang.classfile.TypeKind.INT);
    int passed = code.allocateLocal(java.lang.classfile.TypeKind.INT);
    int index = code.allocateLocal(java.lang.classfile.TypeKind.INT);
    int outcome = code.allocateLocal(java.lang.classfile.TypeKind.INT);
    Label top = code.newLabel();
    Label next = code.newLabel();
    Label not = code.newLabel();
    Label end = code.newLabel();
    code.iconst_0().istore(i).iconst_0().istore(passed);
    code.labelBinding(top);
    code.iload(i).iload(4).if_icmpge(end);
    code.aload(3).iload(i).iaload().istore(index);
    code.aload(0).iload(1).aload(2).iload(index).iaload();
    code.invokevirtual(NAME, "test", TEST).istore(outcome);
    code.iload(outcome).iconst_1().if_icmpne(not);
    code.aload(3).iload(passed).iload(index).iastore().iinc(passed, 1).goto_(next);
    code.labelBinding(not);
    code.aload(5).iload(index).iload(outcome).bastore();
    code.labelBinding(next);
    code.iinc(i, 1).goto_(top);
    code.labelBinding(end);
    code.iload(passed).ireturn();
  }

  /// The computation of an expression over one side.
  public static Kernel kernel(Expr expr, Side side, Columns columns) {
    return (Kernel)
        define(
            Kernel.class,
            (type, constants) ->
                type.withMethodBody(
                    "put", PUT, PUBLIC_FINAL, code -> put(code, expr, constants, columns)));
  }

  private static void put(CodeBuilder code, Expr expr, ClassConstants constants, Columns columns) {
    ExprEmitter emitter = new ExprEmitter(code, constants, columns, 1, columns, 1);
    ClassDesc builder = desc(ColumnBuilder.class);
    code.aload(2);
    JavaForm form = expr.type() == ValueType.NULL ? JavaForm.LIST : JavaForm.of(expr.type());
    if (!emitter.mayBeNull(expr) && (form == JavaForm.LONG || form == JavaForm.DOUBLE)) {
      emitter.value(expr);
      code.invokevirtual(
          builder,
          form == JavaForm.LONG ? "addLong" : "addDouble",
          MethodTypeDesc.of(ConstantDescs.CD_void, form.type));
    } else {
      emitter.boxed(expr);
      code.invokevirtual(
          builder, "add", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
    }
    code.return_();
  }

  private static Object define(Class<?> parent, BiConsumer<ClassBuilder, ClassConstants> members) {
    ClassConstants constants = new ClassConstants();
    byte[] bytes =
        ClassFile.of()
            .build(
                NAME,
                type -> {
                  type.withFlags(PUBLIC_FINAL);
                  type.withSuperclass(desc(parent));
                  type.withMethodBody(
                      ConstantDescs.INIT_NAME,
                      ConstantDescs.MTD_void,
                      ClassFile.ACC_PUBLIC,
                      code ->
                          code.aload(0)
                              .invokespecial(
                                  desc(parent), ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                              .return_());
                  members.accept(type, constants);
                });
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constants.values(), true);
      return lookup
          .findConstructor(lookup.lookupClass(), java.lang.invoke.MethodType.methodType(void.class))
          .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("a generated class is not legal", e);
    }
  }
}
