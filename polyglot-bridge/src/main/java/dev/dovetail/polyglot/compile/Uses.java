package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.ComparisonOperator;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.SyntaxWalk;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Counts how names are used, to tell a list, set or dict that is only ever read: such a one is as
/// good as a constant. A use counts as reading where nothing could keep or change the object.
final class Uses {
  private static final Set<String> READING_FUNCTIONS =
      Set.of("all", "any", "frozenset", "len", "list", "max", "min", "set", "sorted", "sum");

  private final Map<String, Integer> all = new HashMap<>();
  private final Map<String, Integer> reading = new HashMap<>();

  /// Counts the uses at and below a node.
  void add(Syntax root) {
    SyntaxWalk.each(
        root,
        node -> {
          switch (node) {
            case Syntax.Name name -> all.merge(name.id(), 1, Integer::sum);
            case Syntax.Compare compare ->
                compare.rest().stream()
                    .filter(
                        link ->
                            link.operator() == ComparisonOperator.IN
                                || link.operator() == ComparisonOperator.NOT_IN)
                    .forEach(link -> read(link.value()));
            case Syntax.Subscript subscript -> read(subscript.value());
            case Syntax.Comprehension comprehension ->
                comprehension.generators().forEach(generator -> read(generator.iterable()));
            case Syntax.For loop -> {
              read(loop.iterable());
              unread(loop.target());
            }
            case Syntax.Call call -> readBy(call);
            case Syntax.Assign assign -> assign.targets().forEach(this::unread);
            case Syntax.AugAssign assign -> unread(assign.target());
            case Syntax.AnnAssign assign -> unread(assign.target());
            case Syntax.OtherStatement other -> other.expressions().forEach(this::unread);
            default -> {}
          }
        });
  }

  private void readBy(Syntax.Call call) {
    if (call.function() instanceof Syntax.Name name && READING_FUNCTIONS.contains(name.id())) {
      call.arguments().forEach(this::read);
    }
    if (call.function() instanceof Syntax.Attribute(var owner, var method, _)
        && method.equals("get")) {
      read(owner);
    }
  }

  private void read(Expression node) {
    if (node instanceof Syntax.Name name) {
      reading.merge(name.id(), 1, Integer::sum);
    }
  }

  /// A subscript that is stored to reads nothing.
  private void unread(Expression target) {
    SyntaxWalk.each(
        target,
        node -> {
          if (node instanceof Syntax.Subscript(Syntax.Name name, _, _)) {
            reading.merge(name.id(), -1, Integer::sum);
          }
        });
  }

  /// Whether a name is bound once, and but for that only read.
  boolean isOnlyRead(String name) {
    return all.getOrDefault(name, 0) == reading.getOrDefault(name, 0) + 1;
  }
}
