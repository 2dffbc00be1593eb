package dev.dovetail.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// How the programs of one user find the engine that serves a home folder: the file
/// `engine-VERSION.json`, which only this user can read, says where it listens and what to say
/// there. An engine holds a lock for as long as it lives, so that a home has one of each version.
///
/// ```
/// Optional<LocalEngine> mine = LocalEngine.claim(home, version); // empty: there is one already
/// mine.get().announce(server.port());
/// ```
public final class LocalEngine implements AutoCloseable {
  private final Path file;
  private final String version;
  private final String secret;
  private final FileChannel channel;
  private final FileLock lock;

  private LocalEngine(Path file, String version, FileChannel channel, FileLock lock) {
    this.file = file;
    this.version = version;
    this.channel = channel;
    this.lock = lock;
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    this.secret = HexFormat.of().formatHex(random);
  }

  /// The right to be the engine of a home; empty if another process has it.
  public static Optional<LocalEngine> claim(Path home, String version) {
    Path lockFile = home.resolve("engine-" + version + ".lock");
    FileChannel channel = null;
    try {
      Files.createDirectories(home);
      channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      Path file = home.resolve("engine-" + version + ".json");
      Files.deleteIfExists(file); // of one that was killed
      return Optional.of(new LocalEngine(file, version, channel, lock));
    } catch (IOException e) {
      throw cannotWrite(lockFile, e);
    }
  }

  /// What callers must say.
  public String secret() {
    return secret;
  }

  /// Tells where the engine listens, now that it does.
  public void announce(int port) {
    ObjectNode node = new ObjectMapper().createObjectNode();
    node.put("pid", ProcessHandle.current().pid())
        .put("port", port)
        .put("secret", secret)
        .put("version", version)
        .put("started_at", Instant.now().toString());
    try {
      Path draft =
          Files.createTempFile(
              file.toAbsolutePath().getParent(),
              "engine-",
              ".draft",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(draft, node.toString());
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  private static DovetailException cannotWrite(Path file, IOException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E201,
            "the engine's file cannot be written: " + cause.getMessage(),
            file.toString(),
            "Set DOVETAIL_HOME to a folder that can be written."),
        cause);
  }

  /// Takes the announcement back.
  @Override
  public void close() {
    try (channel;
        lock) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // whoever reads it finds nobody there
    }
  }
}
