package dev.dovetail.tasks.json;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.engine.shape.JoinShape;
import dev.dovetail.tasks.DegreeRule;
import dev.dovetail.tasks.Duplicates;
import dev.dovetail.tasks.FunctionParameter;
import dev.dovetail.tasks.FunctionSpec;
import dev.dovetail.tasks.GateSpec;
import dev.dovetail.tasks.InputRef;
import dev.dovetail.tasks.JoinTask;
import dev.dovetail.tasks.OutputRef;
import dev.dovetail.tasks.OutputShape;
import dev.dovetail.tasks.Scalar;
import dev.dovetail.tasks.Task;
import dev.dovetail.tasks.TransformTask;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/// Legal tasks of every form, drawn from a seed.
final class RandomTasks {
  private static final List<String> TEXTS =
      List.of(
          "a", "news_id", "größe", "with space", "\"quoted\"", "line\nbreak", "𝄞", "$int", "\\");
  private static final List<String> NAMES = List.of("f", "same_sku", "_x1", "größe");

  private final Random random;

  RandomTasks(long seed) {
    this.random = new Random(seed);
  }

  Task next() {
    return random.nextInt(4) == 0 ? transform() : join();
  }

  private Task transform() {
    TransformTask.Change change =
        switch (random.nextInt(4)) {
          case 0 -> new TransformTask.Apply(function(), parameters());
          case 1 -> new TransformTask.Copy(Map.of(text(), text()));
          case 2 -> new TransformTask.Rename(Map.of(text(), text()));
          default -> new TransformTask.Drop(new LinkedHashSet<>(distinct(3)));
        };
    return new TransformTask(text(), input(text()), output(), change);
  }

  private Task join() {
    List<InputRef> inputs = new ArrayList<>(List.of(input("x")));
    for (String name : distinct(random.nextInt(3))) {
      inputs.add(input(name));
    }
    List<String> key = distinct(1 + random.nextInt(3));
    return new JoinTask(
        text(),
        inputs,
        output(),
        key,
        distinct(random.nextInt(3)),
        function(),
        parameters(),
        degree(Side.X),
        degree(Side.Y),
        pick(List.of(Duplicates.values())),
        shape(key.getFirst(), inputs.size()));
  }

  private OutputShape shape(String field, int inputs) {
    JoinShape kind = pick(List.of(JoinShape.values()));
    if (kind == JoinShape.AS_OF && inputs > 2) {
      return OutputShape.MATCHES;
    }
    return new OutputShape(kind, kind == JoinShape.AS_OF ? Optional.of(field) : Optional.empty());
  }

  private InputRef input(String name) {
    return switch (random.nextInt(3)) {
      case 0 -> InputRef.Space.latest(name);
      case 1 ->
          new InputRef.Space(
              name,
              OptionalLong.of(1 + random.nextInt(1000)),
              random.nextBoolean() ? Optional.of("as " + name) : Optional.empty());
      default ->
          new InputRef.File(
              name,
              random.nextBoolean() ? Optional.of("csv") : Optional.empty(),
              random.nextBoolean() ? Map.of(text(), "decimal(10,2)") : Map.of());
    };
  }

  private OutputRef output() {
    return random.nextBoolean()
        ? new OutputRef.Space(text())
        : new OutputRef.File(
            text(), random.nextBoolean() ? Optional.of("arrow") : Optional.empty());
  }

  private FunctionSpec function() {
    return switch (random.nextInt(6)) {
      case 0 -> FunctionSpec.Lambda.of("lambda x, y: x['" + text() + "'] == 1");
      case 1 -> new FunctionSpec.Lambda("lambda x, y: N", "N = True", "job.py", 12);
      case 2 -> FunctionSpec.PythonFunction.of(pick(NAMES), "def f(x, y):\n  return True\n");
      case 3 ->
          new FunctionSpec.PythonFunction(
              pick(NAMES), "source", "import math", "m.py", 3, Optional.of(gate(2)));
      case 4 -> new FunctionSpec.Importable("shop.match", pick(NAMES), List.of(".", "lib"));
      default ->
          new FunctionSpec.Held(
              pick(NAMES),
              random.nextLong(),
              text(),
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(FunctionSpec.Lambda.of("lambda x, y: " + random.nextInt())));
    };
  }

  private GateSpec gate(int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 7)) {
      case 0 -> new GateSpec.Equality(List.of(text(), text()), List.of(text(), text()));
      case 1 -> new GateSpec.KeyEquality("lambda r: r['a']", "lambda r: r['a']");
      case 2 -> new GateSpec.KeyEquality("lambda r: r['a']", "lambda r: r['b']");
      case 3 -> new GateSpec.RangeOverlap(text(), text(), text(), text());
      case 4 ->
          new GateSpec.Band(
              text(),
              text(),
              pick(
                  List.of(
                      Scalar.Int.of(5),
                      new Scalar.Real(0.5),
                      new Scalar.Decimal(new BigDecimal("1.50")),
                      new Scalar.Duration(Duration.ofHours(1)))));
      case 5 ->
          random.nextBoolean()
              ? new GateSpec.SharedToken(text(), text())
              : new GateSpec.Prefix(text(), text(), 1 + random.nextInt(9));
      default -> new GateSpec.AnyOf(List.of(gate(depth - 1), gate(depth - 1)));
    };
  }

  private DegreeRule degree(Side side) {
    return random.nextBoolean()
        ? DegreeRule.unlimited(side)
        : new DegreeRule(side, OptionalLong.of(random.nextInt(5)), random.nextBoolean());
  }

  private Map<String, FunctionParameter> parameters() {
    Map<String, FunctionParameter> parameters = new LinkedHashMap<>();
    for (String name : NAMES.subList(0, random.nextInt(NAMES.size()))) {
      Typed typed = pick(VALUES);
      List<Scalar> candidates =
          random.nextBoolean() ? List.of() : List.of(new Scalar.Null(), typed.value());
      parameters.put(name, FunctionParameter.of(name, typed.type(), typed.value(), candidates));
    }
    return parameters;
  }

  private record Typed(String type, Scalar value) {}

  private static final List<Typed> VALUES =
      List.of(
          new Typed("int64", Scalar.Int.of(7)),
          new Typed("int64", Scalar.Int.of((1L << 53) + 1)),
          new Typed("int64", Scalar.Int.of(Long.MIN_VALUE)),
          new Typed("uint64", new Scalar.Int(BigInteger.TWO.pow(64).subtract(BigInteger.ONE))),
          new Typed("int8", new Scalar.Null()),
          new Typed("float64", new Scalar.Real(Double.NaN)),
          new Typed("float64", new Scalar.Real(-0.0)),
          new Typed("float64", new Scalar.Real(Double.NEGATIVE_INFINITY)),
          new Typed("float64", new Scalar.Real(Double.MIN_VALUE)),
          new Typed("float64", new Scalar.Real(1e300)),
          new Typed("float32", new Scalar.Real((float) 0.1)),
          new Typed("bool", new Scalar.Bool(true)),
          new Typed("utf8", new Scalar.Text("größe 𝄞 \u0000")),
          new Typed("binary", new Scalar.Bytes("00ff")),
          new Typed("date", new Scalar.Date(LocalDate.of(2024, 2, 29))),
          new Typed("time", new Scalar.Time(LocalTime.of(23, 59, 59, 999_999_000))),
          new Typed("decimal(10,2)", new Scalar.Decimal(new BigDecimal("1.20"))),
          new Typed("decimal(40,0)", new Scalar.Decimal(BigDecimal.TEN.pow(39))),
          new Typed(
              "timestamp(ns)", new Scalar.Timestamp(LocalDateTime.of(2024, 1, 1, 0, 0, 0, 1))),
          new Typed(
              "timestamp(us,UTC)",
              new Scalar.Instant(
                  OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(-5)))),
          new Typed("duration(s)", new Scalar.Duration(Duration.ofSeconds(-3601))),
          new Typed("list<int64>", new Scalar.Items(List.of(Scalar.Int.of(1), new Scalar.Null()))),
          new Typed("struct<$int:utf8>", new Scalar.Fields(Map.of("$int", new Scalar.Text("1")))),
          new Typed(
              "struct<lat:float64,lon:float64>",
              new Scalar.Fields(Map.of("lat", new Scalar.Real(1), "lon", new Scalar.Null()))));

  private String text() {
    return pick(TEXTS);
  }

  private List<String> distinct(int count) {
    LinkedHashSet<String> texts = new LinkedHashSet<>();
    while (texts.size() < count) {
      texts.add(text());
    }
    return List.copyOf(texts);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
