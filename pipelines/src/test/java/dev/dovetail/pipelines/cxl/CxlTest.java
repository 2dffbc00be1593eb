package dev.dovetail.pipelines.cxl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What texts mean, evaluated by the interpreter.
class CxlTest {
  private static final Scope SCOPE =
      Scope.of(
          List.of(
              new Scope.Field("i", Simple.INT),
              new Scope.Field("f", Simple.FLOAT),
              new Scope.Field("s", Simple.STRING),
              new Scope.Field("b", Simple.BOOL),
              new Scope.Field("n", Simple.INT)));
  private static final Object[] ROW = {7L, 2.5, "Oak", true, null};

  private static String value(String text) throws Exception {
    Condition bound = Binder.value(CxlParser.expression(text), SCOPE);
    Object value =
        new Interpreter(bound.slots()).at((_, column) -> ROW[column]).value(bound.term());
    return value == null ? "null" : shown(value);
  }

  private static String shown(Object value) {
    return switch (value) {
      case String text -> CxlPrinter.print(new Cxl.Text(text, Place.NONE));
      case List<?> list ->
          list.stream().map(item -> item == null ? "null" : shown(item)).toList().toString();
      case java.time.LocalDate date -> "#" + date + "#";
      case java.time.LocalDateTime moment -> "#" + moment + "#";
      default -> Conversions.text(value);
    };
  }

  static List<String> examples() {
    return Functions.all().stream().map(CxlFunction::example).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theExampleOfEachFunctionHolds(String example) throws Exception {
    String[] parts = example.split(" -> ", 2);
    assertThat(value(parts[0])).as(example).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 + 2 * 3 | 7
          (1 + 2) * 3 | 9
          7 / 2 | 3.5
          -7 % 3 | 2
          1 - 2 - 3 | -4
          i > 5 and f < 3 | true
          n + 1 | null
          n > 1 | null
          n > 1 and false | false
          n > 1 or true | true
          not (n > 1) | null
          n ?? 4 | 4
          n ?? n ?? 5 | 5
          n.is_null() | true
          if n > 1 then 'a' else 'b' | 'b'
          if i > 1 then 'a' | 'a'
          if i < 1 then 'a' | null
          match i { 1 => 'one', 7 => 'seven', _ => 'many' } | 'seven'
          match n { 1 => 'one', _ => 'many' } | 'many'
          [x * 2 for x in [1, 2, 3] if x > 1] | [4, 6]
          [1, 2].map(x => x + i) | [8, 9]
          [1, 2].any(x => x > 1) | true
          [1, null].all(x => x > 0) | null
          [[1], [2, 3]].flat_map(x => x) | [1, 2, 3]
          {a: 1, b: 'x'}.b | 'x'
          'a' < 'B' | false
          1 == 1.0 | true
          9007199254740993 == 9007199254740992.0 | false
          9007199254740993 <= 9007199254740992.0 | true
          0.1 + 0.2 == 0.3 | false
          '1.20'.to_decimal(2) == '1.2'.to_decimal(1) | true
          'x'.try_int() | null
          #2024-01-31# < #2024-02-01# | true
          'nan'.to_float() == 'nan'.to_float() | false
          'nan'.to_float() < 1.0 | false
          i.min(f) | 2.5
          s.upper() + '!' | 'OAK!'
          s // a comment | 'Oak'
          """)
  void anExpressionHasItsValue(String text, String expected) throws Exception {
    assertThat(value(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 / 0 | division by zero
          1.0 / 0 | division by zero
          9223372036854775807 + 1 | leaves 64 bits
          (-9223372036854775808).abs() | leaves 64 bits
          'x'.to_int() | 'x' is no int
          'a'.matches('(') | no regular expression
          'a'.substring(-1) | negative
          'ab'.repeat(1000000000) | longer than
          #9999-12-31#.add_days(1) | outside the years
          """)
  void anEvaluationFails(String text, String message) {
    assertThatThrownBy(() -> value(text))
        .isInstanceOf(CxlFailure.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 + | the text ends | 1 | 4
          1 && 2 | 'and' | 1 | 3
          x | 'x' | 1 | 1
          S.upper() | Did you mean 's' | 1 | 1
          s.uper() | Did you mean 'upper' | 1 | 3
          s + 1 | to_string | 1 | 3
          i == 'a' | to_int | 1 | 3
          b == 1 | to_int | 1 | 3
          'a | own line | 1 | 1
          #2024-02-30# | is no date | 1 | 1
          i and b | not bool | 1 | 1
          [1, 'a'] | one type | 1 | 5
          i.map(x => x) | not of an array | 1 | 3
          i = 3 | '==' | 1 | 3
          '\\ud800' | half of a character | 1 | 1
          '\\q' | there is no \\q | 1 | 1
          """)
  void aTextIsRefused(String text, String message, int line, int column) {
    assertThatThrownBy(() -> value(text))
        .isInstanceOfSatisfying(
            CxlRefused.class,
            refused -> {
              CxlError error = refused.errors().getFirst();
              assertThat(error.message() + ". " + error.remedy()).contains(message);
              assertThat(error.place().line()).isEqualTo(line);
              assertThat(error.place().column()).isEqualTo(column);
            });
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    assertThatThrownBy(
            () -> Binder.body(CxlParser.program("emit a = x\nfilter i\nemit a = 1 + 'b'"), SCOPE))
        .isInstanceOfSatisfying(
            CxlRefused.class,
            refused ->
                assertThat(refused.errors().stream().map(error -> error.place().line()).toList())
                    .isEqualTo(Arrays.asList(1, 2, 3, 3)));
  }

  @Test
  void whatReadsAWrongNameIsNotToldAgain() {
    assertThatThrownBy(
            () ->
                Binder.body(
                    CxlParser.program("let a = x\nlet b = a + 1\nemit c = b.upper()"), SCOPE))
        .isInstanceOfSatisfying(
            CxlRefused.class, refused -> assertThat(refused.errors()).hasSize(1));
  }

  @Test
  void aPatternThatNeedsMuchStackFailsTheRow() {
    assertThatThrownBy(() -> value("'ab'.repeat(200000).matches('(a|b)*')"))
        .isInstanceOf(CxlFailure.class)
        .hasMessageContaining("too long for the pattern");
    assertThatThrownBy(() -> value("'a'.matches('('.repeat(100000) + ')'.repeat(100000))"))
        .isInstanceOf(CxlFailure.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(", "-", "not ", "if true then ", "[", "{a: ", "x => ", "1 + ", "1 ?? ", "a."})
  void noTextRunsOutOfStack(String part) {
    assertThatThrownBy(() -> CxlParser.expression(part.repeat(20_000) + "1"))
        .isInstanceOf(CxlRefused.class);
  }
}
