package dev.dovetail.server;

import dev.dovetail.tasks.run.RunSettings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// How a server is set up.
///
/// @param port 0 for any that is free
/// @param ownCode whether the callers are the user whose machine this is: then functions may be
///   imported from files, and workers have the user's rights
/// @param settings what one run gets at most
/// @param version what the server says it is
/// @param sandbox what surrounds the Python of others, or why nothing does
/// @param log takes a line of JSON for each request
public record ServerConfig(
    InetAddress address,
    int port,
    Access access,
    Optional<TlsFiles> tls,
    boolean ownCode,
    RunSettings settings,
    ServerLimits limits,
    String version,
    String sandbox,
    PrintStream log) {
  /// An engine of one user on this machine, for those who know a secret.
  public static ServerConfig local(String secret, RunSettings settings, String version) {
    return new ServerConfig(
        InetAddress.getLoopbackAddress(),
        0,
        Access.secret(secret),
        Optional.empty(),
        true,
        settings,
        ServerLimits.DEFAULT.withAbandoned(Duration.ofSeconds(90)),
        version,
        "none: functions are the user's own",
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  /// A server for callers with tokens.
  ///
  /// @param sandbox what surrounds their Python, or why nothing does
  /// @param log takes a line of JSON for each request
  public static ServerConfig hosted(
      InetAddress address,
      int port,
      Access access,
      Optional<TlsFiles> tls,
      RunSettings settings,
      String version,
      String sandbox,
      PrintStream log) {
    return new ServerConfig(
        address, port, access, tls, false, settings, ServerLimits.DEFAULT, version, sandbox, log);
  }

  public ServerConfig withLimits(ServerLimits other) {
    return new ServerConfig(
        address, port, access, tls, ownCode, settings, other, version, sandbox, log);
  }

  /// Where a server of this configuration answers that listens on a port.
  public String url(int listening) {
    String scheme = tls.isPresent() ? "https" : "http";
    return scheme + "://" + address.getHostAddress() + ":" + listening;
  }
}
