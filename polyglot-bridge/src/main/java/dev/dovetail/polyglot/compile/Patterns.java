package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.expr.Function;
import dev.dovetail.engine.expr.ValueType;
import dev.dovetail.polyglot.compile.Operand.Found;
import dev.dovetail.polyglot.compile.Operand.Missing;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Regular expressions with constant patterns. Only whether there is a match is known of one.
final class Patterns {
  private static final Map<String, Function> FUNCTIONS =
      Map.of(
          "fullmatch", Function.PATTERN_FULL_MATCH,
          "match", Function.PATTERN_MATCH,
          "search", Function.PATTERN_SEARCH);

  private Patterns() {}

  /// `re.match(pattern, text)` and its kin.
  static Optional<Operand> call(String name, Calls.Arguments arguments, Syntax.Call node) {
    if (name.equals("sub")) {
      return arguments.count() == 3
              && arguments.isPositional()
              && arguments.get(0) instanceof Value(Expr.Literal(Constant.Text(var pattern)), _)
          ? replaced(pattern, false, arguments.get(1), arguments.get(2), node)
          : Optional.empty();
    }
    if (!FUNCTIONS.containsKey(name)
        || arguments.count() < 2
        || arguments.count() > 3
        || !(arguments.get(0) instanceof Value(Expr.Literal(Constant.Text(var pattern)), _))) {
      return Optional.empty();
    }
    Operand flags = arguments.count() == 3 ? arguments.get(2) : arguments.named().get("flags");
    if (arguments.named().size() > (arguments.named().containsKey("flags") ? 1 : 0)) {
      return Optional.empty();
    }
    boolean ignoreCase = flags != null && isIgnoreCase(flags);
    if (flags != null && !ignoreCase) {
      return Optional.empty();
    }
    return Optional.of(found(name, pattern, ignoreCase, arguments.get(1), node));
  }

  private static boolean isIgnoreCase(Operand flags) {
    return flags instanceof Operand.Known(Bound.Imported(var module, var name))
        && module.equals("re")
        && (name.equals("IGNORECASE") || name.equals("I"));
  }

  /// `pattern.match(text)` and its kin, of a compiled pattern.
  static Operand call(
      Bound.Pattern pattern, String name, Calls.Arguments arguments, Syntax.Call node) {
    if (name.equals("sub") && arguments.count() == 2 && arguments.isPositional()) {
      return arguments
          .missing()
          .<Operand>map(missing -> missing)
          .or(
              () ->
                  replaced(
                      pattern.text(),
                      pattern.ignoreCase(),
                      arguments.get(0),
                      arguments.get(1),
                      node))
          .orElseThrow(() -> Constructs.notCompiled(node));
    }
    if (!FUNCTIONS.containsKey(name) || arguments.count() != 1 || !arguments.isPositional()) {
      throw Constructs.notCompiled(node);
    }
    Optional<Missing> missing = arguments.missing();
    return missing.isPresent()
        ? missing.get()
        : found(name, pattern.text(), pattern.ignoreCase(), arguments.get(0), node);
  }

  private static Operand found(
      String name, String pattern, boolean ignoreCase, Operand text, Syntax.Call node) {
    Value value = Comparisons.value(text, node);
    if (value.type() != ValueType.TEXT) {
      throw Constructs.notCompiled(node);
    }
    String same =
        PatternText.inJava(pattern).orElseThrow(() -> NotExact.in("the regular expression", node));
    String flag = ignoreCase ? "(?i)" : "";
    Function function = Objects.requireNonNull(FUNCTIONS.get(name));
    return new Found(function.of(value.expr(), text(flag + same), text(flag + pattern)));
  }

  private static Expr text(String text) {
    return new Expr.Literal(new Constant.Text(text));
  }

  /// `re.sub(pattern, replacement, text)` with constants, and no groups, whose repetition two
  /// matchers may end at different places.
  private static Optional<Operand> replaced(
      String pattern, boolean ignoreCase, Operand by, Operand text, Syntax.Call node) {
    Value value = Comparisons.value(text, node);
    if (value.type() != ValueType.TEXT
        || pattern.indexOf('(') >= 0
        || !(by instanceof Value(Expr.Literal(Constant.Text(var replacement)), _))
        || replacement.indexOf('\\') >= 0) {
      return Optional.empty();
    }
    String flag = ignoreCase ? "(?i)" : "";
    return PatternText.inJava(pattern)
        .map(
            same ->
                Operand.of(
                    Function.PATTERN_REPLACE.of(
                        value.expr(), text(flag + same), text(flag + pattern), text(replacement))));
  }

  /// What `re.compile(...)` stands for, if that is certain to succeed.
  static Optional<Bound> compiled(Syntax.Call node) {
    if (node.arguments().isEmpty()
        || node.arguments().size() > 2
        || !node.keywords().isEmpty()
        || !(node.function() instanceof Syntax.Attribute(Syntax.Name module, var name, _))
        || !module.id().equals("re")
        || !name.equals("compile")
        || !(Constants.of(node.arguments().getFirst()).orElse(null)
            instanceof Constant.Text(var pattern))
        || PatternText.inJava(pattern).isEmpty()) {
      return Optional.empty();
    }
    if (node.arguments().size() == 1) {
      return Optional.of(new Bound.Pattern(pattern, false));
    }
    boolean ignoreCase =
        node.arguments().get(1) instanceof Syntax.Attribute(Syntax.Name re, var flag, _)
            && re.id().equals("re")
            && (flag.equals("IGNORECASE") || flag.equals("I"));
    return ignoreCase ? Optional.of(new Bound.Pattern(pattern, true)) : Optional.empty();
  }
}
