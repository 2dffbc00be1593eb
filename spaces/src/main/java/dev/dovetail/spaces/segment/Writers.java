package dev.dovetail.spaces.segment;

import java.util.List;

/// Who writes segments now, so that files of a writer that was killed are told from those of a
/// living one.
public interface Writers {
  /// Begins a writer, with a random name that its segment files carry.
  WriterLease take();

  /// Writers that have not ended in order; a living one may be among them. Cheap if there are none.
  List<String> suspects();

  /// Calls `work` if no living writer has the name, and forgets it; from before `work` is called
  /// the writer publishes nothing. One that is not known ended in order: what it published is in
  /// the catalog, and the rest is nobody's.
  void ifDead(String writer, Runnable work);
}
