package dev.dovetail.tasks;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.util.List;
import java.util.Optional;

/// How a task names its function; what a [dev.dovetail.polyglot.function.FunctionSource] is made of
/// when the task runs.
public sealed interface FunctionSpec {
  /// What the function is called in messages.
  String name();

  /// A lambda expression.
  ///
  /// @param prelude statements that bind the names it uses, empty if none
  /// @param file where the text was written, for messages and tracebacks
  /// @param line the line in `file` of its first character, from 1
  record Lambda(String text, String prelude, String file, int line) implements FunctionSpec {
    public Lambda {
      if (text.isBlank()) {
        throw unreadable("the function is an empty text", "Write a lambda: lambda x, y: ...");
      }
    }

    public static Lambda of(String text) {
      return new Lambda(text, "", "<lambda>", 1);
    }

    @Override
    public String name() {
      return "<lambda>";
    }
  }

  /// A module text and the name of the function in it: `PythonFunction(name=, source=)`.
  ///
  /// @param gate the candidate gate that the function declares
  record PythonFunction(
      String name, String source, String prelude, String file, int line, Optional<GateSpec> gate)
      implements FunctionSpec {
    public PythonFunction {
      identifier(name);
      if (source.isBlank()) {
        throw unreadable(
            "the source of function '" + name + "' is empty", "Define " + name + " in source=.");
      }
    }

    public static PythonFunction of(String name, String source) {
      return new PythonFunction(name, source, "", "<" + name + ">", 1, Optional.empty());
    }

    public PythonFunction gatedBy(GateSpec candidateGate) {
      return new PythonFunction(name, source, prelude, file, line, Optional.of(candidateGate));
    }
  }

  /// `package.module:name`, found on a path of folders.
  ///
  /// @param pythonPath folders to look in, in order, relative to the working folder
  record Importable(String module, String name, List<String> pythonPath) implements FunctionSpec {
    public Importable {
      for (String part : module.split("\\.", -1)) {
        identifier(part);
      }
      identifier(name);
      pythonPath = List.copyOf(pythonPath);
    }

    /// Reads `package.module:name`.
    public static Importable parse(String reference, List<String> pythonPath) {
      int colon = reference.indexOf(':');
      if (colon < 1 || colon == reference.length() - 1) {
        throw unreadable(
            "'" + reference + "' does not name an importable function",
            "Write package.module:name.");
      }
      return new Importable(
          reference.substring(0, colon), reference.substring(colon + 1), pythonPath);
    }

    /// `package.module:name`.
    public String reference() {
      return module + ':' + name;
    }
  }

  /// A function that stays in the interpreter of the script that made the task.
  ///
  /// @param handle the number under which that interpreter knows it
  /// @param because the variable that keeps it there
  /// @param text what it says, a lambda or a `PythonFunction`, for compiling only; names that have
  ///   no value outside that interpreter are bound to `...` in its prelude. Empty where it is not
  ///   known
  record Held(String name, long handle, String because, Optional<FunctionSpec> text)
      implements FunctionSpec {}

  /// The candidate gate that the function declares, if any.
  default Optional<GateSpec> declaredGate() {
    return switch (this) {
      case PythonFunction python -> python.gate();
      case Lambda _, Importable _, Held _ -> Optional.empty();
    };
  }

  private static void identifier(String name) {
    if (!isIdentifier(name)) {
      throw unreadable(
          "'" + name + "' is not a Python name",
          "Names are letters, digits and underscores, and do not begin with a digit.");
    }
  }

  /// Python's rule for names, near enough to catch slips: the parser has the last word.
  static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && (Character.isUnicodeIdentifierStart(name.codePointAt(0)) || name.charAt(0) == '_')
        && name.codePoints().allMatch(c -> Character.isUnicodeIdentifierPart(c) || c == '_');
  }

  private static DovetailException unreadable(String what, String remedy) {
    return new DovetailException(ErrorCode.E107, what, "", remedy);
  }
}
