package dev.dovetail.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import dev.dovetail.spaces.SpaceStore;
import dev.dovetail.tasks.run.RunSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A server with a key of its own, which the JDK's `keytool` makes.
class TlsTest {
  private static final char[] PASSWORD = "a password".toCharArray();

  @TempDir private Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  private KeyStore keys;
  private SpaceStore store;
  private PythonWorkers workers;
  private DovetailServer server;

  @BeforeEach
  void start() throws Exception {
    keys = newKeys();
    Path key = folder.resolve("key.pem");
    Path certificates = folder.resolve("certificates.pem");
    writePem(key, "PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());
    writePem(certificates, "CERTIFICATE", keys.getCertificate("server").getEncoded());
    store = SpaceStore.open(folder.resolve("home"), allocator);
    workers = new PythonWorkers(WorkerSettings.fromSystem());
    ServerConfig config =
        ServerConfig.hosted(
            InetAddress.getLoopbackAddress(),
            0,
            Access.open(),
            Optional.of(new TlsFiles(key, certificates)),
            RunSettings.defaults(),
            "test",
            "none",
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    assertThat(config.url(1)).startsWith("https://");
    server = DovetailServer.start(config, store, _ -> workers, allocator);
  }

  private KeyStore newKeys() throws Exception {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=IP:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      made.load(in, PASSWORD);
    }
    return made;
  }

  private static void writePem(Path file, String what, byte[] content) throws IOException {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    Files.writeString(
        file,
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(what, lines.encodeToString(content), what));
  }

  @AfterEach
  void stop() {
    server.close();
    workers.close();
    store.close();
    allocator.close();
  }

  private HttpRequest request() {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + "/v1/spaces"))
        .build();
  }

  private SSLContext trusting(KeyStore certificates) throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Version.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void bothVersionsOfHttpAreSpokenOverTls(HttpClient.Version version) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    try (HttpClient http =
        HttpClient.newBuilder().version(version).sslContext(trusting(trusted)).build()) {
      HttpResponse<String> answer = http.send(request(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(version);
    }
  }

  @Test
  void aClientThatDoesNotKnowTheCertificateIsNotTalkedTo() {
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertThatThrownBy(() -> http.send(request(), BodyHandlers.ofString()))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void aRequestWithoutTlsGetsNothing() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write("GET /v1/spaces HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout(30_000);
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(new String(answer, StandardCharsets.ISO_8859_1)).doesNotContain("spaces");
    }
  }
}
