package dev.dovetail.polyglot.function;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What must hold of a function's text before it is stored, compiled or shipped: its size, its
/// syntax, and that it defines one function of the name.
public final class SourceCheck {
  private static final int MAX_SOURCE_BYTES = 256 * 1024;
  private static final String NAME = "[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{M}\\p{Nd}\\p{Pc}]*";

  private SourceCheck() {}

  /// Returns if the function can be shipped.
  ///
  /// @throws DovetailException E107 that says what is wrong, and where
  public static void check(FunctionSource function) {
    switch (function) {
      case FunctionSource.Lambda lambda -> {
        requireSize(lambda.origin().file(), lambda.text(), lambda.prelude());
        if (!(PythonParser.expression(lambda.text(), lambda.origin()) instanceof Syntax.Lambda)) {
          throw refused(
              "the text is an expression, but no lambda",
              lambda.origin().file(),
              "Write it as lambda x, y: ..., or define a function and give its name.");
        }
        checkPrelude(lambda.prelude(), lambda.name());
      }
      case FunctionSource.Module module -> {
        requireName(module.name());
        requireSize(module.origin().file(), module.source(), module.prelude());
        checkPrelude(module.prelude(), module.name());
        requireDefinedOnce(
            module.name(),
            TopLevelNames.of(PythonParser.module(module.source(), module.origin()).body()),
            module.origin().file());
      }
      case FunctionSource.Importable importable -> {
        requireName(importable.name());
        importable.files().forEach((path, text) -> PythonParser.module(text, Origin.named(path)));
      }
      case FunctionSource.Held _ -> {}
    }
  }

  private static void checkPrelude(String prelude, String name) {
    if (!prelude.isBlank()) {
      PythonParser.module(prelude, Origin.named("prelude of " + name));
    }
  }

  static boolean isName(String name) {
    return name.matches(NAME);
  }

  private static void requireName(String name) {
    if (!isName(name)) {
      throw refused("'" + name + "' is not a name of Python", "", "Give the name of a function.");
    }
  }

  private static void requireSize(String file, String... texts) {
    long bytes = 0;
    for (String text : texts) {
      bytes += text.getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > MAX_SOURCE_BYTES) {
      throw refused(
          "the function's source has " + bytes + " bytes, more than " + MAX_SOURCE_BYTES,
          file,
          "Put the function in a module and name it as package.module:name.");
    }
  }

  private static void requireDefinedOnce(String name, TopLevelNames names, String file) {
    List<TopLevelNames.Binding> found =
        names.bindings().stream().filter(binding -> binding.name().equals(name)).toList();
    if (found.isEmpty()) {
      List<String> functions =
          names.bindings().stream()
              .filter(TopLevelNames.Binding::isFunction)
              .map(TopLevelNames.Binding::name)
              .toList();
      throw refused(
          "the source defines no function '" + name + "'",
          file,
          NearNames.hint(name, functions, "It"));
    }
    if (found.size() > 1) {
      List<String> lines =
          found.stream().map(binding -> Integer.toString(binding.at().span().line())).toList();
      throw refused(
          "the source binds '" + name + "' " + found.size() + " times",
          file + ", lines " + String.join(", ", lines),
          "Leave one definition at the top level.");
    }
    if (!found.getFirst().isFunction()) {
      throw refused(
          "'" + name + "' is bound to something other than a def or a lambda",
          file + ", " + found.getFirst().at().span().place(),
          "Define the function itself in the source.");
    }
  }

  private static DovetailException refused(String what, String where, String remedy) {
    return new DovetailException(ErrorCode.E107, what, where, remedy);
  }
}
