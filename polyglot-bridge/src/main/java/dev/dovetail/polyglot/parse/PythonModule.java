package dev.dovetail.polyglot.parse;

import java.util.List;

/// The statements of a module text.
public record PythonModule(SourceText source, List<Syntax.Statement> body) {
  public PythonModule {
    body = List.copyOf(body);
  }
}
