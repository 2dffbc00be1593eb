package dev.dovetail.polyglot.parse;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;

/// Writes a tree without its spans, for comparison.
final class Dump {
  private Dump() {}

  static String of(Object node) {
    return switch (node) {
      case String text -> "'" + escaped(text) + "'";
      case Optional<?> optional -> optional.map(Dump::of).orElse("-");
      case List<?> list -> "[" + String.join(", ", list.stream().map(Dump::of).toList()) + "]";
      case Record record -> record(record);
      default -> node.toString();
    };
  }

  private static String escaped(String text) {
    StringBuilder line = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (c < ' ' || Character.isSurrogate((char) c)) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.append((char) c);
              }
            });
    return line.toString();
  }

  private static String record(Record record) {
    StringBuilder text = new StringBuilder(record.getClass().getSimpleName()).append('(');
    String separator = "";
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getType() == Span.class) {
        continue;
      }
      try {
        text.append(separator).append(of(component.getAccessor().invoke(record)));
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
