package dev.dovetail.polyglot.worker;

import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.SandboxPolicy;
import org.graalvm.polyglot.io.IOAccess;

/// A process that evaluates conditions: frames on its standard input and output, Python inside.
///
/// A thread of its own reads the frames, so that the end of the engine (the end of the stream) ends
/// this process at once, however deep Python is in a loop.
public final class WorkerMain {
  private static final CountDownLatch RELEASED = new CountDownLatch(1);

  private WorkerMain() {}

  public static void main(String[] args) throws Exception {
    // whatever prints to the standard streams must not meet the frames
    Frames frames =
        new Frames(
            new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    System.setOut(System.err);
    outliveInterrupts();
    LinkedBlockingQueue<Frame> queue = new LinkedBlockingQueue<>(4);
    Thread.ofPlatform().daemon().name("frames").start(() -> readAll(frames, queue));
    CappedOutput output = new CappedOutput();
    try (Guest guest = new Guest(sandboxed(output), true)) {
      frames.write(Command.HELLO, Payload.empty().text(System.getProperty("java.version")));
      while (true) {
        guest.answer(queue.take(), frames);
        output.takeText();
      }
    } catch (Throwable e) {
      e.printStackTrace(); // to the engine, which shows it with the error that names the pair
      Runtime.getRuntime().halt(70);
    }
  }

  /// Ctrl-C reaches every process of a terminal. The engine decides what it means, so this process
  /// holds its own shutdown back until the engine lets go of it.
  private static void outliveInterrupts() {
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      try {
                        RELEASED.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
  }

  private static void readAll(Frames frames, LinkedBlockingQueue<Frame> queue) {
    try {
      while (true) {
        queue.put(frames.read());
      }
    } catch (IOException | InterruptedException e) {
      // The engine is gone or has let go of this process. When an AOT cache is being trained, it
      // is written at an orderly exit only.
      if (Boolean.getBoolean("dovetail.training")) {
        RELEASED.countDown();
        System.exit(0);
      }
      Runtime.getRuntime().halt(0);
    }
  }

  private static Context sandboxed(CappedOutput output) {
    HostAccess arraysOnly =
        HostAccess.newBuilder(HostAccess.CONSTRAINED).allowArrayAccess(true).build();
    Context context =
        Context.newBuilder("python")
            .sandbox(SandboxPolicy.CONSTRAINED)
            .in(InputStream.nullInputStream())
            .out(output)
            .err(output)
            .allowAllAccess(false)
            .allowHostAccess(arraysOnly)
            .allowHostClassLookup(_ -> false)
            .allowHostClassLoading(false)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowIO(IOAccess.NONE)
            .allowEnvironmentAccess(EnvironmentAccess.NONE)
            .allowNativeAccess(false)
            .allowCreateProcess(false)
            .allowCreateThread(false)
            .allowInnerContextOptions(false)
            .allowExperimentalOptions(false)
            .allowValueSharing(false)
            .useSystemExit(false)
            .timeZone(ZoneOffset.UTC)
            .option("engine.WarnInterpreterOnly", "false")
            .build();
    context.initialize("python");
    return context;
  }
}
