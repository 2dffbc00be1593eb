package dev.dovetail.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One run, as it ended. There are no sessions of runs that go on, and none of runs whose process
/// was killed: a session is written once, together with the output if there is one.
///
/// @param id sorts by start to the second: `20261130-101530-a1b2c3d4e5f60718`
/// @param taskKind `join` or `transform`
/// @param task the task as JSON, which runs again as it is
/// @param parameters the function's parameters as JSON
/// @param plan what explain shows, as JSON; `{}` where the run failed before it was planned
/// @param output empty where nothing was published
public record Session(
    String id,
    String taskName,
    String taskKind,
    String task,
    Optional<FunctionText> function,
    String parameters,
    List<Input> inputs,
    Optional<Output> output,
    String plan,
    Outcome outcome,
    Instant startedAt,
    Instant endedAt,
    Metrics metrics,
    boolean hasDecisions) {
  public Session {
    inputs = List.copyOf(inputs);
  }

  public Duration duration() {
    return Duration.between(startedAt, endedAt);
  }

  /// The same session with another output.
  public Session withOutput(Output published) {
    return new Session(
        id,
        taskName,
        taskKind,
        task,
        function,
        parameters,
        inputs,
        Optional.of(published),
        plan,
        outcome,
        startedAt,
        endedAt,
        metrics,
        hasDecisions);
  }

  /// The user's function, as it ran.
  ///
  /// @param source all texts that decide what it does, helpers included
  /// @param sha256 of `source` in UTF-8, lower-case hexadecimal
  public record FunctionText(String name, String source, String sha256) {}

  /// What was read.
  public sealed interface Input {
    String name();
  }

  /// A Space at one version.
  public record SpaceInput(String name, long version) implements Input {}

  /// A file as it was when it was read.
  ///
  /// @param name the path as given
  /// @param bytes empty for standard input
  /// @param modifiedAt likewise
  /// @param sha256 of the bytes that were read; empty where they cannot be read twice
  public record FileInput(
      String name, OptionalLong bytes, Optional<Instant> modifiedAt, Optional<String> sha256)
      implements Input {}

  /// What was published.
  public sealed interface Output {
    String name();
  }

  /// The version that the run made.
  public record SpaceOutput(String name, long version) implements Output {}

  /// A file that the run wrote.
  ///
  /// @param name the path as given
  public record FileOutput(String name) implements Output {}

  /// How a run ended.
  public sealed interface Outcome {
    /// `done` or `failed`.
    String word();
  }

  public record Done() implements Outcome {
    @Override
    public String word() {
      return "done";
    }
  }

  /// Nothing was published.
  ///
  /// @param code an error code, such as `E127`
  /// @param message what people read, in one line
  /// @param traceback the user's own frames, empty where there are none
  public record Failed(String code, String message, String traceback) implements Outcome {
    @Override
    public String word() {
      return "failed";
    }
  }
}
