package dev.dovetail.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The links of our own pages lead somewhere.
class LinksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  @Test
  void everyLinkBetweenPagesLeadsToAPageAndAHeadingOfIt() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (!link.group(1).contains("://")) {
          links++;
          if (!leadsSomewhere(page, link.group(1))) {
            broken.add(page + " -> " + link.group(1));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isPositive();
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = path.isEmpty() ? page : page.resolveSibling(path);
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  /// The anchors that GitHub gives the headings of a page.
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'))
        .toList();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String place : List.of(".", "docs", "docs/decisions", "docs/errors", "examples")) {
      int depth = place.equals("examples") ? 2 : 1;
      try (Stream<Path> files = Files.walk(ROOT.resolve(place), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }
}
