package dev.dovetail.polyglot.function;

import dev.dovetail.polyglot.parse.Origin;
import java.util.Map;
import java.util.Optional;

/// A user's function in a form that can be hashed, stored, compiled and shipped to an interpreter.
public sealed interface FunctionSource {
  /// What the function is called in messages and sessions; `<lambda>` for a lambda.
  String name();

  /// A lambda expression.
  ///
  /// @param prelude Python statements that bind the names the lambda uses: `import math`, `LIMIT =
  ///   3`, helper functions; empty where it uses none
  record Lambda(String text, String prelude, Origin origin) implements FunctionSource {
    @Override
    public String name() {
      return "<lambda>";
    }
  }

  /// A module text that defines the function among its helpers and constants.
  record Module(String name, String source, String prelude, Origin origin)
      implements FunctionSource {}

  /// `module:name` with the files of the user's package that it needs.
  ///
  /// @param files path relative to the import root (`shop/match.py`) -> source, in path order
  record Importable(String module, String name, Map<String, String> files)
      implements FunctionSource {
    public Importable {
      files = Map.copyOf(files);
    }
  }

  /// A function that cannot leave the interpreter that holds it (an open file, a closure over an
  /// object).
  ///
  /// @param handle the number under which that interpreter knows it
  /// @param because the variable that keeps it there, and the way out
  /// @param text what it says, for compiling only; names that have no value outside its interpreter
  ///   are bound to `...` in the prelude. Empty where its text is not known
  record Held(String name, long handle, String because, Optional<FunctionSource> text)
      implements FunctionSource {
    public Held(String name, long handle, String because) {
      this(name, handle, because, Optional.empty());
    }
  }
}
