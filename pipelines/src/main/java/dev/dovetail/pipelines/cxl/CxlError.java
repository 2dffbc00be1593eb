package dev.dovetail.pipelines.cxl;

/// What is wrong with a text, and where in it.
///
/// @param message a sentence without a final full stop
/// @param remedy a sentence; empty where the message says it all
public record CxlError(Kind kind, String message, String remedy, Place place) {
  public enum Kind {
    SYNTAX,
    NAME,
    TYPE
  }
}
