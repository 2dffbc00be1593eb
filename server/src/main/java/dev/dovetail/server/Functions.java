package dev.dovetail.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import io.helidon.http.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The registered functions of a namespace, one file each, named by the SHA-256 of what it holds: a
/// JSON object with `name`, `source`, and where they were given `candidate_gate` and
/// `function_parameters`. What a name stands for never changes.
final class Functions {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final String SUFFIX = ".json";

  private final Path folder;

  /// @param home of the namespace
  Functions(Path home) {
    this.folder = home.resolve("functions");
  }

  /// Keeps a function; one that is there already is the same. Returns its hash.
  String save(ObjectNode function) {
    byte[] text = text(function);
    String hash = Sha256.hex(text);
    Path file = folder.resolve(hash + SUFFIX);
    if (Files.exists(file)) {
      return hash;
    }
    try {
      Files.createDirectories(folder);
      Path draft = Files.createTempFile(folder, hash, ".draft");
      Files.write(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return hash;
    } catch (IOException e) {
      throw failed(file, "written", e);
    }
  }

  /// The function of a hash.
  ObjectNode require(String hash) {
    Path file = folder.resolve(hash + SUFFIX);
    try {
      if (HASH.matcher(hash).matches()) {
        byte[] text = Files.readAllBytes(file);
        if (Sha256.hex(text).equals(hash)) {
          return (ObjectNode) JSON.readTree(text);
        }
        throw new DovetailException(
            ErrorCode.E207,
            "the stored function is not the one that its name says",
            file.toString(),
            "Register the function again.");
      }
    } catch (NoSuchFileException _) {
      // told below
    } catch (IOException e) {
      throw failed(file, "read", e);
    }
    throw new Refusal(Status.NOT_FOUND_404, "there is no function '" + hash + "'");
  }

  /// The hashes of all functions, sorted.
  List<String> list() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<String> hashes = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .forEach(hashes::add);
      return hashes;
    } catch (IOException e) {
      throw failed(folder, "read", e);
    }
  }

  private static byte[] text(ObjectNode function) {
    try {
      // as plain maps, whose members are sorted
      Object plain = JSON.treeToValue(function, Object.class);
      return JSON.writeValueAsString(plain).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree in memory can always be written
    }
  }

  private static DovetailException failed(Path file, String how, IOException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E201,
            "a function cannot be " + how + ": " + cause.getMessage(),
            file.toString(),
            "Check the folder's rights and the disk's space."),
        cause);
  }
}
