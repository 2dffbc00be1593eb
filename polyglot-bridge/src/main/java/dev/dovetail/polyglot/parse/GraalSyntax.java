package dev.dovetail.polyglot.parse;

import com.oracle.graal.python.pegparser.AbstractParser;
import com.oracle.graal.python.pegparser.FutureFeature;
import com.oracle.graal.python.pegparser.InputType;
import com.oracle.graal.python.pegparser.Parser;
import com.oracle.graal.python.pegparser.ParserCallbacks;
import com.oracle.graal.python.pegparser.scope.ScopeEnvironment;
import com.oracle.graal.python.pegparser.sst.AliasTy;
import com.oracle.graal.python.pegparser.sst.ArgTy;
import com.oracle.graal.python.pegparser.sst.ArgumentsTy;
import com.oracle.graal.python.pegparser.sst.BoolOpTy;
import com.oracle.graal.python.pegparser.sst.CmpOpTy;
import com.oracle.graal.python.pegparser.sst.ComprehensionTy;
import com.oracle.graal.python.pegparser.sst.ConstantValue;
import com.oracle.graal.python.pegparser.sst.ExceptHandlerTy;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.MatchCaseTy;
import com.oracle.graal.python.pegparser.sst.ModTy;
import com.oracle.graal.python.pegparser.sst.OperatorTy;
import com.oracle.graal.python.pegparser.sst.PatternTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import com.oracle.graal.python.pegparser.sst.UnaryOpTy;
import com.oracle.graal.python.pegparser.sst.WithItemTy;
import com.oracle.graal.python.pegparser.tokenizer.CodePoints;
import com.oracle.graal.python.pegparser.tokenizer.SourceRange;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.parse.Syntax.Alias;
import dev.dovetail.polyglot.parse.Syntax.Comparand;
import dev.dovetail.polyglot.parse.Syntax.ComprehensionKind;
import dev.dovetail.polyglot.parse.Syntax.DictItem;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Generator;
import dev.dovetail.polyglot.parse.Syntax.Keyword;
import dev.dovetail.polyglot.parse.Syntax.Name;
import dev.dovetail.polyglot.parse.Syntax.Parameter;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import dev.dovetail.polyglot.parse.Syntax.Statement;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parser inside GraalPy's implementation, and the translation of its tree into [Syntax]: the
/// only class that knows it, since it is no public API. It needs no polyglot context.
///
/// The parser builds the tree and leaves some of Python's syntax errors to the compiler behind it;
/// those are found here too ([ScopeEnvironment], and the checks in the translation), so that what
/// is read here compiles there.
///
/// One instance translates one text. It is written as chains of `instanceof`: a pattern switch
/// costs a bootstrap that the first parse of a short run would pay for.
@SuppressWarnings("IfChainToSwitch")
final class GraalSyntax {
  /// Deeper trees are refused: whoever walks a tree may recurse.
  private static final int MAX_DEPTH = 500;

  private static final int FEATURE_VERSION = 12;

  /// Put around an expression that goes over several lines.
  private static final String OPEN = "(";

  private final SourceText source;

  /// Characters that stand before the text on its first line.
  private final int shift;

  private int depth;
  private boolean needsScopes;
  private boolean inFunction;
  private boolean inAsync;
  private boolean inLoop;

  private GraalSyntax(SourceText source, int shift) {
    this.source = source;
    this.shift = shift;
  }

  static Expression expression(SourceText source) {
    String text = source.text();
    boolean severalLines = source.lineCount() > 1 || !text.equals(text.stripLeading());
    GraalSyntax syntax = new GraalSyntax(source, severalLines ? OPEN.length() : 0);
    return syntax.guarded(
        () -> {
          ModTy tree = syntax.parse(severalLines ? OPEN + text + "\n)" : text, InputType.EVAL);
          if (!(tree instanceof ModTy.Expression root)) {
            throw syntax.error(tree.getSourceRange(), "an expression is expected");
          }
          if (severalLines) {
            syntax.refuseUnbalanced(root.body);
          }
          Expression translated = syntax.expr(root.body);
          if (syntax.needsScopes) {
            ScopeEnvironment.analyze(tree, syntax.callbacks(), EnumSet.noneOf(FutureFeature.class));
          }
          return translated;
        });
  }

  static PythonModule module(SourceText source) {
    GraalSyntax syntax = new GraalSyntax(source, 0);
    return syntax.guarded(
        () -> {
          ModTy tree = syntax.parse(source.text(), InputType.FILE);
          if (!(tree instanceof ModTy.Module root)) {
            throw syntax.error(tree.getSourceRange(), "a module is expected");
          }
          List<Statement> body = syntax.statements(root.body);
          ScopeEnvironment.analyze(tree, syntax.callbacks(), EnumSet.noneOf(FutureFeature.class));
          return new PythonModule(source, body);
        });
  }

  /// The text in parentheses must be one expression by itself: `1) + (2` is none.
  private void refuseUnbalanced(ExprTy root) {
    SourceRange range = root.getSourceRange();
    boolean before = range.startLine == 1 && range.startColumn < OPEN.length();
    boolean after = range.endLine > source.lineCount();
    if (before || after || root instanceof ExprTy.NamedExpr) {
      throw SyntaxProblem.at(source, 1, 0, "one expression is expected");
    }
  }

  private interface Reading<T> {
    T read();
  }

  private <T> T guarded(Reading<T> reading) {
    try {
      return reading.read();
    } catch (StackOverflowError _) {
      throw SyntaxProblem.at(source, 1, 0, "it nests too deeply");
    } catch (DovetailException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      // The parser fails on some odd texts instead of refusing them, such as digits of other
      // scripts.
      throw SyntaxProblem.at(source, 1, 0, "the parser gives up (" + e + ")");
    }
  }

  private ModTy parse(String text, InputType kind) {
    SSTNode tree =
        new Parser(
                text,
                callbacks(),
                kind,
                EnumSet.noneOf(AbstractParser.Flags.class),
                FEATURE_VERSION)
            .parse();
    return (ModTy) tree;
  }

  private ParserCallbacks callbacks() {
    return new ParserCallbacks() {
      @Override
      public void safePointPoll() {}

      @Override
      public RuntimeException reportIncompleteSource(int line) {
        return SyntaxProblem.at(source, line, Integer.MAX_VALUE, "it ends too early");
      }

      @Override
      public RuntimeException onError(ErrorType kind, SourceRange range, String message) {
        return error(range, message);
      }

      @Override
      public void onWarning(WarningType kind, SourceRange range, String message) {}
    };
  }

  private DovetailException error(SourceRange range, String message) {
    int column = range.startLine == 1 ? range.startColumn - shift : range.startColumn;
    return SyntaxProblem.at(source, range.startLine, column, message);
  }

  private Span span(SSTNode node) {
    SourceRange range = node.getSourceRange();
    return source.span(
        range.startLine,
        range.startLine == 1 ? range.startColumn - shift : range.startColumn,
        range.endLine,
        range.endLine == 1 ? range.endColumn - shift : range.endColumn);
  }

  // ---------------------------------------------------------------- expressions

  private List<Expression> exprs(ExprTy @Nullable [] nodes) {
    List<Expression> list = new ArrayList<>();
    if (nodes != null) {
      for (ExprTy node : nodes) {
        list.add(expr(node));
      }
    }
    return list;
  }

  private Optional<Expression> optional(@Nullable ExprTy node) {
    return node == null ? Optional.empty() : Optional.of(expr(node));
  }

  private Expression expr(ExprTy node) {
    if (++depth > MAX_DEPTH) {
      throw error(node.getSourceRange(), "it nests more than " + MAX_DEPTH + " levels deep");
    }
    try {
      return exprAt(node, span(node));
    } finally {
      depth--;
    }
  }

  private Expression exprAt(ExprTy node, Span span) {
    if (node instanceof ExprTy.Name n) {
      return new Name(n.id, span);
    } else if (node instanceof ExprTy.Constant n) {
      requireAsciiNumber(n, span);
      return new Syntax.Constant(literal(n.value, node), span);
    } else if (node instanceof ExprTy.Subscript n) {
      return new Syntax.Subscript(expr(n.value), expr(n.slice), span);
    } else if (node instanceof ExprTy.Compare n) {
      List<Comparand> rest = new ArrayList<>();
      Expression first = expr(n.left);
      for (int i = 0; i < n.ops.length; i++) {
        rest.add(new Comparand(comparison(n.ops[i]), expr(n.comparators[i])));
      }
      return new Syntax.Compare(first, rest, span);
    } else if (node instanceof ExprTy.BoolOp n) {
      boolean isAnd = n.op == BoolOpTy.And;
      return new Syntax.BoolOp(isAnd, exprs(n.values), span);
    } else if (node instanceof ExprTy.Lambda n) {
      return lambda(n, span);
    } else if (node instanceof ExprTy.Attribute n) {
      return new Syntax.Attribute(expr(n.value), n.attr, span);
    } else if (node instanceof ExprTy.Call n) {
      return new Syntax.Call(expr(n.func), exprs(n.args), keywords(n.keywords), span);
    } else if (node instanceof ExprTy.UnaryOp n) {
      return new Syntax.UnaryOp(unary(n.op), expr(n.operand), span);
    } else if (node instanceof ExprTy.BinOp n) {
      return new Syntax.BinOp(binary(n.op), expr(n.left), expr(n.right), span);
    } else if (node instanceof ExprTy.IfExp n) {
      return new Syntax.IfExp(expr(n.test), expr(n.body), expr(n.orElse), span);
    } else if (node instanceof ExprTy.Tuple n) {
      return new Syntax.Tuple(exprs(n.elements), span);
    } else if (node instanceof ExprTy.List n) {
      return new Syntax.ListDisplay(exprs(n.elements), span);
    } else if (node instanceof ExprTy.Set n) {
      return new Syntax.SetDisplay(exprs(n.elements), span);
    } else if (node instanceof ExprTy.Dict n) {
      return new Syntax.Dict(items(n), span);
    } else if (node instanceof ExprTy.Slice n) {
      return new Syntax.Slice(optional(n.lower), optional(n.upper), optional(n.step), span);
    } else if (node instanceof ExprTy.JoinedStr n) {
      return new Syntax.JoinedStr(exprs(n.values), span);
    } else if (node instanceof ExprTy.FormattedValue n) {
      String conversion = n.conversion < 0 ? "" : Character.toString(n.conversion);
      return new Syntax.FormattedValue(expr(n.value), conversion, optional(n.formatSpec), span);
    } else if (node instanceof ExprTy.Starred n) {
      return new Syntax.Starred(expr(n.value), span);
    } else {
      return scopedExprAt(node, span);
    }
  }

  /// Expressions whose legality depends on the scope around them.
  private Expression scopedExprAt(ExprTy node, Span span) {
    needsScopes = true;
    if (node instanceof ExprTy.NamedExpr n) {
      Name target = new Name(((ExprTy.Name) n.target).id, span(n.target));
      return new Syntax.NamedExpr(target, expr(n.value), span);
    } else if (node instanceof ExprTy.ListComp n) {
      return comprehension(ComprehensionKind.LIST, n.element, null, n.generators, span);
    } else if (node instanceof ExprTy.SetComp n) {
      return comprehension(ComprehensionKind.SET, n.element, null, n.generators, span);
    } else if (node instanceof ExprTy.DictComp n) {
      return comprehension(ComprehensionKind.DICT, n.key, n.value, n.generators, span);
    } else if (node instanceof ExprTy.GeneratorExp n) {
      return comprehension(ComprehensionKind.GENERATOR, n.element, null, n.generators, span);
    } else if (node instanceof ExprTy.Yield n) {
      require(inFunction, node, "'yield' outside function");
      return other("yield", optional(n.value).stream().toList(), span);
    } else if (node instanceof ExprTy.YieldFrom n) {
      require(inFunction && !inAsync, node, "'yield from' outside function");
      return other("yield from", List.of(expr(n.value)), span);
    } else if (node instanceof ExprTy.Await n) {
      require(inAsync, node, "'await' outside async function");
      return other("await", List.of(expr(n.value)), span);
    }
    throw error(node.getSourceRange(), node.getClass().getSimpleName() + " is not known");
  }

  private static Expression other(String kind, List<Expression> parts, Span span) {
    return new Syntax.OtherExpression(kind, parts, span);
  }

  private void require(boolean condition, SSTNode node, String otherwise) {
    if (!condition) {
      throw error(node.getSourceRange(), otherwise);
    }
  }

  private Expression lambda(ExprTy.Lambda node, Span span) {
    Parameters parameters = parameters(node.args);
    boolean wasInFunction = inFunction;
    boolean wasInAsync = inAsync;
    inFunction = true;
    inAsync = false;
    Expression body = expr(node.body);
    inFunction = wasInFunction;
    inAsync = wasInAsync;
    return new Syntax.Lambda(parameters, body, span);
  }

  private Expression comprehension(
      ComprehensionKind kind,
      ExprTy element,
      @Nullable ExprTy value,
      ComprehensionTy[] generators,
      Span span) {
    List<Generator> list = new ArrayList<>();
    for (ComprehensionTy g : generators) {
      require(!g.isAsync || inAsync, g, "asynchronous comprehension outside of an async function");
      list.add(new Generator(expr(g.target), expr(g.iter), exprs(g.ifs)));
    }
    return new Syntax.Comprehension(kind, expr(element), optional(value), list, span);
  }

  private List<Keyword> keywords(KeywordTy @Nullable [] nodes) {
    List<Keyword> list = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    if (nodes != null) {
      for (KeywordTy node : nodes) {
        if (node.arg != null && !seen.add(node.arg)) {
          throw error(node.getSourceRange(), "keyword argument repeated: " + node.arg);
        }
        list.add(new Keyword(Optional.ofNullable(node.arg), expr(node.value), span(node)));
      }
    }
    return list;
  }

  private List<DictItem> items(ExprTy.Dict node) {
    List<DictItem> items = new ArrayList<>();
    if (node.values != null) {
      for (int i = 0; i < node.values.length; i++) {
        items.add(new DictItem(optional(node.keys[i]), expr(node.values[i])));
      }
    }
    return items;
  }

  private Parameters parameters(ArgumentsTy node) {
    List<Parameter> positionalOnly = new ArrayList<>();
    List<Parameter> regular = new ArrayList<>();
    List<Parameter> keywordOnly = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int only = length(node.posOnlyArgs);
    int positional = only + length(node.args);
    int withoutDefault = positional - length(node.defaults);
    for (int i = 0; i < positional; i++) {
      ArgTy arg = i < only ? node.posOnlyArgs[i] : node.args[i - only];
      ExprTy standard = i < withoutDefault ? null : node.defaults[i - withoutDefault];
      (i < only ? positionalOnly : regular).add(parameter(arg, standard, names));
    }
    Optional<Parameter> rest =
        Optional.ofNullable(node.varArg).map(arg -> parameter(arg, null, names));
    for (int i = 0; i < length(node.kwOnlyArgs); i++) {
      ExprTy standard = length(node.kwDefaults) > i ? node.kwDefaults[i] : null;
      keywordOnly.add(parameter(node.kwOnlyArgs[i], standard, names));
    }
    Optional<Parameter> keywordRest =
        Optional.ofNullable(node.kwArg).map(arg -> parameter(arg, null, names));
    return new Parameters(positionalOnly, regular, rest, keywordOnly, keywordRest);
  }

  private Parameter parameter(ArgTy arg, @Nullable ExprTy standard, Set<String> names) {
    if (!names.add(arg.arg)) {
      throw error(
          arg.getSourceRange(), "duplicate argument '" + arg.arg + "' in function definition");
    }
    return new Parameter(arg.arg, optional(arg.annotation), optional(standard), span(arg));
  }

  private static int length(Object @Nullable [] array) {
    return array == null ? 0 : array.length;
  }

  private void requireAsciiNumber(ExprTy.Constant node, Span span) {
    boolean isNumber =
        node.value.kind == ConstantValue.Kind.LONG
            || node.value.kind == ConstantValue.Kind.BIGINTEGER
            || node.value.kind == ConstantValue.Kind.DOUBLE
            || node.value.kind == ConstantValue.Kind.COMPLEX;
    require(
        !isNumber || span.text().chars().allMatch(c -> c < 0x80), node, "invalid decimal literal");
  }

  private Literal literal(ConstantValue value, SSTNode node) {
    return switch (value.kind) {
      case NONE -> new Literal.None();
      case ELLIPSIS -> new Literal.Ellipsis();
      case BOOLEAN -> new Literal.Bool(value.getBoolean());
      case LONG -> new Literal.Int(BigInteger.valueOf(value.getLong()));
      case BIGINTEGER -> new Literal.Int(value.getBigInteger());
      case DOUBLE -> new Literal.Real(value.getDouble());
      case COMPLEX -> new Literal.Complex(value.getComplex()[0], value.getComplex()[1]);
      case CODEPOINTS -> text(value.getCodePoints());
      case BYTES -> new Literal.Bytes(HexFormat.of().formatHex(value.getBytes()));
      case TUPLE, FROZENSET -> throw error(node.getSourceRange(), "a literal of an unknown kind");
    };
  }

  private static Literal.Text text(CodePoints points) {
    StringBuilder text = new StringBuilder(points.getLength());
    boolean surrogates = false;
    for (int i = 0; i < points.getLength(); i++) {
      int point = points.get(i);
      surrogates |= point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
      text.appendCodePoint(point);
    }
    return new Literal.Text(text.toString(), surrogates);
  }

  private static ComparisonOperator comparison(CmpOpTy operator) {
    return switch (operator) {
      case Eq -> ComparisonOperator.EQUAL;
      case NotEq -> ComparisonOperator.NOT_EQUAL;
      case Lt -> ComparisonOperator.LESS;
      case LtE -> ComparisonOperator.LESS_OR_EQUAL;
      case Gt -> ComparisonOperator.GREATER;
      case GtE -> ComparisonOperator.GREATER_OR_EQUAL;
      case Is -> ComparisonOperator.IS;
      case IsNot -> ComparisonOperator.IS_NOT;
      case In -> ComparisonOperator.IN;
      case NotIn -> ComparisonOperator.NOT_IN;
    };
  }

  private static String unary(UnaryOpTy operator) {
    return switch (operator) {
      case Not -> "not";
      case USub -> "-";
      case UAdd -> "+";
      case Invert -> "~";
    };
  }

  private static String binary(OperatorTy operator) {
    return switch (operator) {
      case Add -> "+";
      case Sub -> "-";
      case Mult -> "*";
      case MatMult -> "@";
      case Div -> "/";
      case Mod -> "%";
      case Pow -> "**";
      case LShift -> "<<";
      case RShift -> ">>";
      case BitOr -> "|";
      case BitXor -> "^";
      case BitAnd -> "&";
      case FloorDiv -> "//";
    };
  }

  // ---------------------------------------------------------------- statements

  private List<Statement> statements(StmtTy @Nullable [] nodes) {
    List<Statement> list = new ArrayList<>();
    if (nodes != null) {
      for (StmtTy node : nodes) {
        if (++depth > MAX_DEPTH) {
          throw error(node.getSourceRange(), "it nests more than " + MAX_DEPTH + " levels deep");
        }
        list.add(statement(node, span(node)));
        depth--;
      }
    }
    return list;
  }

  private Statement statement(StmtTy node, Span span) {
    if (node instanceof StmtTy.FunctionDef n) {
      return new Syntax.FunctionDef(
          n.name,
          parameters(n.args),
          functionBody(n.body, false),
          exprs(n.decoratorList),
          optional(n.returns),
          false,
          span);
    } else if (node instanceof StmtTy.AsyncFunctionDef n) {
      return new Syntax.FunctionDef(
          n.name,
          parameters(n.args),
          functionBody(n.body, true),
          exprs(n.decoratorList),
          optional(n.returns),
          true,
          span);
    } else if (node instanceof StmtTy.Return n) {
      require(inFunction, node, "'return' outside function");
      return new Syntax.Return(value(n.value), span);
    } else if (node instanceof StmtTy.Expr n) {
      return new Syntax.ExpressionStatement(value(n.value).orElseThrow(), span);
    } else if (node instanceof StmtTy.Assign n) {
      return new Syntax.Assign(exprs(n.targets), value(n.value).orElseThrow(), span);
    } else if (node instanceof StmtTy.AugAssign n) {
      return new Syntax.AugAssign(expr(n.target), binary(n.op), expr(n.value), span);
    } else if (node instanceof StmtTy.AnnAssign n) {
      return new Syntax.AnnAssign(expr(n.target), expr(n.annotation), value(n.value), span);
    } else if (node instanceof StmtTy.If n) {
      return new Syntax.If(expr(n.test), statements(n.body), statements(n.orElse), span);
    } else if (node instanceof StmtTy.For n) {
      Expression target = expr(n.target);
      Expression iterable = value(n.iter).orElseThrow();
      return new Syntax.For(target, iterable, loopBody(n.body), statements(n.orElse), span);
    } else if (node instanceof StmtTy.While n) {
      return new Syntax.While(expr(n.test), loopBody(n.body), statements(n.orElse), span);
    } else if (node instanceof StmtTy.Pass) {
      return new Syntax.Pass(span);
    } else if (node instanceof StmtTy.Import n) {
      return new Syntax.Import(aliases(n.names), span);
    } else if (node instanceof StmtTy.ImportFrom n) {
      return new Syntax.ImportFrom(Optional.ofNullable(n.module), aliases(n.names), n.level, span);
    }
    return otherStatement(node, span);
  }

  private Statement otherStatement(StmtTy node, Span span) {
    Parts parts = new Parts();
    if (node instanceof StmtTy.Break) {
      require(inLoop, node, "'break' outside loop");
      return parts.end("break", span);
    } else if (node instanceof StmtTy.Continue) {
      require(inLoop, node, "'continue' not properly in loop");
      return parts.end("continue", span);
    } else if (node instanceof StmtTy.Global n) {
      return parts.binds(n.names).end("global", span);
    } else if (node instanceof StmtTy.Nonlocal n) {
      return parts.binds(n.names).end("nonlocal", span);
    } else if (node instanceof StmtTy.Delete n) {
      return parts.with(n.targets).end("del", span);
    } else if (node instanceof StmtTy.Assert n) {
      return parts.with(n.test, n.msg).end("assert", span);
    } else if (node instanceof StmtTy.Raise n) {
      return parts.with(n.exc, n.cause).end("raise", span);
    } else if (node instanceof StmtTy.TypeAlias n) {
      return parts.with(n.name, n.value).end("type", span);
    } else if (node instanceof StmtTy.ClassDef n) {
      parts.binds(n.name).with(n.bases).with(n.decoratorList);
      keywords(n.keywords).forEach(keyword -> parts.expressions.add(keyword.value()));
      parts.body.addAll(classBody(n.body));
      return parts.end("class", span);
    } else if (node instanceof StmtTy.With n) {
      return parts.with(n.items).with(n.body).end("with", span);
    } else if (node instanceof StmtTy.AsyncWith n) {
      require(inAsync, node, "'async with' outside async function");
      return parts.with(n.items).with(n.body).end("async with", span);
    } else if (node instanceof StmtTy.AsyncFor n) {
      require(inAsync, node, "'async for' outside async function");
      parts.with(n.target, n.iter).body.addAll(loopBody(n.body));
      return parts.with(n.orElse).end("async for", span);
    } else if (node instanceof StmtTy.Try n) {
      parts.with(n.body).with(n.handlers).with(n.orElse).with(n.finalBody);
      return parts.end("try", span);
    } else if (node instanceof StmtTy.TryStar n) {
      parts.with(n.body).with(n.handlers).with(n.orElse).with(n.finalBody);
      return parts.end("try", span);
    } else if (node instanceof StmtTy.Match n) {
      return parts.with(n.subject, null).with(n.cases).end("match", span);
    }
    throw error(node.getSourceRange(), node.getClass().getSimpleName() + " is not known");
  }

  /// Collects what a statement of an uncommon kind holds.
  private final class Parts {
    private final List<Expression> expressions = new ArrayList<>();
    private final List<Statement> body = new ArrayList<>();
    private final List<String> binds = new ArrayList<>();

    Parts binds(String... names) {
      binds.addAll(List.of(names));
      return this;
    }

    Parts with(@Nullable ExprTy first, @Nullable ExprTy second) {
      optional(first).ifPresent(expressions::add);
      optional(second).ifPresent(expressions::add);
      return this;
    }

    Parts with(ExprTy @Nullable [] nodes) {
      expressions.addAll(exprs(nodes));
      return this;
    }

    Parts with(StmtTy @Nullable [] nodes) {
      body.addAll(statements(nodes));
      return this;
    }

    Parts with(WithItemTy[] items) {
      for (WithItemTy item : items) {
        with(item.contextExpr, item.optionalVars);
      }
      return this;
    }

    Parts with(ExceptHandlerTy @Nullable [] handlers) {
      int count = length(handlers);
      for (int i = 0; handlers != null && i < count; i++) {
        var handler = (ExceptHandlerTy.ExceptHandler) handlers[i];
        boolean last = i == count - 1;
        require(handler.type != null || last, handler, "default 'except:' must be last");
        with(handler.type, null);
        if (handler.name != null) {
          binds.add(handler.name);
        }
        with(handler.body);
      }
      return this;
    }

    Parts with(MatchCaseTy[] cases) {
      for (MatchCaseTy matchCase : cases) {
        pattern(matchCase.pattern);
        with(matchCase.guard, null);
        with(matchCase.body);
      }
      return this;
    }

    private void pattern(@Nullable PatternTy node) {
      if (node instanceof PatternTy.MatchValue n) {
        with(n.value, null);
      } else if (node instanceof PatternTy.MatchAs n) {
        pattern(n.pattern);
        bind(n.name);
      } else if (node instanceof PatternTy.MatchStar n) {
        bind(n.name);
      } else if (node instanceof PatternTy.MatchSequence n) {
        patterns(n.patterns);
      } else if (node instanceof PatternTy.MatchOr n) {
        patterns(n.patterns);
      } else if (node instanceof PatternTy.MatchMapping n) {
        with(n.keys);
        patterns(n.patterns);
        bind(n.rest);
      } else if (node instanceof PatternTy.MatchClass n) {
        with(n.cls, null);
        patterns(n.patterns);
        patterns(n.kwdPatterns);
      }
    }

    private void patterns(PatternTy @Nullable [] nodes) {
      if (nodes != null) {
        for (PatternTy node : nodes) {
          pattern(node);
        }
      }
    }

    private void bind(@Nullable String name) {
      if (name != null) {
        binds.add(name);
      }
    }

    Statement end(String kind, Span span) {
      return new Syntax.OtherStatement(kind, expressions, body, binds, span);
    }
  }

  /// A value that may not be a bare `*items`.
  private Optional<Expression> value(@Nullable ExprTy node) {
    if (node instanceof ExprTy.Starred) {
      throw error(node.getSourceRange(), "can't use starred expression here");
    }
    return optional(node);
  }

  private List<Statement> functionBody(StmtTy[] nodes, boolean isAsync) {
    boolean wasInFunction = inFunction;
    boolean wasInAsync = inAsync;
    boolean wasInLoop = inLoop;
    inFunction = true;
    inAsync = isAsync;
    inLoop = false;
    List<Statement> body = statements(nodes);
    inFunction = wasInFunction;
    inAsync = wasInAsync;
    inLoop = wasInLoop;
    return body;
  }

  private List<Statement> classBody(StmtTy[] nodes) {
    boolean wasInFunction = inFunction;
    boolean wasInLoop = inLoop;
    inFunction = false;
    inLoop = false;
    List<Statement> body = statements(nodes);
    inFunction = wasInFunction;
    inLoop = wasInLoop;
    return body;
  }

  private List<Statement> loopBody(StmtTy[] nodes) {
    boolean wasInLoop = inLoop;
    inLoop = true;
    List<Statement> body = statements(nodes);
    inLoop = wasInLoop;
    return body;
  }

  private static List<Alias> aliases(AliasTy[] nodes) {
    List<Alias> list = new ArrayList<>();
    for (AliasTy node : nodes) {
      list.add(new Alias(node.name, Optional.ofNullable(node.asName)));
    }
    return list;
  }
}
