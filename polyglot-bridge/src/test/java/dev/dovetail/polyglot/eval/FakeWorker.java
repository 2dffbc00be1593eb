package dev.dovetail.polyglot.eval;

import dev.dovetail.polyglot.worker.Command;
import dev.dovetail.polyglot.worker.Frames;
import dev.dovetail.polyglot.worker.Frames.Frame;
import dev.dovetail.polyglot.worker.Frames.Payload;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// A worker's process that somebody has taken over: it speaks the protocol until the first real
/// question, and then what its argument says.
public final class FakeWorker {
  private static final OutputStream RAW = new FileOutputStream(FileDescriptor.out);

  private FakeWorker() {}

  public static void main(String[] args) throws Exception {
    String lie = args[0];
    Frames frames = new Frames(new FileInputStream(FileDescriptor.in), RAW);
    if (lie.equals("no greeting")) {
      frames.write(Command.DONE, Payload.empty());
    }
    frames.write(Command.HELLO, Payload.empty().text("25"));
    if (lie.equals("floods its standard error")) {
      Thread.ofPlatform().daemon().start(FakeWorker::flood);
    }
    while (true) {
      Frame frame = frames.read();
      switch (frame.command()) {
        case LOAD -> load(lie, frames);
        case JUDGE -> judge(lie, frames, frame.fields());
        case MAP -> map(lie, frames);
        case KEYS -> keys(frames);
        default -> frames.write(Command.DONE, Payload.empty());
      }
    }
  }

  private static void flood() {
    byte[] noise = "x".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
    while (true) {
      System.err.write(noise, 0, noise.length);
    }
  }

  private static void load(String lie, Frames frames) throws Exception {
    switch (lie) {
      case "blames what it cannot know" ->
          frames.write(Command.PROBLEM, Payload.empty().text("E499").text("you").text("here"));
      case "never reads again" -> {
        frames.write(Command.DONE, Payload.empty());
        Thread.sleep(600_000);
      }
      default -> frames.write(Command.DONE, Payload.empty());
    }
  }

  private static byte[] outcomes(int count, int value) {
    byte[] all = new byte[count];
    java.util.Arrays.fill(all, (byte) value);
    return all;
  }

  private static Payload verdicts(byte[] outcomes) {
    return Payload.empty().raw(outcomes).number(0);
  }

  private static void judge(String lie, Frames frames, dev.dovetail.polyglot.worker.Fields in)
      throws Exception {
    in.number();
    in.number();
    int count = in.number();
    Payload honest = verdicts(outcomes(count, 1));
    byte[] oneFailed = outcomes(count, 0);
    oneFailed[0] = 2;
    switch (lie) {
      case "garbage" ->
          RAW.write("hello, world, this is no frame".getBytes(StandardCharsets.UTF_8));
      case "a frame of 2 GiB" -> header(Integer.MAX_VALUE, 0xDA);
      case "a frame of 100 MiB" -> header(100 << 20, 0xDA);
      case "a frame of negative length" -> header(-1, 0xDA);
      case "an unknown kind" -> header(0, 0x41);
      case "another kind" -> frames.write(Command.MAPPED, honest);
      case "done" -> frames.write(Command.DONE, Payload.empty());
      case "too few outcomes" -> frames.write(Command.VERDICTS, verdicts(outcomes(count - 1, 1)));
      case "too many outcomes" -> frames.write(Command.VERDICTS, verdicts(outcomes(count + 1, 1)));
      case "nothing" -> frames.write(Command.VERDICTS, Payload.empty());
      case "an outcome that is none" ->
          frames.write(Command.VERDICTS, verdicts(outcomes(count, 7)));
      case "pairs left out" -> frames.write(Command.VERDICTS, verdicts(outcomes(count, 3)));
      case "a failure without an error" -> frames.write(Command.VERDICTS, verdicts(oneFailed));
      case "a billion errors" ->
          frames.write(Command.VERDICTS, Payload.empty().raw(oneFailed).number(1_000_000_000));
      case "the error of another pair" ->
          frames.write(
              Command.VERDICTS,
              Payload.empty().raw(oneFailed).number(1).number(1).text("E120").text("a").text(""));
      case "an error code that is none" ->
          frames.write(
              Command.VERDICTS,
              Payload.empty().raw(oneFailed).number(1).number(0).text("E001").text("a").text(""));
      case "a text of 2 GiB" ->
          frames.write(
              Command.VERDICTS,
              Payload.empty().raw(oneFailed).number(1).number(0).number(Integer.MAX_VALUE));
      case "a text of negative length" ->
          frames.write(
              Command.VERDICTS, Payload.empty().raw(oneFailed).number(1).number(0).number(-5));
      case "more than was asked" -> frames.write(Command.VERDICTS, honest.text("and more"));
      case "progress that goes back" -> {
        frames.write(Command.PROGRESS, Payload.empty().number(5).number(1));
        frames.write(Command.VERDICTS, honest);
      }
      case "two answers" -> {
        byte[] answer = frame(outcomes(count, 1));
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(answer);
        both.writeBytes(answer);
        RAW.write(both.toByteArray());
      }
      case "silence" -> Thread.sleep(600_000);
      case "progress without end" -> {
        while (true) {
          frames.write(Command.PROGRESS, Payload.empty().number(0).number(1));
        }
      }
      case "a byte a second" -> {
        header(1_000, 0xDA);
        while (true) {
          RAW.write(0);
          Thread.sleep(1_000);
        }
      }
      case "an answer without end" -> {
        header(60 << 20, 0xDA);
        Runtime.getRuntime().halt(0);
      }
      default -> frames.write(Command.VERDICTS, honest);
    }
  }

  private static void header(int length, int kind) throws IOException {
    DataOutputStream out = new DataOutputStream(RAW);
    out.writeInt(length);
    out.writeByte(kind);
    out.flush();
  }

  private static byte[] frame(byte[] outcomes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(outcomes.length + 4);
    out.writeByte(0xDA);
    out.write(outcomes);
    out.writeInt(0);
    return bytes.toByteArray();
  }

  private static void keys(Frames frames) throws IOException {
    frames.write(
        Command.IDS, Payload.empty().number(-1).text("").text("").text("").bytes(new byte[8]));
  }

  private static void map(String lie, Frames frames) throws IOException {
    Payload answer = Payload.empty().number(-1);
    switch (lie) {
      case "rows that did not go in" -> answer.number(1_000_000).number(0);
      case "a failure of no row" ->
          answer = Payload.empty().number(77).text("E120").text("").text("");
      case "a billion columns" -> answer.number(2).number(1_000_000_000);
      case "lists of a billion items" ->
          answer
              .number(2)
              .number(1)
              .text("a")
              .text("list")
              .bytes(new byte[0])
              .number(2)
              .bytes(new byte[] {0, 0, 0, 0x40, 0, 0, 0, 0x40});
      case "a position past the end" ->
          answer
              .number(2)
              .number(1)
              .text("a")
              .text("null")
              .bytes(new byte[] {9, 0, 0, 0})
              .number(2);
      case "nests without end" -> {
        answer.number(2).number(1).text("a");
        for (int i = 0; i < 100_000; i++) {
          answer
              .text("list")
              .bytes(new byte[0])
              .number(i == 0 ? 2 : 0)
              .bytes(new byte[i == 0 ? 8 : 0]);
        }
      }
      default -> answer.number(0).number(0);
    }
    frames.write(Command.MAPPED, answer);
  }
}
