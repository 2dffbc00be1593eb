package dev.dovetail.polyglot.compile;

import dev.dovetail.engine.expr.Side;
import dev.dovetail.polyglot.parse.Syntax.Expression;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A function that does nothing but return one expression of its rows and of constants.
///
/// @param x the name of the first row argument
/// @param y that of the second
/// @param names what the other names stand for
record PythonFunctionBody(String x, String y, Map<String, Bound> names, Expression result) {
  PythonFunctionBody {
    names = Map.copyOf(names);
  }

  @Nullable Side sideOf(String name) {
    return name.equals(x) ? Side.X : name.equals(y) ? Side.Y : null;
  }

  Bound bound(String name) {
    return names.getOrDefault(name, new Bound.NotConstant("which is no constant"));
  }
}
