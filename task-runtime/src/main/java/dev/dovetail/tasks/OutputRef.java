package dev.dovetail.tasks;

import java.util.Optional;

/// Where a task's rows go; replaced as a whole.
public sealed interface OutputRef {
  /// What the output is called in messages.
  String label();

  /// A Space, which gets a new version.
  record Space(String name) implements OutputRef {
    public Space {
      Refusal.name(name, "output_space");
    }

    @Override
    public String label() {
      return name;
    }
  }

  /// A file, or `-` for standard output.
  ///
  /// @param format empty to tell by the name
  record File(String path, Optional<String> format) implements OutputRef {
    public File {
      Refusal.name(path, "output file");
    }

    public static File of(String path) {
      return new File(path, Optional.empty());
    }

    @Override
    public String label() {
      return path;
    }
  }
}
