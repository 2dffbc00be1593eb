package dev.dovetail.cli;

import dev.dovetail.errors.DovetailException;
import dev.dovetail.errors.ErrorCode;
import dev.dovetail.spaces.files.CsvDialect;
import dev.dovetail.spaces.files.DeclaredTypes;
import dev.dovetail.spaces.files.FileFormat;
import dev.dovetail.spaces.files.ReadOptions;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How a file given on the command line is read.
final class ReadingOptions {
  @Option(
      names = "--format",
      paramLabel = "F",
      description = "csv, jsonl, parquet, arrow, arrows (default: by name and content).")
  @Nullable String format;

  @Option(
      names = "--schema",
      paramLabel = "S",
      description =
          "Types by column, as JSON or a file of it: {\"id\": \"int64\"}; the rest is inferred.")
  @Nullable String schema;

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      description = "CSV: between fields (default: by the header line).")
  @Nullable String delimiter;

  @Option(
      names = "--quote",
      paramLabel = "C",
      defaultValue = "\"",
      description = "CSV: around fields.")
  String quote = "\"";

  @Option(
      names = "--escape",
      paramLabel = "C",
      description = "CSV: before a quote inside a field (default: doubled quotes).")
  @Nullable String escape;

  @Option(names = "--no-header", description = "CSV: the first line holds values, not names.")
  boolean noHeader;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      description = "CSV: an unquoted field that means NULL, such as NA.")
  @Nullable String nullText;

  @Option(
      names = "--comment",
      paramLabel = "C",
      description = "CSV: begins a line that is not read.")
  @Nullable String comment;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "CSV: such as ISO-8859-1 (default: UTF-8).")
  @Nullable String encoding;

  ReadOptions readOptions(Path spoolFolder) {
    ReadOptions options = ReadOptions.detect(spoolFolder).withCsv(dialect());
    if (format != null) {
      options = options.withFormat(FileFormat.named(format));
    }
    return schema == null ? options : options.withTypes(DeclaredTypes.parse(schema));
  }

  private CsvDialect dialect() {
    return new CsvDialect(
        one("--delimiter", delimiter),
        character("--quote", quote),
        one("--escape", escape),
        !noHeader,
        nullText,
        one("--comment", comment),
        encoding == null ? null : charset(encoding));
  }

  private static @Nullable Character one(String option, @Nullable String text) {
    return text == null ? null : character(option, text);
  }

  private static char character(String option, String text) {
    String character = text.equals("\\t") || text.equalsIgnoreCase("tab") ? "\t" : text;
    if (character.length() != 1) {
      throw new DovetailException(
          ErrorCode.E202,
          option + " takes one character, not '" + text + "'",
          "",
          "Write tab as \\t.");
    }
    return character.charAt(0);
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException e) {
      throw new DovetailException(
          ErrorCode.E202,
          "there is no encoding '" + name + "'",
          "",
          "Use UTF-8, UTF-16, ISO-8859-1, windows-1252 ...");
    }
  }
}
