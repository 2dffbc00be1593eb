package dev.dovetail.polyglot.function;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.polyglot.parse.Literal;
import dev.dovetail.polyglot.parse.ModuleNames;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonModule;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import dev.dovetail.polyglot.parse.SyntaxWalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Collects the files of an importable function: its module, and what that imports, as far as it is
/// on the declared path. Everything else (the standard library, installed packages) is left to the
/// interpreter. Nothing is run: imports are read from the text.
public final class ImportableFiles {
  private static final int MAX_FILES = 2_000;
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /// How a file declares its encoding, in one of its first two lines (PEP 263).
  private static final Pattern ENCODING =
      Pattern.compile(
          "\\A(?:[ \\t\\f]*(?:#[^\\n]*)?\\n)?[ \\t\\f]*#[^\\n]*?coding[:=][ \\t]*([-\\w.]+)");

  private final ModuleFinder finder;
  private final Map<String, String> files = new TreeMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Deque<String> waiting = new ArrayDeque<>();
  private long bytes;

  private ImportableFiles(List<Path> pythonPath) {
    this.finder = new ModuleFinder(pythonPath);
  }

  /// Finds a function.
  ///
  /// @param pythonPath the folders that hold the user's packages, in order
  /// @param target `package.module:name`
  /// @throws DovetailException E107 if there is no such module or name, or its files are too many
  ///   or no Python; E201 if one cannot be read
  public static FunctionSource.Importable collect(List<Path> pythonPath, String target) {
    String[] parts = target.split(":", -1);
    boolean legal = parts.length == 2 && SourceCheck.isName(parts[1]);
    for (String part : parts[0].split("\\.", -1)) {
      legal &= SourceCheck.isName(part);
    }
    if (!legal) {
      throw refused(
          "'" + target + "' does not name a function", "", "Write it as package.module:name.");
    }
    return new ImportableFiles(pythonPath).collect(parts[0], parts[1], pythonPath);
  }

  private FunctionSource.Importable collect(String module, String name, List<Path> pythonPath) {
    ModuleFinder.Found found = finder.find(module).orElseThrow(() -> noModule(module, pythonPath));
    want(module);
    while (!waiting.isEmpty()) {
      add(waiting.remove());
    }
    String text = files.get(found.relative());
    if (text == null) {
      throw noModule(module, pythonPath);
    }
    requireName(name, PythonParser.module(text, Origin.named(found.relative())), module);
    return new FunctionSource.Importable(module, name, files);
  }

  private DovetailException noModule(String module, List<Path> pythonPath) {
    int dot = module.lastIndexOf('.');
    String holder = dot < 0 ? "" : module.substring(0, dot);
    String searched =
        pythonPath.isEmpty()
            ? "no folder is declared"
            : "searched " + String.join(", ", pythonPath.stream().map(Path::toString).toList());
    return refused(
        "there is no module '" + module + "'",
        searched,
        NearNames.hint(
            module.substring(dot + 1),
            finder.children(holder),
            holder.isEmpty() ? "The path" : "'" + holder + "'"));
  }

  private static void requireName(String name, PythonModule module, String moduleName) {
    TopLevelNames names = TopLevelNames.of(module.body());
    List<String> bound = names.bindings().stream().map(TopLevelNames.Binding::name).toList();
    if (!bound.contains(name) && !names.isOpen()) {
      throw refused(
          "module '" + moduleName + "' has no '" + name + "'",
          module.source().origin().file(),
          NearNames.hint(name, bound, "It"));
    }
  }

  /// Asks for a module and the packages that it is in.
  private void want(String module) {
    if (!finder.knows(module)) {
      return;
    }
    for (int dot = module.indexOf('.'); ; dot = module.indexOf('.', dot + 1)) {
      String part = dot < 0 ? module : module.substring(0, dot);
      if (seen.add(part)) {
        waiting.add(part);
      }
      if (dot < 0) {
        return;
      }
    }
  }

  private void add(String module) {
    ModuleFinder.Found found = finder.find(module).orElse(null);
    if (found == null) {
      return; // A package without __init__.py, or an import that only Python can judge.
    }
    String text = read(found);
    files.put(found.relative(), text);
    PythonModule parsed = PythonParser.module(text, Origin.named(found.relative()));
    for (Syntax.Statement statement : parsed.body()) {
      SyntaxWalk.each(statement, node -> follow(node, module, found.isPackage()));
    }
  }

  private void follow(Syntax node, String module, boolean isPackage) {
    switch (node) {
      case Syntax.Import n -> n.names().forEach(name -> want(name.name()));
      case Syntax.ImportFrom n ->
          ModuleNames.absolute(module, isPackage, n)
              .ifPresent(
                  from -> {
                    want(from);
                    n.names().forEach(name -> wantMember(from, name.name()));
                  });
      case Syntax.Call n
          when n.function() instanceof Syntax.Attribute(_, var method, _)
              && method.equals("import_module")
              && !n.arguments().isEmpty()
              && n.arguments().getFirst() instanceof Syntax.Constant(Literal.Text(var name, _), _)
              && finder.find(name).isPresent() ->
          want(name);
      default -> {}
    }
  }

  /// `from package import name` loads a module where the package has one of that name; `*` loads
  /// those that `__all__` lists, which may be any.
  private void wantMember(String from, String name) {
    if (name.equals("*")) {
      boolean isPackage = finder.find(from).map(ModuleFinder.Found::isPackage).orElse(false);
      if (isPackage) {
        finder.children(from).forEach(child -> want(from + "." + child));
      }
    } else if (finder.find(from + "." + name).isPresent()) {
      want(from + "." + name);
    }
  }

  private String read(ModuleFinder.Found found) {
    try {
      bytes += Files.size(found.file());
      if (files.size() >= MAX_FILES || bytes > MAX_BYTES) {
        throw refused(
            "the function needs more than "
                + MAX_FILES
                + " files or "
                + (MAX_BYTES >> 20)
                + " MiB of the user's package",
            found.relative(),
            "Move the function to a module that imports less.");
      }
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(found.file())))
              .toString();
      requireUtf8(text, found);
      return text;
    } catch (CharacterCodingException _) {
      throw refused("the file is not UTF-8 text", found.file().toString(), "Save it as UTF-8.");
    } catch (IOException e) {
      throw new DovetailException(
          ErrorCode.E201,
          "the file cannot be read: " + e.getMessage(),
          found.file().toString(),
          "Check that it exists and may be read.");
    }
  }

  private static void requireUtf8(String text, ModuleFinder.Found found) {
    Matcher declared = ENCODING.matcher(text);
    if (declared.find()) {
      String name = declared.group(1).replace('_', '-');
      boolean utf8 =
          name.equalsIgnoreCase("utf-8")
              || name.equalsIgnoreCase("utf8")
              || name.equalsIgnoreCase("ascii")
              || name.equalsIgnoreCase("us-ascii");
      if (!utf8) {
        throw refused(
            "the file declares the encoding " + declared.group(1),
            found.file().toString(),
            "Save it as UTF-8 and take the declaration away.");
      }
    }
  }

  private static DovetailException refused(String what, String where, String remedy) {
    return new DovetailException(ErrorCode.E107, what, where, remedy);
  }
}
