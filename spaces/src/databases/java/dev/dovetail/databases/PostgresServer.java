package dev.dovetail.databases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL server of this JVM, started by the first test that asks for it, on a temporary
/// folder and a free port of the loopback interface. It ends with the JVM, however that ends.
///
/// The programs `initdb` and `postgres` are looked for where `PG_BIN` says, on the path, and where
/// Debian and Red Hat have them. Without them the tests are skipped, and say so; with
/// `DOVETAIL_REQUIRE_POSTGRES=1` they fail.
public final class PostgresServer {
  public static final String USER = "dovetail";
  public static final String PASSWORD = "a secret: %&?";
  private static final String ABSENT =
      "PostgreSQL is not installed (apt-get install postgresql), so a catalog on it is NOT tested";

  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static @Nullable PostgresServer running;

  private final int port;

  private PostgresServer(int port) {
    this.port = port;
  }

  /// The server of this JVM.
  public static synchronized PostgresServer running() {
    if (running == null) {
      Path programs = programs().orElse(null);
      if (programs == null) {
        if (System.getenv("DOVETAIL_REQUIRE_POSTGRES") != null) {
          throw new IllegalStateException(ABSENT);
        }
        System.err.println(ABSENT);
        return abort(ABSENT);
      }
      try {
        running = start(programs);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      } catch (InterruptedException failure) {
        throw new IllegalStateException(failure);
      }
    }
    return running;
  }

  public int port() {
    return port;
  }

  /// The URL of an empty schema, with user and password.
  public String newSchema() {
    String schema = "test_" + SCHEMAS.incrementAndGet();
    execute("CREATE SCHEMA " + schema);
    return url("postgres") + "&currentSchema=" + schema;
  }

  /// The URL of a database, with user and password.
  public String url(String database) {
    return bareUrl(database)
        + "?user="
        + USER
        + "&password="
        + URLEncoder.encode(PASSWORD, UTF_8).replace("+", "%20");
  }

  /// The URL of a database, without user and password.
  public String bareUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /// Runs a statement as the superuser that owns everything here.
  public void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Optional<Path> programs() {
    List<Path> folders = new ArrayList<>();
    String said = System.getenv("PG_BIN");
    if (said != null) {
      folders.add(Path.of(said));
    }
    Stream.of(System.getenv("PATH").split(":")).map(Path::of).forEach(folders::add);
    for (String parent : List.of("/usr/lib/postgresql", "/usr")) {
      try (Stream<Path> versions = Files.list(Path.of(parent))) {
        versions.sorted().map(version -> version.resolve("bin")).forEach(folders::add);
      } catch (IOException _) {
        // Not a system of that kind.
      }
    }
    return folders.stream()
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .filter(folder -> Files.isExecutable(folder.resolve("postgres")))
        .findFirst();
  }

  private static PostgresServer start(Path programs) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("dovetail-postgres");
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    List<String> asUser = asUser(folder, password);
    Path data = folder.resolve("data");
    // Words sort by the rules of a language here, so that a test notices where code points matter.
    run(
        folder,
        asUser,
        programs.resolve("initdb").toString(),
        "--pgdata=" + data,
        "--username=" + USER,
        "--pwfile=" + password,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=icu",
        "--icu-locale=en",
        "--locale=C.UTF-8",
        "--no-sync");
    int port = freePort();
    List<String> command = new ArrayList<>();
    // The shell reads until this JVM is gone, and then ends the server.
    command.addAll(
        List.of(
            "sh",
            "-c",
            "folder=$1; shift; \"$@\" & server=$!; cat >/dev/null; kill -QUIT $server; wait;"
                + " rm -rf \"$folder\"",
            "sh",
            folder.toString()));
    command.addAll(asUser);
    command.addAll(
        List.of(
            programs.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-p",
            String.valueOf(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
            "-c",
            "shared_buffers=32MB"));
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    PostgresServer server = new PostgresServer(port);
    server.awaitReady(process, log);
    return server;
  }

  /// What runs a program as another user than root, whom the server refuses; gives that user the
  /// folder.
  private static List<String> asUser(Path... files) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    var users = files[0].getFileSystem().getUserPrincipalLookupService();
    for (Path file : files) {
      Files.setOwner(file, users.lookupPrincipalByName("nobody"));
    }
    return List.of("setpriv", "--reuid=nobody", "--clear-groups", "--");
  }

  private static void run(Path folder, List<String> asUser, String... command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(asUser);
    words.addAll(List.of(command));
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", words) + ": " + output);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady(Process process, Path log) throws IOException, InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (true) {
      try (Connection _ = DriverManager.getConnection(url("postgres"))) {
        return;
      } catch (SQLException failure) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new IllegalStateException(Files.readString(log), failure);
        }
        Thread.sleep(50);
      }
    }
  }
}
