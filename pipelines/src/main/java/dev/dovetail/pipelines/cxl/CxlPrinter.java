package dev.dovetail.pipelines.cxl;

import dev.dovetail.pipelines.cxl.Cxl.Operator;
import dev.dovetail.pipelines.cxl.Cxl.Program;
import dev.dovetail.pipelines.cxl.Cxl.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes a tree as its text, in one way: what it writes reads back as the same tree.
public final class CxlPrinter {
  /// Of what needs no parentheses anywhere, and of `if`, which reaches as far as it can.
  private static final int TIGHTEST = 10;

  private static final int CALL = 9;
  private static final int PREFIX = 8;
  private static final int LOOSEST = 1;

  private static final Set<String> KEYWORDS =
      Set.of(
          "emit", "let", "filter", "and", "or", "not", "if", "then", "else", "match", "for", "in",
          "true", "false", "null", "_");

  private CxlPrinter() {}

  /// One statement a line, each line with a line break.
  public static String print(Program program) {
    return program.statements().stream()
        .map(statement -> print(statement) + "\n")
        .collect(Collectors.joining());
  }

  private static String print(Statement statement) {
    return switch (statement) {
      case Cxl.Emit(String name, Cxl value, _) -> "emit " + name(name) + " = " + print(value);
      case Cxl.Let(String name, Cxl value, _) -> "let " + name(name) + " = " + print(value);
      case Cxl.Filter(Cxl condition, _) -> "filter " + print(condition);
    };
  }

  public static String print(Cxl tree) {
    return switch (tree) {
      case Cxl.Int(var value, _) -> value.toString();
      case Cxl.Real(double value, _) -> real(value);
      case Cxl.Text(String value, _) -> quoted(value);
      case Cxl.Bool(boolean value, _) -> Boolean.toString(value);
      case Cxl.Null _ -> "null";
      case Cxl.Date(var value, _) -> "#" + value + "#";
      case Cxl.DateTime(var value, _) -> "#" + value + "#";
      case Cxl.Name(String text, _) -> name(text);
      case Cxl.Member(Cxl target, String name, _) -> within(target, CALL) + "." + memberName(name);
      case Cxl.Call(Cxl target, String function, List<Cxl> arguments, _) ->
          within(target, CALL) + "." + memberName(function) + "(" + list(arguments) + ")";
      case Cxl.Lambda(String variable, Cxl body, _) -> name(variable) + " => " + print(body);
      case Cxl.Negate(Cxl operand, _) -> "-" + within(operand, PREFIX);
      case Cxl.Not(Cxl operand, _) -> "not " + within(operand, PREFIX);
      case Cxl.Binary binary -> binary(binary);
      case Cxl.If(Cxl condition, Cxl then, var otherwise, _) ->
          "if "
              + print(condition)
              + " then "
              // the else of an inner if would be taken for this one's
              + (then instanceof Cxl.If ? "(" + print(then) + ")" : print(then))
              + otherwise.map(value -> " else " + print(value)).orElse("");
      case Cxl.Match match -> match(match);
      case Cxl.Array(List<Cxl> elements, _) -> "[" + list(elements) + "]";
      case Cxl.Comprehension(Cxl element, String variable, Cxl array, var condition, _) ->
          "["
              + print(element)
              + " for "
              + name(variable)
              + " in "
              + print(array)
              + condition.map(test -> " if " + print(test)).orElse("")
              + "]";
      case Cxl.Mapping(var entries, _) ->
          entries.stream()
              .map(entry -> entryName(entry.name()) + ": " + print(entry.value()))
              .collect(Collectors.joining(", ", "{", "}"));
    };
  }

  private static String binary(Cxl.Binary binary) {
    int precedence = binary.operator().precedence();
    boolean groupsRight = binary.operator() == Operator.COALESCE;
    return within(binary.left(), groupsRight ? precedence + 1 : precedence)
        + " "
        + binary.operator().symbol()
        + " "
        + within(binary.right(), groupsRight ? precedence : precedence + 1);
  }

  private static String match(Cxl.Match match) {
    StringBuilder text = new StringBuilder("match ").append(within(match.subject(), PREFIX));
    String arms =
        match.arms().stream()
            .map(arm -> print(arm.pattern()) + " => " + print(arm.result()))
            .collect(Collectors.joining(", "));
    String otherwise = match.otherwise().map(value -> "_ => " + print(value)).orElse("");
    String between = arms.isEmpty() || otherwise.isEmpty() ? "" : ", ";
    return text.append(" { ")
        .append(arms)
        .append(between)
        .append(otherwise)
        .append(" }")
        .toString();
  }

  private static String list(List<Cxl> values) {
    return values.stream().map(CxlPrinter::print).collect(Collectors.joining(", "));
  }

  /// A part of a tree; in parentheses where it binds less than `least`.
  private static String within(Cxl part, int least) {
    return precedence(part) < least ? "(" + print(part) + ")" : print(part);
  }

  private static int precedence(Cxl tree) {
    return switch (tree) {
      case Cxl.Int _,
          Cxl.Real _,
          Cxl.Text _,
          Cxl.Bool _,
          Cxl.Null _,
          Cxl.Date _,
          Cxl.DateTime _,
          Cxl.Name _,
          Cxl.Array _,
          Cxl.Comprehension _,
          Cxl.Mapping _,
          Cxl.Match _ ->
          TIGHTEST;
      case Cxl.Member _, Cxl.Call _ -> CALL;
      case Cxl.Negate _, Cxl.Not _ -> PREFIX;
      case Cxl.Binary binary -> binary.operator().precedence();
      case Cxl.If _, Cxl.Lambda _ -> LOOSEST;
    };
  }

  private static String real(double value) {
    String text = Double.toString(value);
    return text.contains("E") ? text.replace("E", "e") : text;
  }

  private static String quoted(String value) {
    StringBuilder text = new StringBuilder("'");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '\r' -> text.append("\\r");
        case '\\' -> text.append("\\\\");
        case '\'' -> text.append("\\'");
        default -> {
          if (c < ' ') {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    return text.append('\'').toString();
  }

  private static String entryName(String name) {
    String shown = name(name);
    return shown.startsWith("`") ? quoted(name) : shown;
  }

  private static String name(String name) {
    return KEYWORDS.contains(name) ? "`" + name + "`" : memberName(name);
  }

  private static String memberName(String name) {
    return name.matches("[\\p{L}_$][\\p{L}\\p{Nd}_]*") && !name.equals("_")
        ? name
        : "`" + name.replace("`", "``") + "`";
  }
}
