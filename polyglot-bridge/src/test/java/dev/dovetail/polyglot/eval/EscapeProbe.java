package dev.dovetail.polyglot.eval;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// What somebody can do who has broken out of the interpreter: Java with all rights of the worker's
/// process. Prints `name: ok` for what works and `name: <exception>` for what does not.
///
/// Arguments: a file that must not be read, a port that must not be reached, a folder of jars, and
/// `exhaust` if it is to take all that it can get.
public final class EscapeProbe {
  private EscapeProbe() {}

  private interface Attempt {
    Object run() throws Exception;
  }

  public static void main(String[] args) {
    attempt("canary file", () -> Files.readString(Path.of(args[0])));
    attempt("/etc/passwd", () -> Files.readString(Path.of("/etc/passwd")));
    attempt("/etc/hostname", () -> Files.readString(Path.of("/etc/hostname")));
    attempt("/proc/1/environ", () -> Files.readString(Path.of("/proc/1/environ")));
    attempt("/proc/1/cmdline", () -> Files.readString(Path.of("/proc/1/cmdline")));
    attempt("/sys", () -> Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
    attempt(
        "loopback",
        () -> {
          try (Socket socket = new Socket()) {
            socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])),
                2_000);
          }
          return "connected";
        });
    attempt("shell", () -> new ProcessBuilder("/bin/sh", "-c", "true").start().waitFor());
    attempt("write beside the jars", () -> Files.writeString(Path.of(args[2], "evil"), "x"));
    attempt("write to the root", () -> Files.writeString(Path.of("/evil"), "x"));
    attempt("write to /dev", () -> Files.writeString(Path.of("/dev/evil"), "x"));
    attempt(
        "write a small temporary file",
        () -> Files.deleteIfExists(Files.createTempFile("small", "")));
    if (args.length > 3) { // behind walls only: it would take 4 GiB of the machine
      exhaust();
    }
    System.out.println("environment: " + String.join(",", new TreeSet<>(System.getenv().keySet())));
    System.out.println("user: " + System.getProperty("user.name"));
    System.out.flush();
    Runtime.getRuntime().halt(0); // threads may be left
  }

  private static void exhaust() {
    attempt("fill the temporary folder", EscapeProbe::fill);
    attempt("open files", EscapeProbe::open);
    attempt("native memory", EscapeProbe::hoard);
    attempt("threads", EscapeProbe::threads);
  }

  private static void attempt(String name, Attempt attempt) {
    String result = "ok";
    try {
      attempt.run();
    } catch (Exception | OutOfMemoryError e) {
      result = e.getClass().getSimpleName();
    }
    System.out.println(name + ": " + result);
  }

  private static Object fill() throws IOException {
    byte[] block = new byte[1 << 20];
    for (int file = 0; file < 8; file++) {
      try (OutputStream out = Files.newOutputStream(Path.of("/tmp/f" + file))) {
        for (int i = 0; i < 8; i++) {
          out.write(block);
        }
      }
    }
    return true;
  }

  private static Object open() throws IOException {
    List<FileChannel> open = new ArrayList<>();
    try {
      for (int i = 0; i < 2_000; i++) {
        open.add(FileChannel.open(Path.of("/dev/null")));
      }
    } catch (IOException e) {
      for (FileChannel each : open) {
        each.close();
      }
      throw e;
    }
    return true;
  }

  /// 4 GiB, page by page.
  private static Object hoard() {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < 64; i++) {
        MemorySegment block = arena.allocate(64L << 20);
        for (long at = 0; at < block.byteSize(); at += 4096) {
          block.set(java.lang.foreign.ValueLayout.JAVA_BYTE, at, (byte) 1);
        }
      }
      return true;
    }
  }

  private static Object threads() {
    for (int i = 0; i < 1_000; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  Thread.sleep(60_000);
                } catch (InterruptedException e) {
                  // ends with the process
                }
              });
    }
    return true;
  }
}
