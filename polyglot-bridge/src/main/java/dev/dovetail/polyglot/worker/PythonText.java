package dev.dovetail.polyglot.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Source;

/// The Python half of the evaluator, as resources beside this class.
final class PythonText {
  private PythonText() {}

  static String of(String name) {
    try (InputStream in = PythonText.class.getResourceAsStream(name + ".py")) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + ".py is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Source source(String name) {
    return Source.newBuilder("python", of(name), name + ".py").buildLiteral();
  }
}
