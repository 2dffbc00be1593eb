package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.Cxl.Operator;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Random trees, of every shape that the grammar has.
final class RandomCxl {
  private static final List<String> NAMES =
      List.of("a", "total", "$ck", "emit", "_", "and", "ünï", "two words", "back`tick", "x1");
  private static final List<String> TEXTS =
      List.of("", "a", "it's", "\"", "\\", "line\nbreak", "\t\r", "\u0001", "é☃😀", "#", "//");

  private final Random random;

  RandomCxl(Random random) {
    this.random = random;
  }

  Cxl.Program program() {
    return new Cxl.Program(
        list(
            () ->
                switch (random.nextInt(3)) {
                  case 0 -> new Cxl.Emit(name(), tree(3), Place.NONE);
                  case 1 -> new Cxl.Let(name(), tree(3), Place.NONE);
                  default -> new Cxl.Filter(tree(3), Place.NONE);
                }));
  }

  Cxl tree(int depth) {
    return depth == 0 || random.nextInt(5) == 0 ? leaf() : node(depth - 1);
  }

  private Cxl leaf() {
    return switch (random.nextInt(8)) {
      case 0 ->
          new Cxl.Int(BigInteger.valueOf(random.nextLong(1L << random.nextInt(1, 63))), Place.NONE);
      case 1 ->
          new Cxl.Real(
              Math.abs(random.nextGaussian()) * Math.pow(10, random.nextInt(-20, 20)), Place.NONE);
      case 2 -> new Cxl.Text(any(TEXTS) + any(TEXTS), Place.NONE);
      case 3 -> new Cxl.Bool(random.nextBoolean(), Place.NONE);
      case 4 -> new Cxl.Null(Place.NONE);
      case 5 -> new Cxl.Date(LocalDate.ofEpochDay(random.nextInt(-100_000, 100_000)), Place.NONE);
      case 6 ->
          new Cxl.DateTime(
              LocalDateTime.ofEpochSecond(
                  random.nextInt(), random.nextInt(1_000_000_000), java.time.ZoneOffset.UTC),
              Place.NONE);
      default -> new Cxl.Name(name(), Place.NONE);
    };
  }

  private Cxl node(int depth) {
    return switch (random.nextInt(12)) {
      case 0 -> new Cxl.Member(tree(depth), name(), Place.NONE);
      case 1 ->
          new Cxl.Call(
              tree(depth),
              name(),
              list(
                  () ->
                      random.nextInt(3) == 0
                          ? new Cxl.Lambda(name(), tree(depth), Place.NONE)
                          : tree(depth)),
              Place.NONE);
      case 2 -> new Cxl.Negate(tree(depth), Place.NONE);
      case 3 -> new Cxl.Not(tree(depth), Place.NONE);
      case 4 -> new Cxl.If(tree(depth), tree(depth), maybe(depth), Place.NONE);
      case 5 -> {
        List<Cxl.Arm> arms = list(() -> new Cxl.Arm(tree(depth), tree(depth)));
        Optional<Cxl> otherwise = arms.isEmpty() ? Optional.of(tree(depth)) : maybe(depth);
        yield new Cxl.Match(tree(depth), arms, otherwise, Place.NONE);
      }
      case 6 -> new Cxl.Array(list(() -> tree(depth)), Place.NONE);
      case 7 -> new Cxl.Comprehension(tree(depth), name(), tree(depth), maybe(depth), Place.NONE);
      case 8 ->
          new Cxl.Mapping(
              list(() -> new Cxl.Entry(any(NAMES) + any(TEXTS), tree(depth))), Place.NONE);
      default ->
          new Cxl.Binary(any(List.of(Operator.values())), tree(depth), tree(depth), Place.NONE);
    };
  }

  private Optional<Cxl> maybe(int depth) {
    return random.nextBoolean() ? Optional.of(tree(depth)) : Optional.empty();
  }

  private String name() {
    return any(NAMES);
  }

  private <T> List<T> list(Supplier<T> element) {
    return IntStream.range(0, random.nextInt(4)).mapToObj(_ -> element.get()).toList();
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
