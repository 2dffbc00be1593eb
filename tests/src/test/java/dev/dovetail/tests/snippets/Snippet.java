package dev.dovetail.tests.snippets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A fenced block of a page.
///
/// @param place the page and the line of the fence, for messages
/// @param language the first word behind the fence; empty if there is none
/// @param words the words behind it
record Snippet(String place, String language, List<String> words, String text) {
  private static final Pattern FENCED =
      Pattern.compile("^```([^\\n`]*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  static List<Snippet> of(Path page) {
    try {
      return of(page.toString(), Files.readString(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Snippet> of(String page, String markdown) {
    List<Snippet> snippets = new ArrayList<>();
    Matcher block = FENCED.matcher(markdown);
    while (block.find()) {
      long line = markdown.substring(0, block.start()).lines().count() + 1;
      List<String> words = List.of(block.group(1).strip().split("\\s+"));
      snippets.add(
          new Snippet(
              page + ":" + line, words.getFirst(), words.subList(1, words.size()), block.group(2)));
    }
    return snippets;
  }

  boolean says(String word) {
    return words.contains(word);
  }

  /// What follows `name=` in the words; empty if it is not among them.
  String option(String name) {
    return words.stream()
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }
}
