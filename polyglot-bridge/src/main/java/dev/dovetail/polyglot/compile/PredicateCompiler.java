package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.engine.plan.Conjunct;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.function.FunctionSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Turns a user's function into conditions that the engine runs, exactly or not at all.
///
/// The operands of the outermost `and` become conjuncts in order. From the first that is not exact,
/// all the rest is one opaque conjunct with the construct that stood in the way. A pair that a
/// compiled condition leaves undecided, or that reaches the opaque one, is decided by Python, which
/// always evaluates the whole function: what is compiled here only has to agree with it.
///
/// Nothing that a user wrote makes this throw: text that cannot be read is opaque too.
public final class PredicateCompiler {
  private PredicateCompiler() {}

  /// Compiles what is exact; what uses a [Constant.Opaque] stays with Python.
  ///
  /// @param x what the first row argument shows
  /// @param y what the second shows
  /// @param parameters values passed by keyword
  public static CompiledPredicate compile(
      FunctionSource function, Visible x, Visible y, Map<String, Constant> parameters) {
    try {
      PythonFunctionBody body = new FunctionReader(parameters).read(function);
      Scope scope = new Scope(body.parameters(), body.names(), 0);
      return compile(body, new ExpressionCompiler(new Rows(x, y), scope, 0), function);
    } catch (NotExact e) {
      return CompiledPredicate.opaque(sourceOf(function), e.because());
    } catch (DovetailException e) {
      String where = e.problem().where();
      return CompiledPredicate.opaque(
          sourceOf(function), e.problem().what() + (where.isEmpty() ? "" : " (" + where + ")"));
    }
  }

  private static String sourceOf(FunctionSource function) {
    return switch (function) {
      case FunctionSource.Lambda lambda -> lambda.text().strip();
      case FunctionSource.Module module -> module.name();
      case FunctionSource.Importable importable -> importable.module() + ":" + importable.name();
      case FunctionSource.Held held ->
          held.text().map(PredicateCompiler::sourceOf).orElse(held.name());
    };
  }

  private static CompiledPredicate compile(
      PythonFunctionBody body, ExpressionCompiler compiler, FunctionSource function) {
    List<Conjunct> conjuncts = new ArrayList<>();
    BiConsumer<Expr, String> out =
        (expr, source) -> conjuncts.add(new Conjunct.Compiled(expr, source));
    try {
      body.result().ifPresent(result -> Conjunctions.split(result, compiler, out));
      if (body.result().isEmpty()) {
        new Bodies(compiler).conditions(body.statements(), out);
      }
      return new CompiledPredicate(withoutRepeated(conjuncts), Optional.empty());
    } catch (NotExact e) {
      String name = sourceOf(function);
      String rest =
          !e.rest().isEmpty() ? e.rest() : conjuncts.isEmpty() ? name : "the rest of " + name;
      conjuncts.add(new Conjunct.Opaque(rest, e.because()));
      return new CompiledPredicate(withoutRepeated(conjuncts), Optional.of(e.because()));
    }
  }

  /// An assignment needs no conjunct of its own where the next one evaluates its value anyhow.
  private static List<Conjunct> withoutRepeated(List<Conjunct> conjuncts) {
    List<Conjunct> kept = new ArrayList<>();
    for (Conjunct conjunct : conjuncts.reversed()) {
      boolean repeated =
          conjunct instanceof Conjunct.Compiled(Expr.Decided(var value), _)
              && !kept.isEmpty()
              && kept.getLast() instanceof Conjunct.Compiled(var next, _)
              && Exprs.evaluates(next, value);
      if (!repeated) {
        kept.add(conjunct);
      }
    }
    return kept.reversed();
  }
}
