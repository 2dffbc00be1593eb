package dev.dovetail.spaces.files;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The problems that files have, in one wording.
final class Faults {
  private static final int SHOWN = 40;

  private Faults() {}

  /// E212: the bytes contradict the format.
  static DovetailException damaged(String file, String what, @Nullable Throwable cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E212,
            "the file is damaged: " + what,
            file,
            "Write the file again, or take another copy."),
        cause);
  }

  static DovetailException damaged(String file, String what) {
    return damaged(file, what, null);
  }

  /// E201 (or E208): the operating system refused.
  static DovetailException io(String file, String doing, IOException cause) {
    String message = String.valueOf(cause.getMessage());
    if (message.toLowerCase(Locale.ROOT).contains("no space left")
        || message.toLowerCase(Locale.ROOT).contains("disk quota")) {
      return new DovetailException(
          new Problem(
              ErrorCode.E208,
              "the disk is full while " + doing,
              file,
              "Free some space, or choose another folder."),
          cause);
    }
    String what =
        switch (cause) {
          case NoSuchFileException _ -> "there is no such file";
          case AccessDeniedException _ -> "access is denied";
          default -> message;
        };
    return new DovetailException(
        new Problem(
            ErrorCode.E201,
            "failed " + doing + ": " + what,
            file,
            "Check the path and its permissions."),
        cause);
  }

  /// The path that a user named; E201 if this system has no such paths.
  static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new DovetailException(
          new Problem(
              ErrorCode.E201,
              "the text is no path on this system: " + e.getReason(),
              shown(text),
              "Name the file another way."),
          e);
    }
  }

  static String place(String file, JsonProcessingException cause) {
    JsonLocation at = cause.getLocation();
    return at == null ? file : file + ", line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /// A value of the file for a message: quoted, short, and without control characters.
  static String shown(CharSequence text) {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || (Character.isSurrogate(c) && !paired(text, i))) {
        shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.append(text.length() > SHOWN ? "...'" : "'").toString();
  }

  static String shown(char[] text, int offset, int length) {
    return shown(new String(text, offset, Math.min(length, SHOWN + 1)));
  }

  private static boolean paired(CharSequence text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < Math.min(text.length(), SHOWN) && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
