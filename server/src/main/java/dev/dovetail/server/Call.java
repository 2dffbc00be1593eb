package dev.dovetail.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.spaces.BatchSource;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.FileWriters;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;

/// One request and its answer, for one caller.
///
/// @param namespace what the caller sees and works in
record Call(
    ServerRequest request,
    ServerResponse response,
    Access.Caller caller,
    Namespace namespace,
    ServerLimits limits) {
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(100)
                      .maxNumberLength(1000)
                      .maxNameLength(1000)
                      .maxStringLength(ServerLimits.MAX_JSON_BYTES)
                      .build())
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .build());

  /// A parameter of the path.
  String path(String name) {
    return request.path().pathParameters().get(name);
  }

  Optional<String> query(String name) {
    return request.query().first(name).asOptional();
  }

  List<String> queries(String name) {
    return request.query().all(name, List::of);
  }

  /// A whole number of the query, from `least` on.
  long number(String name, long least, long absent) {
    Optional<String> text = query(name);
    if (text.isEmpty()) {
      return absent;
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    throw new Refusal(
        Status.BAD_REQUEST_400,
        name + " is '" + text.get() + "' where a whole number from " + least + " on is expected");
  }

  boolean flag(String name) {
    String text = query(name).orElse("false");
    if (text.equals("true") || text.isEmpty()) {
      return true;
    }
    if (text.equals("false")) {
      return false;
    }
    throw new Refusal(
        Status.BAD_REQUEST_400, name + " is '" + text + "' where true or false is expected");
  }

  String header(String name) {
    return header(request, name);
  }

  /// A header's value; empty if the request has none.
  static String header(ServerRequest request, String name) {
    return request.headers().first(HeaderNames.create(name)).orElse("");
  }

  /// The bytes of the body, which end with 413 where they are more than the server takes.
  InputStream body() {
    return body(limits.maxBodyBytes());
  }

  private InputStream body(long most) {
    InputStream in =
        request.content().hasEntity()
            ? request.content().inputStream()
            : InputStream.nullInputStream();
    return new LimitedBody(in, most);
  }

  /// The body as a JSON object.
  ObjectNode json() {
    try {
      JsonNode node = JSON.readTree(body(ServerLimits.MAX_JSON_BYTES));
      if (node instanceof ObjectNode object) {
        return object;
      }
      throw new Refusal(Status.BAD_REQUEST_400, "the body is not a JSON object");
    } catch (JsonProcessingException e) {
      throw new Refusal(Status.BAD_REQUEST_400, "the body is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new Refusal(Status.BAD_REQUEST_400, "the body ended early");
    }
  }

  void send(ObjectNode document) {
    send(Status.OK_200, document);
  }

  void send(Status status, ObjectNode document) {
    response
        .status(status)
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(document.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  void sendNothing() {
    response.status(Status.NO_CONTENT_204).send();
  }

  /// The format that the caller asks rows in.
  FileFormat wanted() {
    return query("format")
        .map(FileFormat::named)
        .orElseGet(() -> RowFormat.ofAccepted(request.headers().all(HeaderNames.ACCEPT, List::of)));
  }

  /// Sends the rows that the query's `offset` and `limit` leave, as they are written. A failure on
  /// the way breaks the connection off, so that nobody takes a part for the whole.
  void sendRows(BatchSource all, BufferAllocator allocator) throws IOException {
    try (BatchSource rows =
        new RowRange(all, number("offset", 0, 0), number("limit", 0, Long.MAX_VALUE))) {
      send(rows, allocator);
    }
  }

  private void send(BatchSource rows, BufferAllocator allocator) throws IOException {
    FileFormat format = wanted();
    FileWriters.check(rows.schema(), format, request.path().path());
    response.header(HeaderNames.CONTENT_TYPE, RowFormat.mediaType(format));
    try (OutputStream out = response.outputStream()) {
      FileWriters.write(rows, out, request.path().path(), format, allocator);
    }
  }
}
