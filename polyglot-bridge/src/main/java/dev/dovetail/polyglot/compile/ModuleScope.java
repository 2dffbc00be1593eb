package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.parse.Literal;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Parameter;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import dev.dovetail.polyglot.parse.SyntaxWalk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The names that a module binds, if loading it can neither fail nor do anything else.
///
/// That matters even to a function that compiles whole: Python runs the module before it runs the
/// function, and what it raises there is part of the answer.
final class ModuleScope {
  private static final Set<String> BUILTIN_TYPES =
      Set.of(
          "bool",
          "bytes",
          "complex",
          "dict",
          "float",
          "frozenset",
          "int",
          "list",
          "object",
          "set",
          "str",
          "tuple",
          "type");

  /// Names through which running code can rebind others.
  private static final Set<String> REBINDING =
      Set.of(
          "__builtins__",
          "__dict__",
          "__globals__",
          "__import__",
          "delattr",
          "eval",
          "exec",
          "globals",
          "setattr",
          "vars");

  private static final String ELSEWHERE = "whose value only its caller knows";

  private final Imports imports;
  private final Map<String, Bound> bound = new HashMap<>();
  private final Map<String, Syntax> functions = new HashMap<>();
  private final Set<String> boundTwice = new HashSet<>();
  private final Set<String> declaredGlobal = new HashSet<>();
  private final Uses uses = new Uses();
  private final Set<String> storedAttributes = new HashSet<>();
  private boolean lazyAnnotations;
  private Optional<String> rebinding = Optional.empty();

  /// The user's own modules, for a module that imports some.
  interface Imports {
    /// Whether a module is the user's; such a one hides one of the standard library.
    boolean has(String module);

    /// What a name imported from one of them stands for; throws [NotExact] if that may fail.
    Bound from(Syntax.ImportFrom statement, Syntax.Alias name);

    /// Loads one of them; throws [NotExact] if that may fail.
    void load(Syntax.Import statement, Syntax.Alias name);

    /// Whether no other module of the user's can get hold of what the module binds.
    boolean alone();

    /// Whether a function of some module could bind a name of another.
    boolean mayRebind(String name);

    /// There are none: whatever is not of the standard library may fail.
    Imports NONE =
        new Imports() {
          @Override
          public boolean alone() {
            return true;
          }

          @Override
          public boolean mayRebind(String name) {
            return false;
          }

          @Override
          public boolean has(String module) {
            return false;
          }

          @Override
          public Bound from(Syntax.ImportFrom statement, Syntax.Alias name) {
            throw NotExact.in("import", statement);
          }

          @Override
          public void load(Syntax.Import statement, Syntax.Alias name) {
            throw NotExact.in("import", statement);
          }
        };
  }

  /// Whether the statements have been run by whoever holds the function, so that none can fail any
  /// more.
  private final boolean isLoaded;

  private ModuleScope(Imports imports, boolean isLoaded) {
    this.imports = imports;
    this.isLoaded = isLoaded;
  }

  /// Reads a module's statements; throws [NotExact] for one that may do more than bind a name.
  static ModuleScope of(List<Syntax.Statement> statements, Imports imports) {
    return of(statements, imports, false);
  }

  /// Reads statements that have been run elsewhere: what they bind to more than a constant has a
  /// value that is not known here.
  static ModuleScope ofLoaded(List<Syntax.Statement> statements) {
    return of(statements, Imports.NONE, true);
  }

  private static ModuleScope of(
      List<Syntax.Statement> statements, Imports imports, boolean isLoaded) {
    ModuleScope scope = new ModuleScope(imports, isLoaded);
    statements.forEach(scope::read);
    statements.forEach(scope::collectRebinding);
    statements.forEach(scope.uses::add);
    return scope;
  }

  /// Takes note of what a function outside the module's text does with its names.
  void usedBy(Syntax function) {
    uses.add(function);
  }

  /// Whether running code can rebind names through a name.
  static boolean mayRebind(String name) {
    return REBINDING.contains(name);
  }

  Set<String> names() {
    return bound.keySet();
  }

  boolean binds(String name) {
    return bound.containsKey(name);
  }

  /// Whether a function of this module could bind a name of another: by storing an attribute, or by
  /// means that the text does not show.
  boolean mayRebindElsewhere(String name) {
    return storedAttributes.contains(name) || rebinding.isPresent();
  }

  Bound bound(String name) {
    if (imports.mayRebind(name)) {
      return new Bound.NotConstant("which a function may rebind");
    }
    Bound value = bound.get(name);
    if (value == null) {
      return rebinding
          .<Bound>map(by -> new Bound.NotConstant("which " + by + " may rebind"))
          .orElseGet(Bound.Unbound::new);
    }
    if (boundTwice.contains(name)) {
      return new Bound.NotConstant("which is bound twice");
    }
    if (declaredGlobal.contains(name)) {
      return new Bound.NotConstant("which a function rebinds");
    }
    boolean standard = value instanceof Bound.Module || value instanceof Bound.Imported;
    if (standard && !storedAttributes.isEmpty()) {
      return new Bound.NotConstant("whose attributes a function may set");
    }
    if (value instanceof Bound.Collection && !(imports.alone() && uses.isOnlyRead(name))) {
      return new Bound.NotConstant("which can be changed");
    }
    return rebinding
        .<Bound>map(by -> new Bound.NotConstant("which " + by + " may rebind"))
        .orElse(value);
  }

  /// The function that a name is bound to, once and for all: a `def` or a lambda.
  Syntax function(String name) {
    Syntax function = functions.get(name);
    if (function == null) {
      throw new NotExact("'" + name + "' is not defined as one function");
    }
    if (boundTwice.contains(name) || declaredGlobal.contains(name)) {
      throw new NotExact("'" + name + "' is bound more than once");
    }
    return function;
  }

  private void bind(String name, Bound value) {
    if (bound.put(name, value) != null) {
      boundTwice.add(name);
    }
  }

  private void read(Syntax.Statement statement) {
    switch (statement) {
      case Syntax.Pass _ -> {}
      case Syntax.ExpressionStatement(Syntax.Constant _, _) -> {}
      case Syntax.Import n -> n.names().forEach(name -> readImport(n, name));
      case Syntax.ImportFrom n -> n.names().forEach(name -> readImport(n, name));
      case Syntax.FunctionDef n -> readDef(n);
      case Syntax.Assign n -> n.targets().forEach(target -> readAssign(target, n.value(), n));
      case Syntax.AnnAssign n when n.value().isPresent() -> {
        requireHarmlessAnnotation(n.annotation());
        readAssign(n.target(), n.value().get(), n);
      }
      case Syntax.AnnAssign n when n.target() instanceof Syntax.Name ->
          requireHarmlessAnnotation(n.annotation());
      default -> throw NotExact.in("a statement that runs when the module is loaded,", statement);
    }
  }

  private void readImport(Syntax.Import statement, Syntax.Alias name) {
    if (!isLoaded && (imports.has(name.name()) || !StandardImports.isHarmless(name.name()))) {
      imports.load(statement, name);
    }
    boolean standard = !imports.has(name.name()) && StandardImports.isHarmless(name.name());
    bind(
        name.bound(),
        standard && !name.name().contains(".")
            ? new Bound.Module(name.name())
            : new Bound.NotConstant("which is a module"));
  }

  private void readImport(Syntax.ImportFrom statement, Syntax.Alias name) {
    String module = statement.module().orElse("");
    if (statement.level() == 0
        && !imports.has(module)
        && StandardImports.isHarmless(module, name)) {
      lazyAnnotations |= module.equals("__future__") && name.name().equals("annotations");
      bind(name.asName().orElse(name.name()), imported(module, name.name()));
      return;
    }
    if (name.name().equals("*")) {
      throw NotExact.in("import of every name", statement);
    }
    bind(
        name.asName().orElse(name.name()),
        isLoaded ? new Bound.NotConstant(ELSEWHERE) : imports.from(statement, name));
  }

  private static Bound imported(String module, String name) {
    return Attributes.imported(module, name) instanceof Operand.Value(Expr.Literal(var value), _)
        ? new Bound.Scalar(value)
        : new Bound.Imported(module, name);
  }

  private void readDef(Syntax.FunctionDef def) {
    if (!def.decorators().isEmpty()) {
      throw NotExact.in("a decorator,", def.decorators().getFirst());
    }
    requireHarmless(def.parameters());
    def.returns().ifPresent(this::requireHarmlessAnnotation);
    bind(def.name(), new Bound.UserFunction(def.name(), def, this::bound));
    functions.put(def.name(), def);
  }

  private void readAssign(Expression target, Expression value, Syntax.Statement statement) {
    if (!(target instanceof Syntax.Name name)) {
      throw NotExact.in("a statement that runs when the module is loaded,", statement);
    }
    if (value instanceof Syntax.Lambda lambda) {
      requireHarmless(lambda.parameters());
      bind(name.id(), new Bound.UserFunction(name.id(), lambda, this::bound));
      functions.put(name.id(), lambda);
      return;
    }
    if (value instanceof Syntax.Call call
        && bound.get("re") instanceof Bound.Module
        && !boundTwice.contains("re")) {
      Optional<Bound> pattern = Patterns.compiled(call);
      if (pattern.isPresent()) {
        bind(name.id(), pattern.get());
        return;
      }
    }
    bind(
        name.id(),
        constant(value)
            .or(() -> isLoaded ? Optional.of(new Bound.NotConstant(ELSEWHERE)) : Optional.empty())
            .orElseThrow(
                () -> NotExact.in("a value computed when the module is loaded,", statement)));
  }

  /// What a literal stands for; empty for what is no literal.
  static Optional<Bound> constant(Expression value) {
    Optional<Constant> scalar = Constants.of(value);
    if (scalar.isPresent()) {
      return scalar.map(Bound.Scalar::new);
    }
    return switch (value) {
      case Syntax.Tuple tuple when areConstant(tuple.elements()) ->
          Optional.of(new Bound.Sequence(tuple));
      case Syntax.Constant _ ->
          Optional.of(new Bound.NotConstant("which has no exact counterpart"));
      case Syntax.ListDisplay list when areConstant(list.elements()) -> collection(list);
      case Syntax.SetDisplay set when areConstant(set.elements()) -> collection(set);
      case Syntax.Dict dict
          when dict.items().stream()
              .allMatch(
                  item ->
                      item.key().flatMap(Constants::of).isPresent()
                          && Constants.of(item.value()).isPresent()) ->
          collection(dict);
      default -> Optional.empty();
    };
  }

  private static boolean areConstant(List<Expression> elements) {
    return elements.stream().allMatch(element -> Constants.of(element).isPresent());
  }

  private static Optional<Bound> collection(Expression display) {
    return Optional.of(new Bound.Collection(display));
  }

  private void requireHarmless(Parameters parameters) {
    for (Parameter parameter : parameters.all()) {
      parameter.annotation().ifPresent(this::requireHarmlessAnnotation);
      parameter
          .defaultValue()
          .filter(value -> constant(value).isEmpty())
          .ifPresent(
              value -> {
                throw NotExact.in("a default that is no constant,", value);
              });
    }
  }

  /// Annotations run when a function is defined.
  private void requireHarmlessAnnotation(Expression annotation) {
    if (!lazyAnnotations && !isHarmlessAnnotation(annotation)) {
      throw NotExact.in("an annotation that may fail,", annotation);
    }
  }

  private static boolean isHarmlessAnnotation(Expression annotation) {
    return switch (annotation) {
      case Syntax.Constant _ -> true;
      case Syntax.Name name -> BUILTIN_TYPES.contains(name.id());
      case Syntax.Subscript(Syntax.Name name, var index, _)
          when Set.of("dict", "list", "tuple", "set", "frozenset").contains(name.id()) ->
          index instanceof Syntax.Tuple tuple
              ? tuple.elements().stream().allMatch(ModuleScope::isHarmlessAnnotation)
              : isHarmlessAnnotation(index);
      case Syntax.BinOp(var operator, Syntax.Name left, Syntax.Name right, _)
          when operator.equals("|") ->
          isHarmlessAnnotation(left) && isHarmlessAnnotation(right);
      case Syntax.BinOp(var operator, Syntax.Name left, Syntax.Constant(Literal.None _, _), _)
          when operator.equals("|") ->
          isHarmlessAnnotation(left);
      default -> false;
    };
  }

  /// Notes what the bodies of the module's functions could do to its names once they run.
  private void collectRebinding(Syntax.Statement statement) {
    SyntaxWalk.each(
        statement,
        node -> {
          switch (node) {
            case Syntax.OtherStatement n when n.kind().equals("global") ->
                declaredGlobal.addAll(n.binds());
            case Syntax.Assign n -> n.targets().forEach(this::collectStored);
            case Syntax.AugAssign n -> collectStored(n.target());
            case Syntax.AnnAssign n -> collectStored(n.target());
            case Syntax.For n -> collectStored(n.target());
            case Syntax.Name n when REBINDING.contains(n.id()) ->
                rebinding = Optional.of(n.id() + " at " + n.span().place());
            case Syntax.Attribute n when REBINDING.contains(n.name()) ->
                rebinding = Optional.of(n.name() + " at " + n.span().place());
            default -> {}
          }
        });
  }

  private void collectStored(Expression target) {
    SyntaxWalk.each(
        target,
        node -> {
          if (node instanceof Syntax.Attribute attribute) {
            storedAttributes.add(attribute.name());
          }
        });
  }
}
