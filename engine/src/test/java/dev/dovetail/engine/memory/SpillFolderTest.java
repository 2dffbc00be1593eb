package dev.dovetail.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFolderTest {
  @TempDir private Path folder;

  @Test
  void whatAKilledProcessLeftIsSweptAndNothingElse() throws IOException {
    Path abandoned = file("spill-" + UUID.randomUUID() + ".tmp", Duration.ofDays(2));
    Path inUse = file("spill-" + UUID.randomUUID() + ".tmp", Duration.ofMinutes(1));
    Path notOurs = file("spill-of-mine.tmp", Duration.ofDays(2));

    Path locked = Files.createDirectory(folder.resolve("spill-" + UUID.randomUUID() + ".tmp"));
    Files.writeString(locked.resolve("rows"), "rows");
    Files.setLastModifiedTime(locked, FileTime.from(Instant.now().minus(Duration.ofDays(2))));

    Path mine = new SpillFolder(folder, OptionalLong.empty()).newFile();

    assertThat(mine).hasParentRaw(folder).doesNotExist();
    assertThat(abandoned).doesNotExist();
    assertThat(inUse).exists();
    assertThat(notOurs).exists();
    assertThat(locked).as("what cannot be deleted fails no run").exists();
  }

  private Path file(String name, Duration age) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "rows");
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }
}
