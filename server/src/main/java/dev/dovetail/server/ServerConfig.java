package dev.dovetail.server;

import dev.dovetail.tasks.run.RunSettings;
import java.net.InetAddress;

/// How a server is set up.
///
/// @param port 0 for any that is free
/// @param ownCode whether the callers are the user whose machine this is: then functions may be
///   imported from files, and workers have the user's rights
/// @param settings what one run gets at most
/// @param version what the server says it is
public record ServerConfig(
    InetAddress address,
    int port,
    Access access,
    boolean ownCode,
    RunSettings settings,
    ServerLimits limits,
    String version) {
  /// An engine of one user on this machine, for those who know a secret.
  public static ServerConfig local(String secret, RunSettings settings, String version) {
    return new ServerConfig(
        InetAddress.getLoopbackAddress(),
        0,
        Access.secret(secret),
        true,
        settings,
        ServerLimits.DEFAULT,
        version);
  }
}
