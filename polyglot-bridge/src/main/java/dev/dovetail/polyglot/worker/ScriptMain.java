package dev.dovetail.polyglot.worker;

import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/// The process of a user's script: Python with the user's rights, and a line to the engine for the
/// package `dovetail`. Arguments: socket, folder of the package, script, its arguments.
public final class ScriptMain {
  private static final boolean TRAINING = Boolean.getBoolean("dovetail.training");

  private ScriptMain() {}

  public static void main(String[] args) throws Exception {
    endWithTheEngine();
    Path script = Path.of(args[2]);
    int code = 4;
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]));
        Frames frames =
            new Frames(Channels.newInputStream(channel), Channels.newOutputStream(channel))) {
      Guest guest = new Guest(unrestricted(), false);
      Object lock = new Object();
      ProxyExecutable request =
          values -> {
            synchronized (lock) {
              return ask(values[0].asString(), frames, guest);
            }
          };
      Value run = guest.script();
      code =
          exitCode(
              () ->
                  run.execute(
                          guest.judging(),
                          request,
                          args[1],
                          script.toString(),
                          Files.readString(script),
                          Arrays.copyOfRange(args, 3, args.length))
                      .asInt());
      frames.write(Command.EXIT, Payload.empty().number(code));
    } catch (IOException e) {
      System.err.println("dovetail: " + e);
    }
    // threads that the script left behind end with it, as daemon threads do
    Runtime.getRuntime().halt(code);
  }

  /// An engine that was killed cannot end this process, and a script that computes does not ask for
  /// it, so someone else has to look.
  private static void endWithTheEngine() {
    ProcessHandle engine = ProcessHandle.current().parent().orElse(null);
    if (engine != null) {
      var _ = engine.onExit().thenRun(() -> Runtime.getRuntime().halt(4));
    }
  }

  private interface Script {
    int run() throws IOException;
  }

  private static int exitCode(Script script) throws IOException {
    try {
      return script.run();
    } catch (PolyglotException e) {
      if (e.isExit()) {
        return e.getExitStatus();
      }
      System.err.println("dovetail: Python failed: " + Guest.reason(e));
      return 70;
    }
  }

  /// Sends a request and, until it is answered, evaluates functions for the engine.
  private static String ask(String json, Frames frames, Guest guest) {
    try {
      frames.write(Command.REQUEST, Payload.empty().text(json));
      while (true) {
        Frame frame = frames.read();
        if (frame.command() == Command.ANSWER) {
          return Frames.readText(frame.trusted());
        }
        guest.answer(frame, frames);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Context unrestricted() {
    Context context =
        Context.newBuilder("python")
            .allowAllAccess(true)
            .option("engine.WarnInterpreterOnly", "false")
            // compiled modules are kept beside the library's own; a later run writes nowhere
            .option("python.DontWriteBytecodeFlag", String.valueOf(!TRAINING))
            .build();
    context.initialize("python");
    return context;
  }
}
