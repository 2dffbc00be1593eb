package dev.dovetail.benchmarks.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.polyglot.eval.PythonWorkers;
import dev.dovetail.polyglot.eval.WorkerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/// Answers requests, one JSON object a line, as `compare/peer.py` does for the others: `load`,
/// `run`, `write` (one more run, its rows into an Arrow file), `peak`; ends with its input.
public final class DovetailPeer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BufferAllocator allocator = new RootAllocator();
  private final PythonWorkers python = new PythonWorkers(WorkerSettings.fromSystem());
  private @Nullable Work work;

  private DovetailPeer() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    try (DovetailPeer peer = new DovetailPeer();
        BufferedReader requests =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        answers.println(peer.safely(JSON.readTree(line)));
        answers.flush();
      }
    }
  }

  private ObjectNode safely(JsonNode request) {
    try {
      return answer(request);
    } catch (Exception | OutOfMemoryError e) {
      e.printStackTrace();
      return JSON.createObjectNode().put("error", String.valueOf(e.getMessage()));
    }
  }

  private ObjectNode answer(JsonNode request) throws IOException {
    String op = request.required("op").asText();
    return switch (op) {
      case "load" -> load(request);
      case "run" -> run();
      case "write" -> write(Path.of(request.required("path").asText()));
      case "peak" -> JSON.createObjectNode().put("bytes", peakBytes());
      default -> throw new IllegalArgumentException("no request is called '" + op + "'");
    };
  }

  private ObjectNode load(JsonNode request) throws IOException {
    if (work != null) {
      throw new IllegalStateException("one process is for one case");
    }
    work = new Work(PeerCase.of(request), python, allocator);
    System.gc();
    Files.writeString(Path.of("/proc/self/clear_refs"), "5"); // the peak begins anew
    return JSON.createObjectNode().put("bytes", peakBytes());
  }

  private Work work() {
    if (work == null) {
      throw new IllegalStateException("nothing is loaded");
    }
    return work;
  }

  private ObjectNode run() {
    Work.Repetition done = work().run();
    try (HeldBatches result = done.result()) {
      ObjectNode answer = JSON.createObjectNode();
      answer.put("seconds", done.seconds()).put("rows", result.rows()).put("plan", done.plan());
      answer.put("engineBytes", done.engineBytes()).put("spilledBytes", done.spilledBytes());
      ObjectNode stages = answer.putObject("stages");
      done.stages().forEach(stages::put);
      return answer;
    }
  }

  private ObjectNode write(Path path) throws IOException {
    try (HeldBatches result = work().run().result();
        FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      if (result.batches().isEmpty()) {
        throw new IllegalStateException("the answer has no row");
      }
      try (VectorSchemaRoot root =
              VectorSchemaRoot.create(result.batches().getFirst().getSchema(), allocator);
          ArrowFileWriter writer = new ArrowFileWriter(root, null, file)) {
        VectorLoader loader = new VectorLoader(root);
        for (VectorSchemaRoot batch : result.batches()) {
          try (ArrowRecordBatch record = new VectorUnloader(batch).getRecordBatch()) {
            loader.load(record);
          }
          writer.writeBatch();
        }
      }
      return JSON.createObjectNode().put("rows", result.rows());
    }
  }

  /// The most memory that this process and its Python workers have had at a time.
  private long peakBytes() throws IOException {
    long bytes = peakBytes(ProcessHandle.current().pid());
    for (long worker : python.processes()) {
      bytes += peakBytes(worker);
    }
    return bytes;
  }

  private static long peakBytes(long process) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process + "/status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .sum()
        * 1024;
  }

  @Override
  public void close() {
    if (work != null) {
      work.close();
    }
    python.close();
    allocator.close();
  }
}
