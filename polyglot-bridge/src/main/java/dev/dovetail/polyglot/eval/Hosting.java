package dev.dovetail.polyglot.eval;

/// How the functions of other people are evaluated.
///
/// @param sandbox the walls around each worker
/// @param deadlines after which a worker is killed
/// @param mostWorkers how many live at once, over all tenants
public record Hosting(Sandbox sandbox, Deadlines deadlines, int mostWorkers) {
  public Hosting {
    if (mostWorkers < 1) {
      throw new IllegalArgumentException("at least one worker must live: " + mostWorkers);
    }
  }

  /// The usual deadlines, and two workers for each processor.
  public static Hosting behind(Sandbox sandbox) {
    return new Hosting(sandbox, Deadlines.USUAL, 2 * Runtime.getRuntime().availableProcessors());
  }
}
