package dev.dovetail.tasks.run;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.function.FunctionHash;
import dev.dovetail.polyglot.function.FunctionSource;
import dev.dovetail.polyglot.function.ImportableFiles;
import dev.dovetail.polyglot.function.SourceCheck;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.sessions.Session.FunctionText;
import dev.dovetail.tasks.FunctionSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// From the function that a task names to its source.
final class FunctionSources {
  private FunctionSources() {}

  /// The source, read and checked: E107 says what cannot be read in it.
  static FunctionSource of(FunctionSpec spec) {
    FunctionSource source =
        switch (spec) {
          case FunctionSpec.Lambda(var text, var prelude, var file, var line) ->
              new FunctionSource.Lambda(text, prelude, new Origin(file, line));
          case FunctionSpec.PythonFunction(
                  var name,
                  var text,
                  var prelude,
                  var file,
                  var line,
                  _) ->
              new FunctionSource.Module(name, text, prelude, new Origin(file, line));
          case FunctionSpec.Importable importable ->
              ImportableFiles.collect(path(importable.pythonPath()), importable.reference());
          case FunctionSpec.Held(var name, var handle, var because, var text) ->
              new FunctionSource.Held(name, handle, because, text.flatMap(FunctionSources::known));
        };
    SourceCheck.check(source);
    return source;
  }

  /// The text of a function that is held. One that cannot be read here, because its Python knows
  /// more, is as good as none: the function is evaluated whole.
  private static Optional<FunctionSource> known(FunctionSpec text) {
    try {
      return Optional.of(of(text));
    } catch (DovetailException unreadable) {
      return Optional.empty();
    }
  }

  /// What a session keeps of a function: all texts that decide what it does.
  static FunctionText text(FunctionSource source) {
    String text =
        switch (source) {
          case FunctionSource.Lambda lambda -> joined(lambda.prelude(), lambda.text());
          case FunctionSource.Module module -> joined(module.prelude(), module.source());
          case FunctionSource.Importable importable ->
              new TreeMap<>(importable.files())
                  .entrySet().stream()
                      .map(file -> "# " + file.getKey() + "\n" + file.getValue())
                      .collect(Collectors.joining("\n"));
          case FunctionSource.Held held ->
              joined(
                  "# held by its caller: " + held.because(),
                  held.text().map(known -> text(known).source()).orElse(""));
        };
    return new FunctionText(source.name(), text, FunctionHash.sha256(source));
  }

  private static String joined(String prelude, String text) {
    return prelude.isEmpty() || text.isEmpty() ? prelude + text : prelude + "\n" + text;
  }

  private static List<Path> path(List<String> folders) {
    return folders.stream().map(Path::of).toList();
  }
}
