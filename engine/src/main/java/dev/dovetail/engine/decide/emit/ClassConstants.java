package dev.dovetail.engine.decide.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/// Objects that a hidden class refers to as constants: columns, tests.
final class ClassConstants {
  private final List<Object> values = new ArrayList<>();
  private final IdentityHashMap<Object, Integer> indices = new IdentityHashMap<>();

  /// Pushes an object.
  void load(CodeBuilder code, Object value, Class<?> type) {
    int index = indexOf(value);
    ClassDesc desc = JavaForm.desc(type);
    code.loadConstant(
        DynamicConstantDesc.ofNamed(
            ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, desc, index));
  }

  @SuppressWarnings("ReferenceEquality") // one object is one constant
  private int indexOf(Object value) {
    Integer known = indices.get(value);
    if (known != null) {
      return known;
    }
    values.add(value);
    indices.put(value, values.size() - 1);
    return values.size() - 1;
  }

  List<Object> values() {
    return List.copyOf(values);
  }
}
