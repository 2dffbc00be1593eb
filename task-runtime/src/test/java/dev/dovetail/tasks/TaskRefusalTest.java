package dev.dovetail.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TaskRefusalTest {
  private static final FunctionSpec FN = FunctionSpec.Lambda.of("lambda x, y: True");

  @Test
  void exactWithoutMaximumNamesBothParameters() {
    refused(
        () -> new DegreeRule(Side.X, OptionalLong.empty(), true),
        ErrorCode.E101,
        "exact_x",
        "max_matches_per_x");
    refused(
        () -> new DegreeRule(Side.Y, OptionalLong.empty(), true),
        ErrorCode.E101,
        "exact_y",
        "max_matches_per_y");
  }

  @Test
  void negativeMaximumIsRefusedAndZeroIsLegal() {
    refused(() -> DegreeRule.atMost(Side.X, -1), ErrorCode.E101, "max_matches_per_x", "-1");
    assertThat(DegreeRule.atMost(Side.X, 0).allows(0)).isTrue();
    assertThat(DegreeRule.atMost(Side.X, 0).allows(1)).isFalse();
  }

  @Test
  void exactRuleAllowsItsNumberOnly() {
    DegreeRule rule = new DegreeRule(Side.Y, OptionalLong.of(2), true);
    assertThat(List.of(rule.allows(1), rule.allows(2), rule.allows(3)))
        .containsExactly(false, true, false);
  }

  @Test
  void namesThatAreEmptyOrRepeatedAreRefused() {
    refused(() -> join(" ", "a", "b"), ErrorCode.E101, "name");
    refused(
        () -> JoinTask.of("j", List.of(), new OutputRef.Space("out"), FN),
        ErrorCode.E101,
        "input_spaces");
    refused(() -> keyed(List.of()), ErrorCode.E101, "primary_key");
    refused(() -> keyed(List.of("id", "id")), ErrorCode.E101, "primary_key", "'id' twice");
    refused(() -> keyed(List.of("")), ErrorCode.E101, "primary_key");
    refused(() -> join("j", "x", "y", "y"), ErrorCode.E101, "'y' twice");
    refused(() -> new OutputRef.Space(""), ErrorCode.E101, "output_space");
    refused(
        () -> new InputRef.Space("s", OptionalLong.of(0), Optional.empty()),
        ErrorCode.E101,
        "version 0",
        "'s'");
  }

  @Test
  void oneInputPlaysBothRoles() {
    JoinTask self = join("j", "p");
    assertThat(self.isSelfJoin()).isTrue();
    assertThat(self.ys()).containsExactly(self.x());
    assertThat(join("j", "p", "p").ys()).containsExactly(InputRef.Space.latest("p"));
  }

  @Test
  void parameterOutsideItsCandidatesIsNamedWithItsValue() {
    refused(
        () ->
            FunctionParameter.of(
                "tolerance",
                "int64",
                Scalar.Int.of(7),
                List.of(Scalar.Int.of(3), Scalar.Int.of(10))),
        ErrorCode.E106,
        "tolerance",
        "7",
        "3, 10");
  }

  @Test
  void parameterValueHasItsType() {
    assertThat(FunctionParameter.of("t", "float64", Scalar.Int.of(10), List.of()).value())
        .isEqualTo(new Scalar.Real(10.0));
    assertThat(
            FunctionParameter.of(
                    "t",
                    "decimal(10,2)",
                    new Scalar.Decimal(new java.math.BigDecimal("1.2")),
                    List.of(new Scalar.Decimal(new java.math.BigDecimal("1.200"))))
                .value())
        .isEqualTo(new Scalar.Decimal(new java.math.BigDecimal("1.20")));
    refused(() -> parameter("int8", Scalar.Int.of(128)), ErrorCode.E106, "128", "int8");
    refused(() -> parameter("uint8", Scalar.Int.of(-1)), ErrorCode.E106, "-1", "uint8");
    refused(() -> parameter("int64", new Scalar.Text("7")), ErrorCode.E106, "'7'", "int64");
    refused(() -> parameter("int64", new Scalar.Bool(true)), ErrorCode.E106, "True");
    refused(() -> parameter("float64", Scalar.Int.of((1L << 53) + 1)), ErrorCode.E106, "float64");
    refused(() -> parameter("int65", Scalar.Int.of(1)), ErrorCode.E205, "int65");
    refused(() -> FunctionParameter.checkNames(List.of("two words")), ErrorCode.E106, "two words");
  }

  @Test
  void functionsHavePythonNames() {
    refused(() -> FunctionSpec.PythonFunction.of("1st", "def f(): 0"), ErrorCode.E107, "1st");
    refused(() -> FunctionSpec.PythonFunction.of("f", " "), ErrorCode.E107, "source", "f");
    refused(() -> FunctionSpec.Lambda.of(""), ErrorCode.E107, "empty");
    refused(
        () -> FunctionSpec.Importable.parse("shop.match", List.of(".")),
        ErrorCode.E107,
        "shop.match",
        "package.module:name");
    assertThat(FunctionSpec.Importable.parse("shop.match:same", List.of(".")).reference())
        .isEqualTo("shop.match:same");
  }

  @Test
  void gatesAreLegal() {
    refused(() -> new GateSpec.Equality(List.of(), List.of()), ErrorCode.E111, "x");
    refused(() -> new GateSpec.Equality(List.of("a", "b"), List.of("c")), ErrorCode.E111, "2", "1");
    refused(() -> new GateSpec.Band("a", "b", Scalar.Int.of(-1)), ErrorCode.E111, "-1");
    refused(() -> new GateSpec.Band("a", "b", new Scalar.Real(Double.NaN)), ErrorCode.E111, "nan");
    refused(() -> new GateSpec.Prefix("a", "b", 0), ErrorCode.E111, "0");
    refused(() -> new GateSpec.AnyOf(List.of()), ErrorCode.E111, "any_of");
    GateSpec gate =
        new GateSpec.AnyOf(
            List.of(
                new GateSpec.RangeOverlap("a", "b", "c", "d"), new GateSpec.SharedToken("b", "e")));
    assertThat(gate.xFields()).containsExactly("a", "b");
    assertThat(gate.yFields()).containsExactly("c", "d", "e");
  }

  @Test
  void transformsNameTheirColumns() {
    refused(() -> new TransformTask.Copy(Map.of()), ErrorCode.E101, "copy");
    refused(
        () -> new TransformTask.Rename(Map.of("a", "c", "b", "c")), ErrorCode.E101, "'c' twice");
    refused(() -> new TransformTask.Drop(java.util.Set.of()), ErrorCode.E101, "drop");
  }

  private static JoinTask join(String name, String... inputs) {
    return JoinTask.of(
        name,
        List.of(inputs).stream().<InputRef>map(InputRef.Space::latest).toList(),
        new OutputRef.Space("out"),
        FN);
  }

  private static JoinTask keyed(List<String> key) {
    JoinTask plain = join("j", "x", "y");
    return new JoinTask(
        plain.name(),
        plain.inputs(),
        plain.output(),
        key,
        List.of(),
        FN,
        Map.of(),
        plain.perX(),
        plain.perY(),
        Duplicates.EXPAND,
        OutputShape.MATCHES);
  }

  private static FunctionParameter parameter(String type, Scalar value) {
    return FunctionParameter.of("t", type, value, List.of());
  }

  private static void refused(ThrowingCallable what, ErrorCode code, String... mentions) {
    assertThatThrownBy(what)
        .isInstanceOfSatisfying(
            DovetailException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).contains(mentions);
            });
  }
}
