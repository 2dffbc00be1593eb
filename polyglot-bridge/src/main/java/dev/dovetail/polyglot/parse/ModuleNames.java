package dev.dovetail.polyglot.parse;

import java.util.Optional;

/// How import statements name modules.
public final class ModuleNames {
  private ModuleNames() {}

  /// The absolute name of the module that an import takes names from; empty if its dots lead out of
  /// the outermost package, or name nothing.
  ///
  /// @param module the module that holds the statement
  /// @param isPackage whether that is a package's `__init__`
  public static Optional<String> absolute(
      String module, boolean isPackage, Syntax.ImportFrom statement) {
    if (statement.level() == 0) {
      return statement.module();
    }
    String base = module;
    int up = isPackage ? statement.level() - 1 : statement.level();
    for (int i = 0; i < up; i++) {
      int dot = base.lastIndexOf('.');
      if (dot < 0) {
        return Optional.empty();
      }
      base = base.substring(0, dot);
    }
    String parent = base;
    return Optional.of(statement.module().map(name -> parent + "." + name).orElse(parent));
  }
}
