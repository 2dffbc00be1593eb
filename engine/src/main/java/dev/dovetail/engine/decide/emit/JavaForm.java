package dev.dovetail.engine.decide.emit;

import dev.dovetail.engine.expr.ValueType;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.math.BigDecimal;
import java.util.List;

/// How a value that is not NULL lies on the operand stack.
@SuppressWarnings("ImmutableEnumChecker") // descriptors of classes never change
enum JavaForm {
  BOOL(TypeKind.INT, ConstantDescs.CD_boolean, ConstantDescs.CD_Boolean),
  LONG(TypeKind.LONG, ConstantDescs.CD_long, ConstantDescs.CD_Long),
  DOUBLE(TypeKind.DOUBLE, ConstantDescs.CD_double, ConstantDescs.CD_Double),
  DECIMAL(TypeKind.REFERENCE, desc(BigDecimal.class), desc(BigDecimal.class)),
  TEXT(TypeKind.REFERENCE, ConstantDescs.CD_String, ConstantDescs.CD_String),
  BYTES(TypeKind.REFERENCE, desc(byte[].class), desc(byte[].class)),
  LIST(TypeKind.REFERENCE, desc(List.class), desc(List.class));

  final TypeKind kind;

  @SuppressWarnings("ImmutableEnumChecker") // it is immutable
  final ClassDesc type;

  @SuppressWarnings("ImmutableEnumChecker") // likewise
  final ClassDesc boxed;

  JavaForm(TypeKind kind, ClassDesc type, ClassDesc boxed) {
    this.kind = kind;
    this.type = type;
    this.boxed = boxed;
  }

  boolean isPrimitive() {
    return kind != TypeKind.REFERENCE;
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  static JavaForm of(ValueType type) {
    return switch (type) {
      case BOOL -> BOOL;
      case INTEGER, DATE, TIME, NAIVE_TIMESTAMP, INSTANT, DURATION -> LONG;
      case FLOAT -> DOUBLE;
      case DECIMAL -> DECIMAL;
      case TEXT -> TEXT;
      case BINARY -> BYTES;
      case LIST -> LIST;
      case NULL, ZONED_TIMESTAMP, STRUCT ->
          throw new IllegalArgumentException("no function takes or gives " + type);
    };
  }
}
