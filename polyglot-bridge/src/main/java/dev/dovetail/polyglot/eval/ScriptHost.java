package dev.dovetail.polyglot.eval;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.engine.run.RunControl;
import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import dev.dovetail.polyglot.eval.WorkerSettings.Mode;
import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a user's script in a Python process of its own, with the rights of the user, and answers
/// what it asks. The process keeps the standard streams to itself, so the two talk over a socket
/// that only this user can reach, and that is gone once they are connected.
public final class ScriptHost {
  private final WorkerSettings settings;
  private final ObjectMapper json = new ObjectMapper();

  public ScriptHost(WorkerSettings settings) {
    this.settings = settings;
  }

  /// Runs a script to its end and returns its exit code. A stopped run ends it and throws E401 or
  /// E402.
  public int run(ScriptLaunch launch, ScriptRequests requests, RunControl control) {
    try {
      Files.createDirectories(settings.cache());
      Path folder = Files.createTempDirectory("dovetail"); // for this user's eyes only
      Path socket = folder.resolve("s");
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(socket));
        Process process = start(launch, socket);
        try (var _ = control.onStop(() -> end(process))) {
          serve(process, server, requests);
          int code = process.waitFor();
          control.check();
          return code;
        } finally {
          end(process);
        }
      } finally {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      control.check();
      throw new DovetailException(
          ErrorCode.E128,
          "the script's Python process cannot be started: " + e.getMessage(),
          launch.script().toString(),
          "Check the JDK at " + settings.javaHome() + " and the folder " + settings.cache() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DovetailException(
          ErrorCode.E402, "the run was cancelled", "", "Nothing more was published.");
    }
  }

  private Process start(ScriptLaunch launch, Path socket) throws IOException {
    List<String> flags = new ArrayList<>(List.of("-Xss4m"));
    settings.record().ifPresent(_ -> flags.add(WorkerSettings.TRAINING));
    List<String> line =
        new ArrayList<>(
            settings.command(Mode.QUICK, "dev.dovetail.polyglot.worker.ScriptMain", flags));
    line.add(socket.toString());
    line.add(launch.packages().toAbsolutePath().toString());
    line.add(launch.script().toString());
    line.addAll(launch.arguments());
    return new ProcessBuilder(line)
        .redirectInput(launch.input())
        .redirectOutput(launch.output())
        .redirectError(launch.errors())
        .start();
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private void serve(Process process, ServerSocketChannel server, ScriptRequests requests)
      throws IOException {
    var unblock = process.onExit().thenRun(() -> closeQuietly(server));
    try (SocketChannel channel = server.accept();
        Frames frames =
            new Frames(Channels.newInputStream(channel), Channels.newOutputStream(channel))) {
      unblock.cancel(false);
      CallerInterpreter python = new CallerInterpreter(frames);
      while (true) {
        Frame frame = frames.read();
        if (frame.command() != Command.REQUEST) {
          return; // EXIT: the script has ended
        }
        String request = Frames.readText(frame.fields());
        frames.write(Command.ANSWER, Payload.empty().text(answer(requests, request, python)));
      }
    } catch (IOException e) {
      // the process has ended, of itself or by us; its exit code says how
    }
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      // it only serves to wake the thread that waits
    }
  }

  private String answer(ScriptRequests requests, String request, CallerInterpreter python) {
    try {
      return requests.handle(request, python);
    } catch (DovetailException e) {
      return problem(e.problem());
    } catch (RuntimeException e) {
      return problem(
          new Problem(ErrorCode.E499, "an internal error: " + e, "", "Please report it."));
    }
  }

  private String problem(Problem problem) {
    ObjectNode error = json.createObjectNode();
    error
        .putObject("error")
        .put("code", problem.code().name())
        .put("blame", problem.code().blame().name())
        .put("exit_code", problem.code().blame().exitCode())
        .put("what", problem.what())
        .put("where", problem.where())
        .put("remedy", problem.remedy())
        .put("traceback", problem.traceback())
        .put("message", problem.toString());
    return error.toString();
  }
}
