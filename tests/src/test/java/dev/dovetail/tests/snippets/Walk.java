package dev.dovetail.tests.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dovetail.tests.snippets.Checkout.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Goes through the blocks of one page in their order, in one folder, as a reader would.
public final class Walk {
  private final Checkout checkout;
  private String printed = "";
  private int used;

  private Walk(Checkout checkout) {
    this.checkout = checkout;
  }

  /// Fails with the place of the first block that does not do what the page says.
  ///
  /// @param folder an empty folder
  /// @param root the checkout that the page belongs to
  /// @return how many blocks were used
  public static int through(Path page, Path folder, Path root)
      throws IOException, InterruptedException {
    Walk walk = new Walk(new Checkout(folder, root));
    for (Snippet snippet : Snippet.of(page)) {
      String program = snippet.option("needs");
      if (!snippet.says("no-run") && (program.isEmpty() || Checkout.has(program))) {
        walk.use(snippet);
      }
    }
    return walk.used;
  }

  private void use(Snippet snippet) throws IOException, InterruptedException {
    switch (snippet.language()) {
      case "sh" -> succeeds(snippet, checkout.shell(snippet.text()));
      case "python" -> {
        Files.writeString(checkout.file("snippet.py"), snippet.text());
        succeeds(snippet, checkout.dovetail("run", "snippet.py"));
      }
      case "text" -> {
        assertThat(trimmed(printed)).as(snippet.place()).isEqualTo(trimmed(snippet.text()));
        used++;
      }
      case "json" -> json(snippet);
      default -> {}
    }
  }

  private void json(Snippet snippet) throws IOException, InterruptedException {
    if (snippet.says("check")) {
      Files.writeString(checkout.file("snippet.json"), snippet.text());
      succeeds(snippet, checkout.dovetail("check", "snippet.json"));
    } else if (!snippet.option("in").isEmpty()) {
      assertThat(Files.readAllLines(checkout.file(snippet.option("in"))))
          .as(snippet.place())
          .containsAll(snippet.text().lines().toList());
      used++;
    }
  }

  private void succeeds(Snippet snippet, Ending ending) {
    assertThat(ending.code())
        .as("%s\n%s\nprinted:\n%s", snippet.place(), snippet.text(), ending.all())
        .isZero();
    printed = ending.out();
    used++;
  }

  private static String trimmed(String text) {
    return String.join("\n", text.stripTrailing().lines().map(String::stripTrailing).toList());
  }
}
