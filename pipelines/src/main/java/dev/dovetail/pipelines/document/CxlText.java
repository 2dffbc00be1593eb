package dev.dovetail.pipelines.document;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.cxl.CxlRefused;

/// A CXL text that stands somewhere, whose faults are told with the line that they are in.
///
/// @param faults of the whole that the text is a part of
public record CxlText(Located text, Faults faults) {
  /// A text that is a file of its own.
  ///
  /// @param file what it is called in messages
  public static CxlText ofFile(String text, String file) {
    // its first line is the line behind the place
    return new CxlText(
        new Located(text, new Place(0, 1), Located.Style.BLOCK), new Faults(file, text));
  }

  /// Something done with a text.
  public interface Work<T> {
    T run(String text) throws CxlRefused;
  }

  /// Does something with the text; what is wrong with it is thrown, all at once.
  public <T> T orThrow(Work<T> work) {
    try {
      return work.run(text.text());
    } catch (CxlRefused refused) {
      add(refused);
      faults.throwIfAny();
      throw new IllegalStateException("a text is refused for a reason", refused);
    }
  }

  /// Adds what is wrong with the text to the faults.
  public void add(CxlRefused refused) {
    refused
        .errors()
        .forEach(
            error ->
                faults.add(
                    switch (error.kind()) {
                      case SYNTAX -> ErrorCode.E340;
                      case NAME -> ErrorCode.E341;
                      case TYPE -> ErrorCode.E342;
                    },
                    faults.within(text, error.place().line(), error.place().column()),
                    error.message(),
                    error.remedy()));
  }
}
