package dev.dovetail.tests.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A volume of a few megabytes in memory (tmpfs), which only root can mount.
final class SmallDisk implements AutoCloseable {
  private static final int BLOCK = 4096;

  private final Path folder;
  private final Path ballast;

  private SmallDisk(Path folder) {
    this.folder = folder;
    this.ballast = folder.resolve("ballast");
  }

  /// Something that uses a disk.
  interface Step {
    void take() throws IOException;
  }

  /// Mounts one; or says why not.
  static Optional<String> mount(Path folder, int megabytes)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    return call(
        "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
  }

  static SmallDisk at(Path folder) {
    return new SmallDisk(folder);
  }

  Path folder() {
    return folder;
  }

  long freeBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /// Takes room away until so much is left.
  void leave(long bytes) throws IOException {
    byte[] block = new byte[BLOCK];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (freeBytes() >= bytes + BLOCK) {
        out.write(block);
      }
    }
  }

  /// Gives the room back.
  void makeRoom() throws IOException {
    Files.deleteIfExists(ballast);
  }

  private static Optional<String> call(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? Optional.empty() : Optional.of(said.strip());
  }

  @Override
  public void close() throws IOException {
    try {
      call("umount", folder.toString())
          .ifPresent(
              why -> {
                throw new IllegalStateException(why);
              });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
