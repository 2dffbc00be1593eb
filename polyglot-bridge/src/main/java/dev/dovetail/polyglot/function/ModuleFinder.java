package dev.dovetail.polyglot.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Where modules are on a path of folders, as Python's import finds them: the first folder with the
/// package or module wins; a folder without `__init__.py` is a package only if no other is.
final class ModuleFinder {
  private static final String INIT = "__init__.py";

  private final List<Path> roots;

  ModuleFinder(List<Path> roots) {
    this.roots = List.copyOf(roots);
  }

  /// A module's file.
  ///
  /// @param relative its path below the root, with `/`
  record Found(Path file, String relative) {
    boolean isPackage() {
      return relative.endsWith("/" + INIT);
    }
  }

  /// Whether the top-level package or module of a dotted name is on the path.
  boolean knows(String module) {
    String top = module.contains(".") ? module.substring(0, module.indexOf('.')) : module;
    return find(top).isPresent()
        || roots.stream().anyMatch(root -> Files.isDirectory(root.resolve(top)));
  }

  /// The file of a dotted module; empty for what is not there, and for a package without
  /// `__init__.py`.
  Optional<Found> find(String module) {
    String base = module.replace('.', '/');
    for (Path root : rootsOf(module)) {
      for (String relative : List.of(base + "/" + INIT, base + ".py")) {
        Path file = root.resolve(relative);
        if (Files.isRegularFile(file)) {
          return Optional.of(new Found(file, relative));
        }
      }
    }
    return Optional.empty();
  }

  /// The folders where a module may be: the one that holds its top-level package, or all of them if
  /// that is spread over folders.
  private List<Path> rootsOf(String module) {
    int dot = module.indexOf('.');
    if (dot < 0) {
      return roots;
    }
    String top = module.substring(0, dot);
    for (Path root : roots) {
      boolean regular =
          Files.isRegularFile(root.resolve(top).resolve(INIT))
              || Files.isRegularFile(root.resolve(top + ".py"));
      if (regular) {
        return List.of(root);
      }
    }
    return roots;
  }

  /// The modules and packages in a package, or at the top for an empty name.
  Set<String> children(String module) {
    Set<String> names = new TreeSet<>();
    for (Path root : roots) {
      Path folder = root.resolve(module.replace('.', '/'));
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> entries = Files.list(folder)) {
        entries.forEach(
            entry -> {
              String name = entry.getFileName().toString();
              if (name.endsWith(".py") && !name.equals(INIT)) {
                names.add(name.substring(0, name.length() - 3));
              } else if (Files.isRegularFile(entry.resolve(INIT))) {
                names.add(name);
              }
            });
      } catch (IOException | UncheckedIOException _) {
        // What cannot be listed cannot be suggested.
      }
    }
    return names;
  }
}
