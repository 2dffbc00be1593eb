package dev.dovetail.polyglot.parse;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Python syntax as an immutable tree. Every node knows where it stands and can give its own text.
///
/// Kinds that nobody looks into are an [OtherExpression] or an [OtherStatement] with their parts,
/// so that a walk over the tree meets every name and every nested statement.
public sealed interface Syntax {
  Span span();

  /// The node as its author wrote it, without the parentheses around it.
  default String text() {
    return span().text();
  }

  /// Something with a value.
  sealed interface Expression extends Syntax {}

  record Name(String id, Span span) implements Expression {}

  record Constant(Literal value, Span span) implements Expression {}

  record Attribute(Expression value, String name, Span span) implements Expression {}

  record Subscript(Expression value, Expression index, Span span) implements Expression {}

  record Slice(
      Optional<Expression> lower, Optional<Expression> upper, Optional<Expression> step, Span span)
      implements Expression {}

  /// A call.
  ///
  /// @param arguments positional ones, [Starred] among them
  record Call(Expression function, List<Expression> arguments, List<Keyword> keywords, Span span)
      implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
      keywords = List.copyOf(keywords);
    }
  }

  /// An argument given by name.
  ///
  /// @param name empty for `**value`
  record Keyword(Optional<String> name, Expression value, Span span) {}

  /// A binary operation.
  ///
  /// @param operator its sign: `+`, `//`
  record BinOp(String operator, Expression left, Expression right, Span span)
      implements Expression {}

  /// A unary operation.
  ///
  /// @param operator `not`, `-`, `+` or `~`
  record UnaryOp(String operator, Expression operand, Span span) implements Expression {}

  /// `and` or `or` over two operands or more.
  record BoolOp(boolean isAnd, List<Expression> operands, Span span) implements Expression {
    public BoolOp {
      operands = List.copyOf(operands);
    }
  }

  /// `first op rest[0] op rest[1] ...`: a chain where there are several.
  record Compare(Expression first, List<Comparand> rest, Span span) implements Expression {
    public Compare {
      rest = List.copyOf(rest);
    }
  }

  record Comparand(ComparisonOperator operator, Expression value) {}

  record IfExp(Expression test, Expression then, Expression otherwise, Span span)
      implements Expression {}

  record Lambda(Parameters parameters, Expression body, Span span) implements Expression {}

  record Tuple(List<Expression> elements, Span span) implements Expression {
    public Tuple {
      elements = List.copyOf(elements);
    }
  }

  record ListDisplay(List<Expression> elements, Span span) implements Expression {
    public ListDisplay {
      elements = List.copyOf(elements);
    }
  }

  record SetDisplay(List<Expression> elements, Span span) implements Expression {
    public SetDisplay {
      elements = List.copyOf(elements);
    }
  }

  record Dict(List<DictItem> items, Span span) implements Expression {
    public Dict {
      items = List.copyOf(items);
    }
  }

  /// An entry of a dict display.
  ///
  /// @param key empty for `**value`
  record DictItem(Optional<Expression> key, Expression value) {}

  /// A comprehension or a generator expression.
  ///
  /// @param value of a dict comprehension, whose element is the key
  record Comprehension(
      ComprehensionKind kind,
      Expression element,
      Optional<Expression> value,
      List<Generator> generators,
      Span span)
      implements Expression {
    public Comprehension {
      generators = List.copyOf(generators);
    }
  }

  enum ComprehensionKind {
    LIST,
    SET,
    DICT,
    GENERATOR
  }

  record Generator(Expression target, Expression iterable, List<Expression> conditions) {
    public Generator {
      conditions = List.copyOf(conditions);
    }
  }

  /// An f-string: text constants and formatted values in turn.
  record JoinedStr(List<Expression> parts, Span span) implements Expression {
    public JoinedStr {
      parts = List.copyOf(parts);
    }
  }

  /// A replacement field of an f-string.
  ///
  /// @param conversion `r`, `s`, `a`, or empty
  record FormattedValue(Expression value, String conversion, Optional<Expression> format, Span span)
      implements Expression {}

  record NamedExpr(Name target, Expression value, Span span) implements Expression {}

  record Starred(Expression value, Span span) implements Expression {}

  /// `await`, `yield`, `yield from`.
  record OtherExpression(String kind, List<Expression> parts, Span span) implements Expression {
    public OtherExpression {
      parts = List.copyOf(parts);
    }
  }

  /// The parameters of a function, in order.
  ///
  /// @param rest the one with a star
  /// @param keywordRest the one with two
  record Parameters(
      List<Parameter> positionalOnly,
      List<Parameter> regular,
      Optional<Parameter> rest,
      List<Parameter> keywordOnly,
      Optional<Parameter> keywordRest) {
    public Parameters {
      positionalOnly = List.copyOf(positionalOnly);
      regular = List.copyOf(regular);
      keywordOnly = List.copyOf(keywordOnly);
    }

    /// Every parameter, in the order of the signature.
    public List<Parameter> all() {
      return Stream.of(
              positionalOnly.stream(),
              regular.stream(),
              rest.stream(),
              keywordOnly.stream(),
              keywordRest.stream())
          .flatMap(Function.identity())
          .toList();
    }
  }

  record Parameter(
      String name, Optional<Expression> annotation, Optional<Expression> defaultValue, Span span) {}

  /// Something that is done.
  sealed interface Statement extends Syntax {}

  /// A function definition.
  ///
  /// @param isAsync `async def`
  /// @param span from `def` to the end of the body; decorators stand before it
  record FunctionDef(
      String name,
      Parameters parameters,
      List<Statement> body,
      List<Expression> decorators,
      Optional<Expression> returns,
      boolean isAsync,
      Span span)
      implements Statement {
    public FunctionDef {
      body = List.copyOf(body);
      decorators = List.copyOf(decorators);
    }
  }

  record Return(Optional<Expression> value, Span span) implements Statement {}

  record Assign(List<Expression> targets, Expression value, Span span) implements Statement {
    public Assign {
      targets = List.copyOf(targets);
    }
  }

  record AugAssign(Expression target, String operator, Expression value, Span span)
      implements Statement {}

  record AnnAssign(Expression target, Expression annotation, Optional<Expression> value, Span span)
      implements Statement {}

  record If(Expression test, List<Statement> body, List<Statement> otherwise, Span span)
      implements Statement {
    public If {
      body = List.copyOf(body);
      otherwise = List.copyOf(otherwise);
    }
  }

  record For(
      Expression target,
      Expression iterable,
      List<Statement> body,
      List<Statement> otherwise,
      Span span)
      implements Statement {
    public For {
      body = List.copyOf(body);
      otherwise = List.copyOf(otherwise);
    }
  }

  record While(Expression test, List<Statement> body, List<Statement> otherwise, Span span)
      implements Statement {
    public While {
      body = List.copyOf(body);
      otherwise = List.copyOf(otherwise);
    }
  }

  record ExpressionStatement(Expression value, Span span) implements Statement {}

  record Pass(Span span) implements Statement {}

  record Import(List<Alias> names, Span span) implements Statement {
    public Import {
      names = List.copyOf(names);
    }
  }

  /// `from module import names`.
  ///
  /// @param module empty in `from . import name`
  /// @param level the number of leading dots
  record ImportFrom(Optional<String> module, List<Alias> names, int level, Span span)
      implements Statement {
    public ImportFrom {
      names = List.copyOf(names);
    }
  }

  /// A name that an import asks for.
  ///
  /// @param name dotted, or `*`
  /// @param asName what it is called here, where that is said
  record Alias(String name, Optional<String> asName) {
    /// The name that the import binds: `a` for `import a.b`.
    public String bound() {
      return asName.orElseGet(
          () -> name.contains(".") ? name.substring(0, name.indexOf('.')) : name);
    }
  }

  /// Any other statement, by its keyword.
  ///
  /// @param binds names that it binds itself: a class, an exception, a captured pattern; for
  ///   `global` and `nonlocal` the names declared
  record OtherStatement(
      String kind,
      List<Expression> expressions,
      List<Statement> body,
      List<String> binds,
      Span span)
      implements Statement {
    public OtherStatement {
      expressions = List.copyOf(expressions);
      body = List.copyOf(body);
      binds = List.copyOf(binds);
    }
  }
}
