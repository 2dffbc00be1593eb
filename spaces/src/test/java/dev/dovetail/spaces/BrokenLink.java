package dev.dovetail.spaces;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/// A way to a database server that can break at the moment of a commit.
final class BrokenLink implements AutoCloseable {
  /// What is lost when a `COMMIT` passes.
  enum Loss {
    NOTHING,
    /// The server never sees it.
    REQUEST,
    /// The server commits, and its answer does not come back.
    ANSWER,
    /// Likewise, and nobody can connect afterwards.
    ANSWER_AND_LINK
  }

  private final ServerSocket listening;
  private final int target;
  private volatile Loss next = Loss.NOTHING;

  BrokenLink(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  void loseAtNextCommit(Loss loss) {
    next = loss;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        AtomicBoolean silent = new AtomicBoolean();
        Thread.ofVirtual().start(() -> forward(client, server, silent));
        Thread.ofVirtual().start(() -> back(server, client, silent));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void forward(Socket client, Socket server, AtomicBoolean silent) {
    byte[] buffer = new byte[1 << 16];
    try (client;
        server) {
      InputStream in = client.getInputStream();
      OutputStream out = server.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        boolean commits = new String(buffer, 0, read, ISO_8859_1).contains("COMMIT\0");
        Loss loss = commits ? next : Loss.NOTHING;
        if (loss == Loss.REQUEST) {
          next = Loss.NOTHING;
          return;
        }
        if (loss != Loss.NOTHING) {
          next = Loss.NOTHING;
          silent.set(true);
        }
        if (loss == Loss.ANSWER_AND_LINK) {
          listening.close();
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException _) {
      // The end of this connection.
    }
  }

  private static void back(Socket server, Socket client, AtomicBoolean silent) {
    byte[] buffer = new byte[1 << 16];
    try (client;
        server) {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      for (int read = in.read(buffer); read >= 0 && !silent.get(); read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    } catch (IOException _) {
      // The end of this connection.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
