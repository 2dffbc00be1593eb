package dev.dovetail.engine.decide.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FunctionsTest {
  private static Class<?> type(ValueType type) {
    return switch (JavaForm.of(type)) {
      case BOOL -> boolean.class;
      case LONG -> long.class;
      case DOUBLE -> double.class;
      case DECIMAL -> java.math.BigDecimal.class;
      case TEXT -> String.class;
      case BYTES -> byte[].class;
      case LIST -> List.class;
    };
  }

  @ParameterizedTest
  @EnumSource(Function.class)
  void aFunctionHasCodeOfItsTypes(Function function) {
    Method code = FunctionCode.method(function);
    assertThat(code.getParameterTypes())
        .containsExactly(
            function.arguments().stream().map(FunctionsTest::type).toArray(Class[]::new));
    Optional<ValueType> result = function.result();
    assertThat(code.getReturnType())
        .isEqualTo(result.isPresent() ? type(result.get()) : Object.class);
  }

  @ParameterizedTest
  @EnumSource(Function.class)
  void pythonSeesEveryArgument(Function function) {
    int hidden =
        function == Function.MOMENT_LOCAL || function.name().startsWith("PATTERN_") ? 1 : -1;
    for (int i = 0; i < function.arguments().size(); i++) {
      assertThat(function.python().contains("{" + i + "}")).isEqualTo(i != hidden);
    }
  }

  @Test
  void thereIsNoCodeWithoutAFunction() {
    Set<String> functions =
        Arrays.stream(Function.values()).map(FunctionCode::name).collect(Collectors.toSet());
    assertThat(functions).containsExactlyInAnyOrderElementsOf(FunctionCode.all().keySet());
  }
}
