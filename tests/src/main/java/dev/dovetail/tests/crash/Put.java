package dev.dovetail.tests.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// `space put`: a replacement whose rows are all of one generation, an append, or an upsert that
/// writes present rows again and adds others.
///
/// @param count rows of the file
/// @param start the first row of an upsert, as a share of the present ones
record Put(String space, Mode mode, int count, double start, int generation, Path file)
    implements Deed {
  enum Mode {
    REPLACE,
    APPEND,
    UPSERT
  }

  /// A put of some rows.
  ///
  /// @param rows what a replacement writes at most
  static Put random(String space, Mode mode, int rows, int generation, Random random, Folders at) {
    int most = mode == Mode.REPLACE ? rows : rows / 2;
    int count = most / 2 + random.nextInt(most / 2);
    return new Put(
        space, mode, count, random.nextDouble(), generation, at.inputs().resolve("put.csv"));
  }

  @Override
  public String name() {
    return switch (mode) {
      case REPLACE -> "put";
      case APPEND -> "put --append";
      case UPSERT -> "put --upsert";
    };
  }

  @Override
  public void prepare(State before) throws IOException {
    after(before).writeCsv(file, start(before), start(before) + count);
  }

  @Override
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("space", "put", space, file.toString()));
    arguments.addAll(List.of("--primary-key", "id", "--quiet"));
    arguments.addAll(
        switch (mode) {
          case REPLACE -> List.of();
          case APPEND -> List.of("--append");
          case UPSERT -> List.of("--upsert");
        });
    return arguments;
  }

  @Override
  public List<State> commits(State before) {
    return List.of(before.withInput(space, after(before)));
  }

  private int start(State before) {
    int present = before.input(space).count();
    return switch (mode) {
      case REPLACE -> 0;
      case APPEND -> present;
      case UPSERT -> (int) (present * start);
    };
  }

  private Rows after(State before) {
    return mode == Mode.REPLACE
        ? Rows.of(count, generation)
        : before.input(space).with(start(before), count, generation);
  }
}
