package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The names that a function sees at some point of its body: its own, then those of its module,
/// then the built-in ones.
final class Scope {
  private final Map<String, Operand> locals;
  private final Function<String, Bound> module;

  /// How many functions deep: helpers are compiled where they are called.
  final int depth;

  Scope(Map<String, Operand> locals, Function<String, Bound> module, int depth) {
    this.locals = new HashMap<>(locals);
    this.module = module;
    this.depth = depth;
  }

  /// The same names; what is bound in one is not seen in the other.
  Scope copy() {
    return new Scope(locals, module, depth);
  }

  void bind(String name, Operand value) {
    locals.put(name, value);
  }

  Function<String, Bound> module() {
    return module;
  }

  /// After a part that may not have been evaluated: what it bound is no longer known.
  void forget(Scope conditional) {
    conditional.locals.forEach(
        (name, value) -> {
          if (!value.equals(locals.get(name))) {
            locals.put(
                name, new Operand.Known(new Bound.NotConstant("which may not be assigned here")));
          }
        });
  }

  Operand lookUp(Syntax.Name node) {
    Operand local = locals.get(node.id());
    if (local != null) {
      return local instanceof Operand.Known(Bound.NotConstant(var because))
          ? notConstant(node, because)
          : local;
    }
    return switch (module.apply(node.id())) {
      case Bound.Unbound _ ->
          Builtins.isKnown(node.id())
              ? new Operand.Builtin(node.id())
              : notConstant(node, "which is no constant");
      case Bound.NotConstant(var because) -> notConstant(node, because);
      case Bound bound -> operand(bound);
    };
  }

  /// What a bound name stands for.
  static Operand operand(Bound bound) {
    return switch (bound) {
      case Bound.Scalar(var constant) -> Operand.constant(constant);
      case Bound.Sequence(var tuple) ->
          new Operand.Display(Operand.Display.Kind.TUPLE, constants(tuple.elements()));
      case Bound.Collection(var display) -> collection(display);
      default -> new Operand.Known(bound);
    };
  }

  private static Operand collection(Syntax.Expression display) {
    return switch (display) {
      case Syntax.ListDisplay(var elements, _) ->
          new Operand.Display(Operand.Display.Kind.LIST, constants(elements));
      case Syntax.SetDisplay(var elements, _) ->
          new Operand.Display(Operand.Display.Kind.SET, constants(elements));
      case Syntax.Dict dict ->
          Tables.of(dict)
              .orElseGet(
                  () ->
                      new Operand.Known(new Bound.NotConstant("which is a dict of several types")));
      default -> throw new IllegalStateException(display + " is no collection");
    };
  }

  private static List<Operand> constants(List<Syntax.Expression> elements) {
    return elements.stream()
        .map(element -> (Operand) Operand.constant(Constants.of(element).orElseThrow()))
        .toList();
  }

  private static Operand notConstant(Syntax.Name node, String because) {
    throw NotExact.at("name " + node.id() + ", " + because + ",", node);
  }
}
