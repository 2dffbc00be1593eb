package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.spaces.BatchSource;
import java.util.function.Supplier;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// The border around every reader: it ends the input with the source, and lets nothing out but a
/// [DovetailException]. A library that stumbles over a file's bytes has met damage that it did not
/// name itself.
final class GuardedSource implements BatchSource {
  private final SourceFile file;
  private final BatchSource source;

  GuardedSource(SourceFile file, Supplier<BatchSource> reader) {
    this.file = file;
    this.source = guarded(reader);
  }

  @Override
  public Schema schema() {
    return source.schema();
  }

  @Override
  public boolean next() {
    return guarded(
        () -> {
          boolean more = source.next();
          if (!more) {
            file.checkUnchanged();
          }
          return more;
        });
  }

  @Override
  public VectorSchemaRoot batch() {
    return source.batch();
  }

  @Override
  public void close() {
    try {
      source.close();
    } finally {
      file.close();
    }
  }

  private <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (DovetailException e) {
      throw named(e);
    } catch (OutOfMemoryException e) {
      throw new DovetailException(
          new Problem(
              ErrorCode.E403,
              "a batch of the file does not fit in the memory budget",
              file.name(),
              "Raise --memory, or write the file with smaller batches."),
          e);
    } catch (RuntimeException | StackOverflowError e) {
      throw Faults.damaged(file.name(), "its bytes do not follow the format" + detail(e), e);
    }
  }

  /// Adds the file to a problem whose finder did not know it.
  private DovetailException named(DovetailException e) {
    Problem problem = e.problem();
    if (problem.where().contains(file.name())) {
      return e;
    }
    String where = problem.where().isEmpty() ? file.name() : file.name() + ", " + problem.where();
    return new DovetailException(
        new Problem(problem.code(), problem.what(), where, problem.remedy()), e);
  }

  /// What a library says, where it speaks of the file and not of its own classes.
  private static String detail(Throwable e) {
    String message = e.getMessage();
    boolean ofTheFile = e instanceof IllegalArgumentException || e instanceof IllegalStateException;
    if (message == null || !ofTheFile || message.contains("java.") || message.contains("class ")) {
      return "";
    }
    return ": " + message.lines().findFirst().orElse("");
  }
}
