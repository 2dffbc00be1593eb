package dev.dovetail.polyglot.compile;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.polyglot.parse.ModuleNames;
import dev.dovetail.polyglot.parse.Origin;
import dev.dovetail.polyglot.parse.PythonParser;
import dev.dovetail.polyglot.parse.Syntax;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files of an importable function, loaded by reading instead of running: a module counts as
/// loaded if running it could neither fail nor do anything but bind names.
final class UserModules {
  private final Map<String, String> files;
  private final Map<String, ModuleScope> loaded = new HashMap<>();
  private final Set<String> loading = new HashSet<>();

  /// @param files path relative to the import root -> source
  UserModules(Map<String, String> files) {
    this.files = files;
  }

  /// The scope of a module, with its packages loaded before it, as an import does; a package
  /// without an `__init__.py` has nothing to load.
  ModuleScope load(String module) {
    for (int dot = module.indexOf('.'); dot >= 0; dot = module.indexOf('.', dot + 1)) {
      String parent = module.substring(0, dot);
      if (path(parent).isPresent()) {
        loadOne(parent);
      }
    }
    return loadOne(module);
  }

  /// Whether a function of some loaded module could bind a name of another.
  boolean mayRebind(String name) {
    return loaded.values().stream().anyMatch(scope -> scope.mayRebindElsewhere(name));
  }

  private ModuleScope loadOne(String module) {
    ModuleScope known = loaded.get(module);
    if (known != null) {
      return known;
    }
    String path = path(module).orElseThrow(() -> new NotExact("import of " + module));
    if (!loading.add(module)) {
      throw new NotExact("a circular import of " + module);
    }
    String text = files.get(path);
    if (text == null) {
      throw new NotExact("import of " + module);
    }
    try {
      var body = PythonParser.module(text, Origin.named(path)).body();
      ModuleScope scope = ModuleScope.of(body, new ImportsOf(module, isPackage(path)));
      loaded.put(module, scope);
      return scope;
    } catch (DovetailException e) {
      throw new NotExact("the text of " + path + ": " + e.problem().what(), true);
    } catch (NotExact e) {
      throw e.inFile(path);
    } finally {
      loading.remove(module);
    }
  }

  private Optional<String> path(String module) {
    String base = module.replace('.', '/');
    if (files.containsKey(base + "/__init__.py")) {
      return Optional.of(base + "/__init__.py");
    }
    if (files.containsKey(base + ".py")) {
      return Optional.of(base + ".py");
    }
    return Optional.empty();
  }

  /// Whether a name is a package without an `__init__.py`.
  private boolean isFolder(String module) {
    String prefix = module.replace('.', '/') + "/";
    return files.keySet().stream().anyMatch(file -> file.startsWith(prefix));
  }

  private static boolean isPackage(String path) {
    return path.endsWith("/__init__.py");
  }

  /// What one module can import.
  private final class ImportsOf implements ModuleScope.Imports {
    private final String module;
    private final boolean isPackage;

    ImportsOf(String module, boolean isPackage) {
      this.module = module;
      this.isPackage = isPackage;
    }

    @Override
    public boolean mayRebind(String name) {
      return UserModules.this.mayRebind(name);
    }

    @Override
    public boolean alone() {
      return files.size() == 1;
    }

    @Override
    public boolean has(String name) {
      return path(name).isPresent();
    }

    @Override
    public void load(Syntax.Import statement, Syntax.Alias name) {
      if (path(name.name()).isEmpty()) {
        throw NotExact.in("import", statement);
      }
      UserModules.this.load(name.name());
    }

    @Override
    public Bound from(Syntax.ImportFrom statement, Syntax.Alias name) {
      String target =
          ModuleNames.absolute(module, isPackage, statement)
              .filter(absolute -> path(absolute).isPresent() || isFolder(absolute))
              .orElseThrow(() -> NotExact.in("import", statement));
      if (path(target).isPresent()) {
        ModuleScope scope = UserModules.this.load(target);
        if (scope.binds(name.name())) {
          return scope.bound(name.name());
        }
      }
      String submodule = target + "." + name.name();
      if (path(submodule).isEmpty()) {
        throw NotExact.in("import of a name that is not there,", statement);
      }
      UserModules.this.load(submodule);
      return new Bound.NotConstant("which is a module");
    }
  }
}
