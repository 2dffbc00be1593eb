package dev.dovetail.spaces.segment;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Turns what the operating system refuses into one sentence with the path in it.
public final class DiskProblems {
  /// Less than this left on a volume counts as full: a failed write may have freed a little.
  private static final long NEARLY_NOTHING_BYTES = 64 * 1024;

  private DiskProblems() {}

  /// The refusal for a failed read or write.
  ///
  /// @param deed what was tried, as a participle: `written`, `read`
  public static DovetailException of(IOException failure, Path path, String deed) {
    if (failure instanceof ClosedByInterruptException) {
      return problem(failure, ErrorCode.E402, path + " was not " + deed, "");
    }
    if (isFull(failure, path)) {
      return full(failure, path);
    }
    return problem(
        failure,
        ErrorCode.E201,
        path + " cannot be " + deed + ": " + reason(failure),
        "Check that the folder exists and that you may write to it.");
  }

  /// The refusal for a volume without room; nothing of the write is kept.
  public static DovetailException full(Throwable cause, Path path) {
    return problem(
        cause,
        ErrorCode.E208,
        "there is no room left to write " + path,
        "Nothing was changed. Make room on that volume, or set DOVETAIL_HOME to another one.");
  }

  /// Whether the volume of `path` has no room left.
  public static boolean hasNoRoom(Path path) {
    try {
      Path existing = path.toAbsolutePath();
      while (!Files.exists(existing) && existing.getParent() != null) {
        existing = existing.getParent();
      }
      return Files.getFileStore(existing).getUsableSpace() < NEARLY_NOTHING_BYTES;
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isFull(IOException failure, Path path) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("no space left")
        || message.contains("quota exceeded")
        || message.contains("not enough space")
        || (!(failure instanceof FileSystemException) && hasNoRoom(path));
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "it does not exist";
      case AccessDeniedException _ -> "access is denied";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      case IOException other -> String.valueOf(other.getMessage());
    };
  }

  private static DovetailException problem(
      @Nullable Throwable cause, ErrorCode code, String what, String remedy) {
    return new DovetailException(new Problem(code, what, "", remedy), cause);
  }
}
