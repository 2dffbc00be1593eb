package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Constant;
import dev.dovetail.engine.expr.Expr;
import dev.dovetail.polyglot.compile.Operand.Table;
import dev.dovetail.polyglot.compile.Operand.Value;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Dicts of constants, asked by key: a choice between their values.
final class Tables {
  private static final int MOST_ENTRIES = 60;

  private Tables() {}

  /// A dict of constants whose keys are of one type and distinct.
  static Optional<Operand> of(Syntax.Dict node) {
    List<Table.Entry> entries = new ArrayList<>();
    Set<Object> types = new HashSet<>();
    Set<Constant> keys = new HashSet<>();
    for (Syntax.DictItem item : node.items()) {
      Optional<Constant> key = item.key().flatMap(Constants::of);
      Optional<Constant> value = Constants.of(item.value());
      if (key.isEmpty() || value.isEmpty() || !keys.add(key.get())) {
        return Optional.empty();
      }
      boolean plain = key.get() instanceof Constant.Text || key.get() instanceof Constant.Int;
      types.add(key.get().type());
      if (!plain || types.size() > 1) {
        return Optional.empty();
      }
      entries.add(new Table.Entry(Operand.constant(key.get()), Operand.constant(value.get())));
    }
    return entries.isEmpty() || entries.size() > MOST_ENTRIES
        ? Optional.empty()
        : Optional.of(new Table(entries));
  }

  /// `key in table`.
  static Expr has(Table table, Value key, Syntax node) {
    Membership.requireHashable(key, node);
    List<Expr> equalities = new ArrayList<>();
    table.entries().forEach(entry -> equalities.add(Comparisons.equal(key, entry.key(), node)));
    return Exprs.after(List.of(key.expr()), Exprs.or(equalities));
  }

  /// The value of a key, or what there is otherwise.
  static Operand get(
      Table table, Value key, Operand otherwise, ExpressionCompiler compiler, Syntax node) {
    Membership.requireHashable(key, node);
    Operand result = otherwise;
    for (Table.Entry entry : table.entries().reversed()) {
      result =
          compiler.choose(Comparisons.equal(key, entry.key(), node), entry.value(), result, node);
    }
    return result instanceof Value value ? Exprs.after(List.of(key.expr()), value) : result;
  }
}
