package dev.dovetail.engine.decide.emit;

import static dev.dovetail.engine.decide.emit.JavaForm.desc;

import dev.dovetail.engine.column.ColumnData;
import dev.dovetail.engine.column.ListColumn;
import dev.dovetail.engine.decide.runtime.Reads;
import dev.dovetail.engine.expr.Expr;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes loops over lists. The elements of a list in a column are read where they lie; those of a
/// computed list are boxed.
final class ListEmitter {
  private static final ClassDesc READS = desc(Reads.class);
  private static final ClassDesc LIST = desc(List.class);
  private static final ClassDesc ARRAY_LIST = desc(ArrayList.class);

  private final CodeBuilder code;
  private final ClassConstants constants;
  private final ExprEmitter values;
  private final Map<Integer, Place> elements = new HashMap<>();

  ListEmitter(CodeBuilder code, ClassConstants constants, ExprEmitter values) {
    this.code = code;
    this.constants = constants;
    this.values = values;
  }

  /// Where the element at hand of a loop lies.
  @Nullable Place element(int number) {
    return elements.get(number);
  }

  /// Pushes a list of values.
  void listOf(List<Expr> parts) {
    newList(parts.size());
    for (Expr part : parts) {
      code.dup();
      values.boxed(part);
      addToList();
    }
  }

  void collect(Expr.Collect collect) {
    int result = code.allocateLocal(TypeKind.REFERENCE);
    newList(0);
    code.astore(result);
    loop(
        collect.list(),
        collect.element(),
        (next, _) -> {
          values.value(collect.condition());
          code.ifeq(next);
          code.aload(result);
          values.boxed(collect.value());
          addToList();
        });
    code.aload(result);
  }

  /// The body of a loop, given where the next turn and the end of the loop are.
  interface Body {
    void write(Label next, Label end);
  }

  /// Runs a body for each element of a list.
  void loop(Expr list, int element, Body body) {
    Place outer = elements.get(element);
    int at = code.allocateLocal(TypeKind.INT);
    int size = code.allocateLocal(TypeKind.INT);
    int holder = -1;
    int boxedElement = -1;
    if (values.placeOf(list) instanceof Place.InColumn(ColumnData column, int slot)) {
      ListColumn lists = (ListColumn) column;
      bound("start", lists, slot, at);
      bound("end", lists, slot, size);
      elements.put(element, new Place.InColumn(lists.elements(), at));
    } else {
      holder = code.allocateLocal(TypeKind.REFERENCE);
      boxedElement = code.allocateLocal(TypeKind.REFERENCE);
      values.value(list);
      code.astore(holder);
      code.iconst_0();
      code.istore(at);
      code.aload(holder);
      code.invokeinterface(LIST, "size", MethodTypeDesc.of(ConstantDescs.CD_int));
      code.istore(size);
      elements.put(element, new Place.Boxed(boxedElement));
    }
    Label top = code.newLabel();
    Label next = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(top);
    code.iload(at);
    code.iload(size);
    code.if_icmpge(end);
    if (holder >= 0) {
      code.aload(holder);
      code.iload(at);
      code.invokeinterface(
          LIST, "get", MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_int));
      code.astore(boxedElement);
    }
    body.write(next, end);
    code.labelBinding(next);
    code.iinc(at, 1);
    code.goto_(top);
    code.labelBinding(end);
    if (outer == null) {
      elements.remove(element);
    } else {
      elements.put(element, outer);
    }
  }

  private void bound(String name, ListColumn lists, int slot, int variable) {
    constants.load(code, lists, ListColumn.class);
    values.position(slot);
    code.invokestatic(
        READS,
        name,
        MethodTypeDesc.of(ConstantDescs.CD_int, desc(ListColumn.class), ConstantDescs.CD_int));
    code.istore(variable);
  }

  private void newList(int size) {
    code.new_(ARRAY_LIST);
    code.dup();
    code.loadConstant(Math.max(size, 4));
    code.invokespecial(
        ARRAY_LIST,
        ConstantDescs.INIT_NAME,
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
  }

  private void addToList() {
    code.invokevirtual(
        ARRAY_LIST, "add", MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object));
    code.pop();
  }
}
