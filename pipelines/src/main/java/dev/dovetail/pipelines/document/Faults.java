package dev.dovetail.pipelines.document;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects what is wrong with a document, to be told at once and in the order of the text.
public final class Faults {
  private static final int LONGEST_LINE = 120;

  private final String file;
  private final List<String> lines;
  private final List<Fault> faults = new ArrayList<>();

  private record Fault(Place place, Problem problem) {}

  /// @param file what the document is called in messages
  public Faults(String file, String text) {
    this.file = file;
    this.lines = text.lines().toList();
  }

  /// Adds a fault, with the line that it is in.
  public void add(ErrorCode code, Place place, String what, String remedy) {
    String where = file + ":" + place.line() + ":" + place.column();
    faults.add(new Fault(place, new Problem(code, what, where, remedy, excerpt(place))));
  }

  /// Where a part of a text stands in the document.
  ///
  /// @param line in the text, from 1
  /// @param column in the line, from 1
  public Place within(Located text, int line, int column) {
    Place place = text.place();
    return switch (text.style()) {
      case PLAIN -> inLine(place, column - 1);
      case QUOTED -> inLine(place, column);
      case FOLDED -> place;
      case BLOCK -> new Place(place.line() + line, indent(text) + column);
    };
  }

  /// A place further on in a line; the place itself where the text goes on in other lines.
  private Place inLine(Place place, int further) {
    int column = place.column() + further;
    return column <= lines.get(place.line() - 1).length() ? new Place(place.line(), column) : place;
  }

  /// How far the lines of a block stand to the right.
  private int indent(Located block) {
    String first = block.text().lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    return lines.stream()
        .skip(block.place().line())
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(line -> Math.max(0, line.indexOf(first)))
        .orElse(0);
  }

  /// The line of a place with a mark below it; empty beyond the text.
  private String excerpt(Place place) {
    if (place.line() > lines.size()) {
      return "";
    }
    String line = lines.get(place.line() - 1);
    int from = Math.max(0, place.column() - LONGEST_LINE / 2);
    if (line.length() <= LONGEST_LINE) {
      from = 0;
    }
    String shown =
        line.substring(Math.min(from, line.length()), Math.min(line.length(), from + LONGEST_LINE));
    return "  " + shown + "\n  " + " ".repeat(Math.max(0, place.column() - 1 - from)) + "^";
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /// All that is wrong, in the order of the text.
  public List<Problem> problems() {
    return faults.stream()
        .sorted(
            Comparator.comparingInt((Fault fault) -> fault.place().line())
                .thenComparingInt(fault -> fault.place().column()))
        .map(Fault::problem)
        .toList();
  }

  /// Throws the first problem, with the others behind it, if there is one.
  public void throwIfAny() {
    List<Problem> problems = problems();
    if (problems.isEmpty()) {
      return;
    }
    Problem first = problems.getFirst();
    StringBuilder more = new StringBuilder(first.traceback());
    for (Problem problem : problems.subList(1, problems.size())) {
      more.append('\n').append(problem).append('\n').append(problem.traceback());
    }
    throw new DovetailException(
        new Problem(first.code(), first.what(), first.where(), first.remedy(), more.toString()));
  }
}
