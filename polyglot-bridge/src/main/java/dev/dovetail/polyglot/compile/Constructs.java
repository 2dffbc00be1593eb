package dev.dovetail.polyglot.compile;

import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.Syntax.Expression;

/// Names the construct that an expression is, for the reason why it stays with Python.
final class Constructs {
  private Constructs() {}

  static NotExact notCompiled(Expression node) {
    return switch (node) {
      case Syntax.Call n -> NotExact.at("call of " + NotExact.shown(n.function()) + "()", node);
      case Syntax.BinOp n -> NotExact.in("operator " + n.operator(), node);
      case Syntax.UnaryOp n -> NotExact.in("operator " + n.operator(), node);
      case Syntax.Attribute n -> NotExact.in("attribute ." + n.name(), node);
      case Syntax.Constant _ -> NotExact.in("constant", node);
      case Syntax.Subscript _ -> NotExact.in("subscript", node);
      case Syntax.Slice _ -> NotExact.in("slice", node);
      case Syntax.BoolOp _ -> NotExact.in("'and'/'or' used as a value", node);
      case Syntax.IfExp _ -> NotExact.in("conditional expression used as a value", node);
      case Syntax.Compare _ -> NotExact.in("comparison", node);
      case Syntax.Name _ -> NotExact.in("name", node);
      case Syntax.Lambda _ -> NotExact.in("lambda", node);
      case Syntax.Tuple _ -> NotExact.in("tuple", node);
      case Syntax.ListDisplay _ -> NotExact.in("list", node);
      case Syntax.SetDisplay _ -> NotExact.in("set", node);
      case Syntax.Dict _ -> NotExact.in("dict", node);
      case Syntax.Comprehension _ -> NotExact.in("comprehension", node);
      case Syntax.JoinedStr _, Syntax.FormattedValue _ -> NotExact.in("f-string", node);
      case Syntax.NamedExpr _ -> NotExact.in("assignment expression", node);
      case Syntax.Starred _ -> NotExact.in("unpacking", node);
      case Syntax.OtherExpression n -> NotExact.in(n.kind(), node);
    };
  }
}
