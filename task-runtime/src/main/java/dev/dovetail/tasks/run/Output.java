package dev.dovetail.tasks.run;

import dev.dovetail.sessions.Session;
import dev.dovetail.sessions.Sessions;
import dev.dovetail.spaces.BatchSink;
import dev.dovetail.spaces.Commit;
import dev.dovetail.spaces.PutMode;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileWriters;
import dev.dovetail.spaces.files.WriteOptions;
import dev.dovetail.tasks.OutputRef;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/// The output of one run on its way: nobody sees a row before [#publish], and closing without it
/// leaves nothing.
final class Output implements AutoCloseable {
  private final OutputRef ref;
  private final SpaceStore store;
  private final Sessions sessions;
  private final Optional<Commit> commit;
  private final BatchSink staged;
  private long bytes;

  /// Begins an output.
  ///
  /// @param primaryKey what a Space declares
  /// @param kind the operation that the version records
  Output(
      OutputRef ref,
      Schema schema,
      List<String> primaryKey,
      String kind,
      String sessionId,
      SpaceStore store,
      Sessions sessions,
      BufferAllocator allocator) {
    this.ref = ref;
    this.store = store;
    this.sessions = sessions;
    switch (ref) {
      case OutputRef.Space(var name) -> {
        Commit begun = store.begin();
        commit = Optional.of(begun);
        try {
          staged = begun.put(name, schema, primaryKey, PutMode.REPLACE, false, kind, sessionId);
        } catch (RuntimeException | Error e) {
          begun.close();
          throw e;
        }
      }
      case OutputRef.File(var path, var format) -> {
        commit = Optional.empty();
        WriteOptions options =
            format.isPresent()
                ? WriteOptions.DEFAULT.withFormat(FileFormat.named(format.get()))
                : WriteOptions.DEFAULT;
        staged = FileWriters.create(path, schema, options, allocator);
      }
    }
  }

  /// Takes the rows; finished by [#publish] only.
  BatchSink sink() {
    return new BatchSink() {
      @Override
      public void write(VectorSchemaRoot batch) {
        for (FieldVector column : batch.getFieldVectors()) {
          bytes += column.getBufferSize();
        }
        staged.write(batch);
      }

      @Override
      public void finish() {
        throw new IllegalStateException("an output is published with its session");
      }

      @Override
      public void close() {
        // the output closes what it has staged
      }
    };
  }

  /// Size in memory of what was written.
  long bytes() {
    return bytes;
  }

  /// Makes the rows visible and records the session: for a Space in one transaction, for a file
  /// right after the file has taken its place.
  ///
  /// @param session from what was published, whose version is not known before
  /// @return the session as it is recorded
  Session publish(Function<Session.Output, Session> session) {
    staged.finish();
    return switch (ref) {
      case OutputRef.Space(var name) -> {
        Commit begun = commit.orElseThrow();
        Session done = session.apply(new Session.SpaceOutput(name, 0));
        begun.alongside(sessions.recording(done));
        SpaceVersion version = begun.commit().getFirst();
        yield done.withOutput(new Session.SpaceOutput(name, version.version()));
      }
      case OutputRef.File(var path, _) -> {
        Session done = session.apply(new Session.FileOutput(path));
        store.transact(sessions.recording(done));
        yield done;
      }
    };
  }

  @Override
  public void close() {
    staged.close();
    commit.ifPresent(Commit::close);
  }
}
