package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.join.PairError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of several inputs that belong together so far, each with the driver's row first, in the
/// order in which a nested loop over the inputs would meet them. Columns of numbers, not objects
/// per row.
final class Candidates {
  /// Each input that is reached has a row.
  static final byte COMPLETE = 0;

  /// An input has none.
  static final byte PARTIAL = 1;

  /// A condition failed; inputs behind it are not reached.
  static final byte FAILED = 2;

  /// The row of an input that has none, or is not reached.
  static final int NONE = -1;

  private final int[][] rows;
  private byte[] states;
  private final List<@Nullable PairError> errors = new ArrayList<>();
  private int[] errorOf;
  private int count;

  Candidates(int inputs) {
    this.rows = new int[inputs][16];
    this.states = new byte[16];
    this.errorOf = new int[16];
  }

  /// One for each row of the driver.
  static Candidates ofDriver(int inputs, int driver, int rowCount) {
    Candidates all = new Candidates(inputs);
    int[] first = new int[inputs];
    for (int row = 0; row < rowCount; row++) {
      Arrays.fill(first, NONE);
      first[driver] = row;
      all.add(first, COMPLETE, null);
    }
    return all;
  }

  int count() {
    return count;
  }

  int row(int input, int index) {
    return rows[input][index];
  }

  byte state(int index) {
    return states[index];
  }

  /// Why a candidate failed.
  PairError error(int index) {
    PairError error = errors.get(errorOf[index]);
    if (error == null) {
      throw new IllegalStateException("candidate " + index + " has not failed");
    }
    return error;
  }

  void add(int[] ofInputs, byte state, @Nullable PairError error) {
    if (count == states.length) {
      int larger = Math.multiplyExact(count, 2);
      for (int input = 0; input < rows.length; input++) {
        rows[input] = Arrays.copyOf(rows[input], larger);
      }
      states = Arrays.copyOf(states, larger);
      errorOf = Arrays.copyOf(errorOf, larger);
    }
    for (int input = 0; input < rows.length; input++) {
      rows[input][count] = ofInputs[input];
    }
    states[count] = state;
    if (error != null) {
      errorOf[count] = errors.size();
      errors.add(error);
    }
    count++;
  }

  int inputs() {
    return rows.length;
  }

  /// Copies the rows of a candidate, by input.
  void copyInto(int index, int[] target) {
    for (int input = 0; input < rows.length; input++) {
      target[input] = rows[input][index];
    }
  }
}
