package dev.dovetail.polyglot.parse;

import dev.dovetail.polyglot.parse.Syntax.Expression;
import dev.dovetail.polyglot.parse.Syntax.Parameter;
import dev.dovetail.polyglot.parse.Syntax.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Walks a tree from a node down, each node before its parts. The order of the parts of one node is
/// not part of the contract.
public final class SyntaxWalk {
  private SyntaxWalk() {}

  /// Shows every node at and below `root` to `visitor`.
  public static void each(Syntax root, Consumer<Syntax> visitor) {
    visitor.accept(root);
    for (Syntax part : parts(root)) {
      each(part, visitor);
    }
  }

  /// The nodes directly below a node: its expressions, its statements, and the defaults and
  /// annotations of its parameters.
  public static List<Syntax> parts(Syntax node) {
    List<Syntax> parts = new ArrayList<>();
    switch (node) {
      case Syntax.Expression expression -> addParts(expression, parts);
      case Syntax.Statement statement -> addParts(statement, parts);
    }
    return parts;
  }

  private static void addParts(Expression node, List<Syntax> parts) {
    switch (node) {
      case Syntax.Name _, Syntax.Constant _ -> {}
      case Syntax.Attribute n -> parts.add(n.value());
      case Syntax.Subscript n -> addAll(parts, n.value(), n.index());
      case Syntax.Slice n -> {
        n.lower().ifPresent(parts::add);
        n.upper().ifPresent(parts::add);
        n.step().ifPresent(parts::add);
      }
      case Syntax.Call n -> {
        parts.add(n.function());
        parts.addAll(n.arguments());
        n.keywords().forEach(keyword -> parts.add(keyword.value()));
      }
      case Syntax.BinOp n -> addAll(parts, n.left(), n.right());
      case Syntax.UnaryOp n -> parts.add(n.operand());
      case Syntax.BoolOp n -> parts.addAll(n.operands());
      case Syntax.Compare n -> {
        parts.add(n.first());
        n.rest().forEach(comparand -> parts.add(comparand.value()));
      }
      case Syntax.IfExp n -> addAll(parts, n.test(), n.then(), n.otherwise());
      case Syntax.Lambda n -> {
        addParameters(n.parameters(), parts);
        parts.add(n.body());
      }
      case Syntax.Tuple n -> parts.addAll(n.elements());
      case Syntax.ListDisplay n -> parts.addAll(n.elements());
      case Syntax.SetDisplay n -> parts.addAll(n.elements());
      case Syntax.Dict n ->
          n.items()
              .forEach(
                  item -> {
                    item.key().ifPresent(parts::add);
                    parts.add(item.value());
                  });
      case Syntax.Comprehension n -> {
        parts.add(n.element());
        n.value().ifPresent(parts::add);
        n.generators()
            .forEach(
                generator -> {
                  addAll(parts, generator.target(), generator.iterable());
                  parts.addAll(generator.conditions());
                });
      }
      case Syntax.JoinedStr n -> parts.addAll(n.parts());
      case Syntax.FormattedValue n -> {
        parts.add(n.value());
        n.format().ifPresent(parts::add);
      }
      case Syntax.NamedExpr n -> addAll(parts, n.target(), n.value());
      case Syntax.Starred n -> parts.add(n.value());
      case Syntax.OtherExpression n -> parts.addAll(n.parts());
    }
  }

  private static void addParts(Syntax.Statement node, List<Syntax> parts) {
    switch (node) {
      case Syntax.Pass _, Syntax.Import _, Syntax.ImportFrom _ -> {}
      case Syntax.FunctionDef n -> {
        parts.addAll(n.decorators());
        addParameters(n.parameters(), parts);
        n.returns().ifPresent(parts::add);
        parts.addAll(n.body());
      }
      case Syntax.Return n -> n.value().ifPresent(parts::add);
      case Syntax.Assign n -> {
        parts.addAll(n.targets());
        parts.add(n.value());
      }
      case Syntax.AugAssign n -> addAll(parts, n.target(), n.value());
      case Syntax.AnnAssign n -> {
        addAll(parts, n.target(), n.annotation());
        n.value().ifPresent(parts::add);
      }
      case Syntax.If n -> {
        parts.add(n.test());
        parts.addAll(n.body());
        parts.addAll(n.otherwise());
      }
      case Syntax.For n -> {
        addAll(parts, n.target(), n.iterable());
        parts.addAll(n.body());
        parts.addAll(n.otherwise());
      }
      case Syntax.While n -> {
        parts.add(n.test());
        parts.addAll(n.body());
        parts.addAll(n.otherwise());
      }
      case Syntax.ExpressionStatement n -> parts.add(n.value());
      case Syntax.OtherStatement n -> {
        parts.addAll(n.expressions());
        parts.addAll(n.body());
      }
    }
  }

  private static void addAll(List<Syntax> parts, Syntax... nodes) {
    parts.addAll(List.of(nodes));
  }

  private static void addParameters(Parameters parameters, List<Syntax> parts) {
    for (Parameter parameter : parameters.all()) {
      parameter.annotation().ifPresent(parts::add);
      parameter.defaultValue().ifPresent(parts::add);
    }
  }

  /// The first node at or below `root` of a kind.
  public static <T extends Syntax> Optional<T> first(Syntax root, Class<T> kind) {
    if (kind.isInstance(root)) {
      return Optional.of(kind.cast(root));
    }
    for (Syntax part : parts(root)) {
      Optional<T> found = first(part, kind);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
