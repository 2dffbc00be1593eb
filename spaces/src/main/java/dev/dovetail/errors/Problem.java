package dev.dovetail.errors;

/// One thing that is wrong, as a value: what happened, where, and what the reader can do about it.
///
/// @param what a sentence without a final full stop; names the value at fault
/// @param where the place: a file with line and column, a Space, a pair of keys; empty if `what`
///   says it
/// @param remedy what to do, as a sentence; empty only where nothing helps
/// @param traceback the frames of the user's own function, several lines; empty where it has no
///   part
public record Problem(ErrorCode code, String what, String where, String remedy, String traceback) {
  public Problem {
    if (what.isBlank()) {
      throw new IllegalArgumentException("a problem says what happened");
    }
  }

  public Problem(ErrorCode code, String what, String where, String remedy) {
    this(code, what, where, remedy, "");
  }

  /// The one line that people read: `E210: there is no Space 'nwes' (at ...). Did you mean 'news'?`
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(code.name()).append(": ").append(what);
    if (!where.isEmpty()) {
      text.append(" (").append(where).append(')');
    }
    text.append('.');
    if (!remedy.isEmpty()) {
      text.append(' ').append(remedy);
    }
    return text.toString();
  }
}
