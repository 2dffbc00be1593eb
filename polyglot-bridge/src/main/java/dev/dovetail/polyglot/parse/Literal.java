package dev.dovetail.polyglot.parse;

import java.math.BigInteger;

/// The value of a literal.
public sealed interface Literal {
  record None() implements Literal {}

  record Ellipsis() implements Literal {}

  record Bool(boolean value) implements Literal {}

  record Int(BigInteger value) implements Literal {}

  record Real(double value) implements Literal {}

  record Complex(double real, double imaginary) implements Literal {}

  /// A `str`.
  ///
  /// @param loneSurrogates whether Python sees a surrogate among the code points; the text is then
  ///   no Unicode text, and two of them may look like one character in Java
  record Text(String value, boolean loneSurrogates) implements Literal {}

  /// A `bytes`.
  ///
  /// @param hex the bytes in hexadecimal, so that the record compares by value
  record Bytes(String hex) implements Literal {}
}
