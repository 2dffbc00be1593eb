package dev.dovetail.engine.run;

/// Is told how far long work has come. Implementations are cheap to call and thread-safe.
public interface Progress {
  Progress NONE =
      new Progress() {
        @Override
        public void start(String stage, long total) {}

        @Override
        public void advance(long steps) {}
      };

  /// A stage begins; `total` is -1 where it is not known.
  void start(String stage, long total);

  void advance(long steps);

  /// Something that a user should know before the work goes on.
  default void note(String message) {}
}
