package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// The pages of `docs/errors`, as packed into the jar.
final class ErrorPages {
  private ErrorPages() {}

  static String page(String code) {
    String name = code.strip().toUpperCase(Locale.ROOT);
    if (Arrays.stream(ErrorCode.values()).noneMatch(known -> known.name().equals(name))) {
      throw new DovetailException(
          ErrorCode.E101,
          "there is no error code '" + code + "'",
          "",
          "'dovetail explain --list' shows them all.");
    }
    try (InputStream page = ErrorPages.class.getResourceAsStream("errors/" + name + ".md")) {
      if (page == null) {
        throw new IllegalStateException("the page of " + name + " is not in the jar");
      }
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
