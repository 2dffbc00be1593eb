package dev.dovetail.polyglot.compile;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Translates Python's regular expressions into Java's, where both certainly mean the same on ASCII
/// texts: characters, classes, groups, alternatives, anchors and quantifiers. No look-around, no
/// back references, no flags inside; those match strings that no such translation is sure of.
final class PatternText {
  private static final String SPACE = " \\t-\\r\\x1c-\\x1f";
  private static final String PLAIN = "_-~!@#%&=:;,'\"`<>/ ";

  private final String python;
  private final StringBuilder java = new StringBuilder();
  private int at;
  private int depth;
  private boolean quantifiable;

  private PatternText(String python) {
    this.python = python;
  }

  static Optional<String> inJava(String python) {
    PatternText text = new PatternText(python);
    try {
      while (text.at < python.length()) {
        if (!text.item()) {
          return Optional.empty();
        }
      }
      if (text.depth != 0) {
        return Optional.empty();
      }
      Pattern.compile(text.java.toString());
      return Optional.of(text.java.toString());
    } catch (PatternSyntaxException | StringIndexOutOfBoundsException _) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("RefactorSwitch") // statements, not values
  private boolean item() {
    char c = python.charAt(at++);
    return switch (c) {
      case '\\' -> escape();
      case '[' -> characterClass();
      case '(' -> {
        depth++;
        quantifiable = false;
        yield group();
      }
      case ')' -> {
        depth--;
        yield plain(c, true) && depth >= 0;
      }
      case '*', '+', '?' -> quantifier(String.valueOf(c));
      case '{' -> counts();
      case '.' -> plain(c, true);
      case '|', '^', '$' -> plain(c, false);
      default -> {
        quantifiable = true;
        yield literal(c);
      }
    };
  }

  private boolean plain(char c, boolean mayRepeat) {
    java.append(c);
    quantifiable = mayRepeat;
    return true;
  }

  private boolean counts() {
    int end = python.indexOf('}', at);
    if (end < 0 || !python.substring(at, end).matches("[0-9]{1,3}(,[0-9]{0,3})?")) {
      return false;
    }
    String counts = python.substring(at - 1, end + 1);
    at = end + 1;
    return quantifier(counts);
  }

  private boolean literal(char c) {
    if (Character.isLetterOrDigit(c) && c < 0x80) {
      java.append(c);
      return true;
    }
    if (PLAIN.indexOf(c) >= 0) {
      java.append('\\').append(c);
      return true;
    }
    return false;
  }

  private boolean quantifier(String text) {
    if (!quantifiable) {
      return false;
    }
    java.append(text);
    quantifiable = false;
    if (at < python.length() && python.charAt(at) == '?') {
      at++;
      java.append('?');
    }
    return true;
  }

  private boolean group() {
    if (python.charAt(at) != '?') {
      java.append('(');
      return true;
    }
    if (python.startsWith("?:", at)) {
      at += 2;
      java.append("(?:");
      return true;
    }
    if (python.startsWith("?P<", at)) {
      int end = python.indexOf('>', at);
      boolean named = end > 0 && python.substring(at + 3, end).matches("[a-z][a-z0-9]*");
      at = end + 1;
      java.append('(');
      return named;
    }
    return false;
  }

  private boolean escape() {
    char c = python.charAt(at++);
    quantifiable = true;
    switch (c) {
      case 'd', 'D', 'w', 'W', 'n', 't', 'r' -> java.append('\\').append(c);
      case 's' -> java.append('[').append(SPACE).append(']');
      case 'S' -> java.append("[^").append(SPACE).append(']');
      case 'b', 'A' -> {
        quantifiable = false;
        java.append('\\').append(c);
      }
      case 'Z' -> {
        quantifiable = false;
        java.append("\\z");
      }
      default -> {
        if (Character.isLetterOrDigit(c) || c >= 0x80 || c < ' ') {
          return false;
        }
        java.append('\\').append(c);
      }
    }
    return true;
  }

  private boolean characterClass() {
    java.append('[');
    if (python.charAt(at) == '^') {
      at++;
      java.append('^');
    }
    boolean first = true;
    while (first || python.charAt(at) != ']') {
      char c = python.charAt(at++);
      if (c == '\\') {
        char escaped = python.charAt(at++);
        switch (escaped) {
          case 'd', 'w', 'n', 't', 'r' -> java.append('\\').append(escaped);
          case 's' -> java.append(SPACE);
          default -> {
            if (Character.isLetterOrDigit(escaped) || escaped >= 0x80 || escaped < ' ') {
              return false;
            }
            java.append('\\').append(escaped);
          }
        }
      } else if (c == '[' || c == '^' || c == ']' || c == '&' || c == '~' || c == '|') {
        // either special in one of the two languages, or about to be
        return false;
      } else if (c == '-') {
        boolean edge = first || python.charAt(at) == ']';
        java.append(edge ? "\\-" : "-");
      } else if (c < ' ' || c >= 0x80) {
        return false;
      } else {
        if (!Character.isLetterOrDigit(c)) {
          java.append('\\');
        }
        java.append(c);
      }
      first = false;
    }
    at++;
    java.append(']');
    quantifiable = true;
    return true;
  }
}
