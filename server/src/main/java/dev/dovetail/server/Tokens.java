package dev.dovetail.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.errors.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The tokens of a home, one file each in `tokens/`, which servers that share the home share too. A
/// file has the SHA-256 of the token's secret part, which is 256 random bits: nobody finds it by
/// trying, so it needs no salt. Revoking removes the file and counts from the next request on.
public final class Tokens implements Access {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern FORM = Pattern.compile("dovetail_([0-9a-f]{12})_([0-9a-f]{64})");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{12}");
  private static final String SUFFIX = ".json";

  private final Path folder;
  private final SecureRandom random = new SecureRandom();

  public Tokens(Path home) {
    this.folder = home.resolve("tokens");
  }

  /// A token as it is stored.
  ///
  /// @param note what people know it by
  /// @param hash of the secret part
  public record Token(
      String id,
      String namespace,
      Scope scope,
      TokenLimits limits,
      Instant createdAt,
      Optional<Instant> expiresAt,
      String note,
      String hash) {}

  /// Makes a token; what is returned is shown once and kept nowhere.
  public String add(
      String namespace, Scope scope, TokenLimits limits, Optional<Instant> expiresAt, String note) {
    Namespaces.requireLegal(namespace);
    String id = hex(6);
    String secret = hex(32);
    Token token =
        new Token(
            id,
            namespace,
            scope,
            limits,
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            expiresAt,
            note,
            Sha256.hex(secret.getBytes(StandardCharsets.US_ASCII)));
    try {
      Files.createDirectories(folder);
      Path draft =
          Files.createTempFile(
              folder,
              id,
              ".draft",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(draft, write(token));
      Files.move(draft, folder.resolve(id + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failed("written", e);
    }
    return "dovetail_" + id + "_" + secret;
  }

  /// All tokens, oldest first.
  public List<Token> list() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Token> tokens = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .forEach(id -> find(id).ifPresent(tokens::add));
    } catch (IOException e) {
      throw failed("read", e);
    }
    tokens.sort(Comparator.comparing(Token::createdAt).thenComparing(Token::id));
    return tokens;
  }

  /// Ends a token.
  public void revoke(String id) {
    try {
      if (ID.matcher(id).matches() && Files.deleteIfExists(folder.resolve(id + SUFFIX))) {
        return;
      }
    } catch (IOException e) {
      throw failed("removed", e);
    }
    throw new DovetailException(
        ErrorCode.E101,
        "there is no token '" + id + "'",
        "",
        NearestName.hint(id, list().stream().map(Token::id).toList()));
  }

  @Override
  public Optional<Caller> caller(Optional<String> given) {
    Matcher form = FORM.matcher(given.orElse(""));
    if (!form.matches()) {
      return Optional.empty();
    }
    return find(form.group(1))
        .filter(
            token ->
                same(token.hash(), Sha256.hex(form.group(2).getBytes(StandardCharsets.US_ASCII))))
        .filter(
            token -> token.expiresAt().isEmpty() || token.expiresAt().get().isAfter(Instant.now()))
        .map(token -> new Caller(token.id(), token.namespace(), token.scope(), token.limits()));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  private Optional<Token> find(String id) {
    try {
      return Optional.of(read(id, JSON.readTree(Files.readAllBytes(folder.resolve(id + SUFFIX)))));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  private static Token read(String id, JsonNode node) {
    return new Token(
        id,
        node.path("namespace").asText(),
        Scope.named(node.path("scope").asText()),
        new TokenLimits(
            node.path("requests_per_minute").asInt(), node.path("concurrent_runs").asInt()),
        Instant.parse(node.path("created_at").asText()),
        Optional.ofNullable(node.path("expires_at").textValue()).map(Instant::parse),
        node.path("note").asText(),
        node.path("sha256").asText());
  }

  private static String write(Token token) {
    ObjectNode node = JSON.createObjectNode();
    node.put("namespace", token.namespace())
        .put("scope", token.scope().word())
        .put("requests_per_minute", token.limits().requestsPerMinute())
        .put("concurrent_runs", token.limits().concurrentRuns())
        .put("created_at", token.createdAt().toString())
        .put("expires_at", token.expiresAt().map(Instant::toString).orElse(null))
        .put("note", token.note())
        .put("sha256", token.hash());
    return node.toPrettyString();
  }

  private String hex(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  private DovetailException failed(String how, IOException cause) {
    return new DovetailException(
        new Problem(
            ErrorCode.E201,
            "the tokens cannot be " + how + ": " + cause.getMessage(),
            folder.toString(),
            "Check the folder's rights and the disk's space."),
        cause);
  }
}
