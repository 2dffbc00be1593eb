package dev.dovetail.polyglot.worker;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The kinds of frames. The engine's commands come first; each is answered by [#DONE], [#PROBLEM]
/// or the reply named beside it. Only [#PROGRESS] is unasked for, and a script's [#REQUEST].
public enum Command {
  /// A function, its parameters and the columns of its sides.
  LOAD(0xD0),
  /// Rows of one side as an Arrow stream; they take the next slots.
  ROWS(0xD1),
  /// Drops the rows of one side; slots start from 0 again.
  FORGET(0xD2),
  /// Pairs of slots; answered by [#VERDICTS].
  JUDGE(0xD3),
  /// A new gate with computed keys.
  BEGIN_KEYS(0xD4),
  /// The key ids of the rows of one side; answered by [#IDS].
  KEYS(0xD5),
  /// Rows to map; answered by [#MAPPED].
  MAP(0xD6),
  /// A script may start.
  RUN_SCRIPT(0xD7),

  DONE(0xD8),
  PROBLEM(0xD9),
  VERDICTS(0xDA),
  IDS(0xDB),
  MAPPED(0xDC),
  /// The stretch of pairs of the batch that comes next: from, to.
  PROGRESS(0xDD),
  /// The process is ready.
  HELLO(0xDE),
  /// A script asks the engine for something; answered by [#ANSWER].
  REQUEST(0xDF),
  ANSWER(0xE0),
  /// A script has ended, with its exit code.
  EXIT(0xE1);

  /// What stands for the kind in a frame; far from ASCII, so that stray text is no frame.
  final int code;

  Command(int code) {
    this.code = code;
  }

  /// The kinds that may answer this one.
  public Set<Command> answers() {
    return switch (this) {
      case LOAD, ROWS -> EnumSet.of(DONE, PROBLEM);
      case FORGET, BEGIN_KEYS -> EnumSet.of(DONE);
      case JUDGE -> EnumSet.of(VERDICTS);
      case KEYS -> EnumSet.of(IDS);
      case MAP -> EnumSet.of(MAPPED);
      case REQUEST -> EnumSet.of(ANSWER);
      case RUN_SCRIPT, DONE, PROBLEM, VERDICTS, IDS, MAPPED, PROGRESS, HELLO, ANSWER, EXIT ->
          EnumSet.noneOf(Command.class);
    };
  }

  static Optional<Command> of(int code) {
    return Arrays.stream(values()).filter(c -> c.code == code).findFirst();
  }
}
