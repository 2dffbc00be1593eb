package dev.dovetail.spaces.files;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/// How a CSV file is spelled.
///
/// @param delimiter between fields; absent: by the extension or the header line, else a comma
/// @param quote around fields that hold delimiters, quotes or line ends; doubled inside, it stands
///   for itself
/// @param escape takes the meaning from the character behind it, inside quoted fields only; absent:
///   none
/// @param header whether the first line names the columns; without, they are `column1`, `column2`,
///   ...
/// @param nullText an unquoted field that means NULL, besides the empty one; absent: none
/// @param comment begins a line that is not read; absent: none
/// @param encoding absent: by the byte-order mark, else UTF-8
public record CsvDialect(
    @Nullable Character delimiter,
    char quote,
    @Nullable Character escape,
    boolean header,
    @Nullable String nullText,
    @Nullable Character comment,
    @Nullable Charset encoding) {
  /// Commas, double quotes, a header line, UTF-8.
  public static final CsvDialect DEFAULT = new CsvDialect(null, '"', null, true, null, null, null);

  public CsvDialect {
    char separator = delimiter == null ? ',' : delimiter;
    if (separator == quote
        || (comment != null && (comment == separator || comment == quote))
        || (escape != null && escape == separator)) {
      throw illegal("two of delimiter, quote, escape and comment are the same character");
    }
    if (isLineEnd(separator) || isLineEnd(quote) || (comment != null && isLineEnd(comment))) {
      throw illegal("a line end cannot be a delimiter, quote or comment character");
    }
  }

  private static boolean isLineEnd(char character) {
    return character == '\n' || character == '\r';
  }

  private static DovetailException illegal(String what) {
    return new DovetailException(
        ErrorCode.E202, "the CSV dialect is not legal: " + what, "", "Choose other characters.");
  }

  CsvDialect withDelimiter(char character) {
    return new CsvDialect(character, quote, escape, header, nullText, comment, encoding);
  }
}
