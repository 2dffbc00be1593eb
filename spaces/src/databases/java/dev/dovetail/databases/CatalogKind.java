package dev.dovetail.databases;

import java.util.Optional;

/// The databases that hold a catalog, for tests that hold for each of them.
public enum CatalogKind {
  SQLITE,
  POSTGRESQL;

  /// The URL of a catalog that nobody has used yet; empty for the one in the home folder. Skips the
  /// test if there is no such database on this machine.
  public Optional<String> newCatalog() {
    return switch (this) {
      case SQLITE -> Optional.empty();
      case POSTGRESQL -> Optional.of(PostgresServer.running().newSchema());
    };
  }
}
