package dev.dovetail.polyglot.function;

import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Statement;
import java.util.ArrayList;
import java.util.List;

/// The names that a module's own statements bind, those under `if`, `try` and the like included.
final class TopLevelNames {
  /// One place that binds a name.
  ///
  /// @param isFunction whether to a `def` or a lambda
  record Binding(String name, boolean isFunction, Syntax at) {}

  private final List<Binding> bindings = new ArrayList<>();
  private boolean open;

  private TopLevelNames() {}

  static TopLevelNames of(List<Statement> body) {
    TopLevelNames names = new TopLevelNames();
    body.forEach(names::collect);
    return names;
  }

  List<Binding> bindings() {
    return bindings;
  }

  /// Whether the module may have names that its text does not show: by `import *`, or by
  /// `__getattr__`.
  boolean isOpen() {
    return open;
  }

  private void collect(Statement statement) {
    switch (statement) {
      case Syntax.FunctionDef n -> {
        open |= n.name().equals("__getattr__");
        add(n.name(), true, n);
      }
      case Syntax.Assign n ->
          n.targets().forEach(target -> target(target, n.value() instanceof Syntax.Lambda, n));
      case Syntax.AnnAssign n ->
          n.value().ifPresent(value -> target(n.target(), value instanceof Syntax.Lambda, n));
      case Syntax.AugAssign n -> target(n.target(), false, n);
      case Syntax.Import n -> n.names().forEach(name -> add(name.bound(), false, n));
      case Syntax.ImportFrom n ->
          n.names()
              .forEach(
                  name -> {
                    open |= name.name().equals("*");
                    add(name.asName().orElse(name.name()), false, n);
                  });
      case Syntax.If n -> {
        n.body().forEach(this::collect);
        n.otherwise().forEach(this::collect);
      }
      case Syntax.For n -> {
        target(n.target(), false, n);
        n.body().forEach(this::collect);
        n.otherwise().forEach(this::collect);
      }
      case Syntax.While n -> {
        n.body().forEach(this::collect);
        n.otherwise().forEach(this::collect);
      }
      case Syntax.OtherStatement n -> {
        n.binds().forEach(name -> add(name, false, n));
        if (!n.kind().equals("class")) {
          n.body().forEach(this::collect);
        }
        if (n.kind().equals("with") || n.kind().equals("type")) {
          n.expressions().forEach(expression -> target(expression, false, n));
        }
      }
      case Syntax.Return _, Syntax.ExpressionStatement _, Syntax.Pass _ -> {}
    }
  }

  private void target(Expression target, boolean isFunction, Syntax at) {
    switch (target) {
      case Syntax.Name n -> add(n.id(), isFunction, at);
      case Syntax.Tuple n -> n.elements().forEach(element -> target(element, false, at));
      case Syntax.ListDisplay n -> n.elements().forEach(element -> target(element, false, at));
      case Syntax.Starred n -> target(n.value(), false, at);
      default -> {}
    }
  }

  private void add(String name, boolean isFunction, Syntax at) {
    bindings.add(new Binding(name, isFunction, at));
  }
}
