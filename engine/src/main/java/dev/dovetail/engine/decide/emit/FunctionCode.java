package dev.dovetail.engine.decide.emit;

import dev.dovetail.engine.decide.runtime.Decimals;
import dev.dovetail.engine.decide.runtime.Floats;
import dev.dovetail.engine.decide.runtime.Ints;
import dev.dovetail.engine.decide.runtime.Lists;
import dev.dovetail.engine.decide.runtime.Patterns;
import dev.dovetail.engine.decide.runtime.Sets;
import dev.dovetail.engine.decide.runtime.Texts;
import dev.dovetail.engine.decide.runtime.Times;
import dev.dovetail.engine.decide.runtime.Unicode;
import dev.dovetail.engine.expr.Function;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the static method that is a function's code, by its name.
final class FunctionCode {
  static final List<Class<?>> OWNERS =
      List.of(
          Ints.class,
          Floats.class,
          Decimals.class,
          Texts.class,
          Unicode.class,
          Patterns.class,
          Times.class,
          Lists.class,
          Sets.class);
  private static final Map<String, Method> METHODS = methods();

  private FunctionCode() {}

  private static Map<String, Method> methods() {
    Map<String, Method> methods = new HashMap<>();
    for (Class<?> owner : OWNERS) {
      for (Method method : owner.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())
            && methods.put(method.getName(), method) != null) {
          throw new IllegalStateException("two methods " + method.getName());
        }
      }
    }
    return methods;
  }

  /// `TEXT_STARTS_WITH` is `textStartsWith`.
  static String name(Function function) {
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < function.name().length(); i++) {
      char c = function.name().charAt(i);
      if (c == '_') {
        upper = true;
      } else {
        name.append(upper ? c : Character.toLowerCase(c));
        upper = false;
      }
    }
    return name.toString();
  }

  static Map<String, Method> all() {
    return Map.copyOf(METHODS);
  }

  static Method method(Function function) {
    Method method = METHODS.get(name(function));
    if (method == null) {
      throw new IllegalStateException(function + " has no code");
    }
    return method;
  }

  /// Calls the code; its arguments are on the stack.
  static void call(CodeBuilder code, Function function) {
    Method method = method(function);
    List<ClassDesc> parameters = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      parameters.add(JavaForm.desc(parameter));
    }
    code.invokestatic(
        JavaForm.desc(method.getDeclaringClass()),
        method.getName(),
        MethodTypeDesc.of(JavaForm.desc(method.getReturnType()), parameters));
  }
}
