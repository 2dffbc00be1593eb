package dev.dovetail.spaces;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.segment.KeyIndex;
import dev.dovetail.spaces.segment.KeyedRows;
import dev.dovetail.spaces.segment.RowCollector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where each row of an upsert goes: into the place of the present row with its key, or to the end.
///
/// Of several new rows with one key the last one wins, in the place of the first. A key that
/// several present rows carry names no place, and is refused.
final class Upsert {
  private static final long NONE = -1;

  private final KeyedRows present;
  private final KeyedRows added;
  private final KeyIndex keys;

  /// The last new row of each key, by the key's number.
  private long[] winners = new long[64];

  /// The present row of each key, or [#NONE].
  private final long[] places;

  private final List<Replacement> replacements = new ArrayList<>();

  Upsert(String space, KeyedRows present, KeyedRows added) {
    this.present = present;
    this.added = added;
    this.keys = new KeyIndex(added);
    for (long position = 0; position < added.rowCount(); position++) {
      int entry = keys.add(position);
      int key = entry < 0 ? keys.size() - 1 : entry;
      if (key == winners.length) {
        winners = Arrays.copyOf(winners, key * 2);
      }
      winners[key] = position;
    }
    this.places = new long[keys.size()];
    Arrays.fill(places, NONE);
    match(space);
  }

  private void match(String space) {
    for (long position = 0; position < present.rowCount(); position++) {
      int key = keys.find(present, position);
      if (key < 0) {
        continue;
      }
      if (places[key] != NONE) {
        throw new DovetailException(
            ErrorCode.E126,
            "the primary key "
                + present.text(position)
                + " is in rows "
                + (places[key] + 1)
                + " and "
                + (position + 1)
                + ", so an upsert cannot tell which one it replaces",
            "Space " + space,
            "Replace the Space by rows whose primary key is unique.");
      }
      places[key] = position;
      replacements.add(new Replacement(position, winners[key]));
    }
  }

  /// Whether a present row from `start` to before `end` is replaced.
  boolean replacesIn(long start, long end) {
    int first = firstReplacement(start);
    return first < replacements.size() && replacements.get(first).present() < end;
  }

  /// The present rows from `start` to before `end`, with the replaced ones exchanged.
  void collectRewritten(long start, long end, RowCollector out) {
    int next = firstReplacement(start);
    for (long position = start; position < end; position++) {
      if (next < replacements.size() && replacements.get(next).present() == position) {
        out.add(added, replacements.get(next).added());
        next++;
      } else {
        out.add(present, position);
      }
    }
    out.flush();
  }

  /// The new rows whose keys no present row has, in the order in which their keys came.
  void collectAppended(RowCollector out) {
    for (int key = 0; key < keys.size(); key++) {
      if (places[key] == NONE) {
        out.add(added, winners[key]);
      }
    }
    out.flush();
  }

  /// The first replacement at or after a present position; they are in ascending order.
  private int firstReplacement(long start) {
    int low = 0;
    int high = replacements.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (replacements.get(middle).present() < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// A present row and the new row that takes its place, by position.
  record Replacement(long present, long added) {}
}
