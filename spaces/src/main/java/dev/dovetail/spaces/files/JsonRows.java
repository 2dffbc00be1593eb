package dev.dovetail.spaces.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Rows as the text that a JSON lines file would hold, for showing and for answering requests.
public final class JsonRows {
  private JsonRows() {}

  /// One JSON object a row, without line ends.
  public static List<String> of(VectorSchemaRoot batch) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonLinesWriter writer = new JsonLinesWriter(bytes, "-", batch.getSchema())) {
      writer.write(batch);
      writer.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty()).toList();
  }
}
