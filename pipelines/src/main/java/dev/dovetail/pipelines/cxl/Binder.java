package dev.dovetail.pipelines.cxl;

import dev.dovetail.engine.expr.Comparison;
import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.cxl.Cxl.Operator;
import dev.dovetail.pipelines.cxl.CxlError.Kind;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Settles the names and types of a text. All that is wrong is collected; behind the first error in
/// an expression the rest of that expression is not looked at.
public final class Binder {
  private final Scope scope;
  private final Names names = new Names();
  private final List<CxlError> errors = new ArrayList<>();

  private Binder(Scope scope) {
    this.scope = scope;
  }

  /// The statements of a body.
  public static Body body(Cxl.Program program, Scope scope) throws CxlRefused {
    Binder binder = new Binder(scope);
    List<Body.Step> steps = new ArrayList<>();
    Set<String> emitted = new HashSet<>();
    for (Cxl.Statement statement : program.statements()) {
      binder.step(statement, emitted).ifPresent(steps::add);
    }
    binder.refuseIfWrong();
    return new Body(steps, binder.names.slots());
  }

  /// An expression that must be a bool.
  public static Condition condition(Cxl tree, Scope scope) throws CxlRefused {
    Binder binder = new Binder(scope);
    Optional<Term> term = binder.tried(tree).flatMap(found -> binder.triedBool(found));
    binder.refuseIfWrong();
    return new Condition(term.orElseThrow(), binder.names.slots());
  }

  /// An expression of any type.
  public static Condition value(Cxl tree, Scope scope) throws CxlRefused {
    Binder binder = new Binder(scope);
    Optional<Term> term = binder.tried(tree);
    binder.refuseIfWrong();
    return new Condition(term.orElseThrow(), binder.names.slots());
  }

  private void refuseIfWrong() throws CxlRefused {
    if (!errors.isEmpty()) {
      throw new CxlRefused(errors);
    }
  }

  private Optional<Body.Step> step(Cxl.Statement statement, Set<String> emitted) {
    return switch (statement) {
      case Cxl.Emit(String name, Cxl value, Place place) -> {
        if (!emitted.add(name)) {
          add(
              Kind.NAME,
              "the column '" + name + "' is emitted twice",
              "Give one of them another name.",
              place);
        }
        if (name.startsWith("$")) {
          add(
              Kind.NAME,
              "the column '" + name + "' begins with $",
              "Such names are for Dovetail's own columns.",
              place);
        }
        yield tried(value).map(term -> new Body.Emit(name, term));
      }
      case Cxl.Let(String name, Cxl value, Place place) -> {
        Optional<Term> term = tried(value);
        if (term.isEmpty()) {
          names.addUnknown(name);
        }
        yield term.map(found -> new Body.Let(names.add(name, found.type()), found));
      }
      case Cxl.Filter(Cxl condition, _) ->
          tried(condition).flatMap(this::triedBool).map(Body.Filter::new);
    };
  }

  private Optional<Term> tried(Cxl tree) {
    try {
      return Optional.of(bind(tree));
    } catch (Wrong wrong) {
      wrong.error().ifPresent(errors::add);
      return Optional.empty();
    }
  }

  private Optional<Term> triedBool(Term term) {
    try {
      return Optional.of(bool(term, "the condition"));
    } catch (Wrong wrong) {
      wrong.error().ifPresent(errors::add);
      return Optional.empty();
    }
  }

  private void add(Kind kind, String message, String remedy, Place place) {
    errors.add(new CxlError(kind, message, remedy, place));
  }

  private Term bind(Cxl tree) {
    return switch (tree) {
      case Cxl.Int(BigInteger value, Place place) -> integer(value, place);
      case Cxl.Real(double value, Place place) -> new Term.Constant(value, Simple.FLOAT, place);
      case Cxl.Text(String value, Place place) -> new Term.Constant(value, Simple.STRING, place);
      case Cxl.Bool(boolean value, Place place) -> new Term.Constant(value, Simple.BOOL, place);
      case Cxl.Null(Place place) -> new Term.Constant(null, Simple.NULL, place);
      case Cxl.Date(var value, Place place) -> new Term.Constant(value, Simple.DATE, place);
      case Cxl.DateTime(var value, Place place) -> new Term.Constant(value, Simple.DATETIME, place);
      case Cxl.Name(String text, Place place) -> name(text, place);
      case Cxl.Member member -> member(member);
      case Cxl.Call call -> new CallBinder(this::bind, this::withVariable).bind(call);
      case Cxl.Lambda(_, _, Place place) ->
          throw Wrong.of(
              Kind.TYPE,
              "a lambda stands where a value is expected",
              "Lambdas are arguments of map, filter, any, all, find and flat_map.",
              place);
      case Cxl.Negate(Cxl.Int(BigInteger value, _), Place place) -> integer(value.negate(), place);
      case Cxl.Negate(Cxl operand, Place place) ->
          CallBinder.apply("negate", "-", List.of(bind(operand)), place);
      case Cxl.Not(Cxl operand, Place place) ->
          new Term.Not(bool(bind(operand), "the operand of 'not'"), place);
      case Cxl.Binary binary -> binary(binary);
      case Cxl.If(Cxl condition, Cxl then, Optional<Cxl> otherwise, Place place) -> {
        Term test = bool(bind(condition), "the condition of 'if'");
        Term first = bind(then);
        Term second = otherwise.map(this::bind).orElse(new Term.Constant(null, Simple.NULL, place));
        yield new Term.If(test, first, second, common(first, second, place), place);
      }
      case Cxl.Match match -> match(match);
      case Cxl.Array(List<Cxl> elements, Place place) -> array(elements, place);
      case Cxl.Comprehension each -> comprehension(each);
      case Cxl.Mapping(List<Cxl.Entry> entries, Place place) -> mapping(entries, place);
    };
  }

  private static Term integer(BigInteger value, Place place) {
    if (value.bitLength() > 63) {
      throw Wrong.of(Kind.TYPE, "the number " + value + " leaves 64 bits", "", place);
    }
    return new Term.Constant(value.longValue(), Simple.INT, place);
  }

  private Term name(String text, Place place) {
    Optional<Term> variable = names.find(text, place);
    if (variable.isPresent()) {
      return variable.get();
    }
    if (names.isUnknown(text)) {
      throw Wrong.toldBefore();
    }
    if (scope.isQualified()) {
      List<String> meant =
          scope.inputs().stream()
              .filter(input -> input.position(text) >= 0)
              .map(input -> input.qualifier().orElseThrow() + "." + text)
              .toList();
      throw Wrong.of(
          Kind.NAME,
          scope.qualified(text) >= 0
              ? "'" + text + "' is an input, not a value"
              : "the field '" + text + "' has no qualifier",
          meant.isEmpty()
              ? "Fields are named with their input: "
                  + String.join(", ", scope.names().stream().limit(5).toList())
                  + "."
              : "Write " + String.join(" or ", meant) + ".",
          place);
    }
    return field(0, text, place);
  }

  private Term field(int input, String name, Place place) {
    Scope.Input fields = scope.inputs().get(input);
    int column = fields.position(name);
    if (column < 0) {
      List<String> known =
          new ArrayList<>(fields.fields().stream().map(Scope.Field::name).toList());
      if (fields.qualifier().isEmpty()) {
        known.addAll(names.all());
      }
      throw Wrong.of(
          Kind.NAME,
          "there is no field '"
              + name
              + "'"
              + fields.qualifier().map(q -> " in '" + q + "'").orElse(""),
          NearestName.hint(name, known),
          place);
    }
    return new Term.Column(input, column, fields.fields().get(column).type(), place);
  }

  private Term member(Cxl.Member member) {
    if (member.target() instanceof Cxl.Name(String text, _)
        && names.find(text, member.place()).isEmpty()
        && scope.isQualified()) {
      int input = scope.qualified(text);
      if (input < 0) {
        List<String> qualifiers =
            scope.inputs().stream().map(i -> i.qualifier().orElseThrow()).toList();
        throw Wrong.of(
            Kind.NAME,
            "there is no input '" + text + "'",
            NearestName.hint(text, qualifiers),
            member.place());
      }
      return field(input, member.name(), member.place());
    }
    Term target = bind(member.target());
    if (!(target.type() instanceof CxlType.Mapping map)) {
      throw Wrong.of(
          Kind.TYPE,
          "'"
              + member.name()
              + "' is asked of a value of type "
              + target.type()
              + ", which has no parts",
          Functions.exists(member.name())
              ? "To call the function, write ." + member.name() + "()."
              : "",
          member.place());
    }
    CxlType type =
        map.find(member.name())
            .orElseThrow(
                () ->
                    Wrong.of(
                        Kind.NAME,
                        "the map has no '" + member.name() + "'",
                        NearestName.hint(
                            member.name(),
                            map.entries().stream().map(CxlType.Entry::name).toList()),
                        member.place()));
    return new Term.Member(target, member.name(), type, member.place());
  }

  private Term binary(Cxl.Binary binary) {
    Term left = bind(binary.left());
    Term right = bind(binary.right());
    Place place = binary.place();
    Operator operator = binary.operator();
    String side = "an operand of '" + operator.symbol() + "'";
    return switch (operator) {
      case AND -> new Term.And(bool(left, side), bool(right, side), place);
      case OR -> new Term.Or(bool(left, side), bool(right, side), place);
      case COALESCE -> new Term.Coalesce(left, right, common(left, right, place), place);
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO ->
          CallBinder.apply(operator.symbol(), operator.symbol(), List.of(left, right), place);
      case EQUAL -> compare(Comparison.EQUAL, left, right, place);
      case NOT_EQUAL -> compare(Comparison.NOT_EQUAL, left, right, place);
      case LESS -> compare(Comparison.LESS, left, right, place);
      case LESS_OR_EQUAL -> compare(Comparison.LESS_OR_EQUAL, left, right, place);
      case GREATER -> compare(Comparison.GREATER, left, right, place);
      case GREATER_OR_EQUAL -> compare(Comparison.GREATER_OR_EQUAL, left, right, place);
    };
  }

  private static Term compare(Comparison comparison, Term left, Term right, Place place) {
    if (!CxlType.comparable(left.type(), right.type())) {
      throw Wrong.of(
          Kind.TYPE,
          "'" + comparison.symbol() + "' cannot compare " + left.type() + " with " + right.type(),
          Conversion.hint(left.type(), right.type()),
          place);
    }
    boolean ordered =
        !(left.type() instanceof CxlType.Array || left.type() instanceof CxlType.Mapping);
    if (comparison.isOrdering() && !ordered) {
      throw Wrong.of(Kind.TYPE, "values of type " + left.type() + " have no order", "", place);
    }
    return new Term.Compare(comparison, left, right, place);
  }

  private Term match(Cxl.Match match) {
    Place place = match.place();
    Term subject = bind(match.subject());
    int slot = names.addHidden();
    Term value = new Term.Variable(slot, subject.type(), match.subject().place());
    Term result =
        match.otherwise().map(this::bind).orElse(new Term.Constant(null, Simple.NULL, place));
    for (Cxl.Arm arm : match.arms().reversed()) {
      Term test = compare(Comparison.EQUAL, value, bind(arm.pattern()), arm.pattern().place());
      Term then = bind(arm.result());
      result = new Term.If(test, then, result, common(then, result, arm.result().place()), place);
    }
    return new Term.Let(slot, subject, result, place);
  }

  private Term array(List<Cxl> elements, Place place) {
    List<Term> terms = elements.stream().map(this::bind).toList();
    CxlType element = Simple.NULL;
    for (Term term : terms) {
      CxlType known = element;
      element =
          CxlType.common(known, term.type())
              .orElseThrow(
                  () ->
                      Wrong.of(
                          Kind.TYPE,
                          "an array of " + known + " has an element of type " + term.type(),
                          "Elements have one type.",
                          term.place()));
    }
    return new Term.MakeArray(terms, new CxlType.Array(element), place);
  }

  private Term mapping(List<Cxl.Entry> entries, Place place) {
    Set<String> seen = new HashSet<>();
    List<Term> values = new ArrayList<>();
    List<CxlType.Entry> types = new ArrayList<>();
    for (Cxl.Entry entry : entries) {
      if (!seen.add(entry.name())) {
        throw Wrong.of(
            Kind.NAME, "the map has '" + entry.name() + "' twice", "", entry.value().place());
      }
      values.add(bind(entry.value()));
      types.add(new CxlType.Entry(entry.name(), values.getLast().type()));
    }
    return new Term.MakeMapping(values, new CxlType.Mapping(types), place);
  }

  private Term comprehension(Cxl.Comprehension each) {
    Cxl array = each.array();
    for (Cxl condition : each.condition().stream().toList()) {
      array =
          new Cxl.Call(
              array,
              "filter",
              List.of(new Cxl.Lambda(each.variable(), condition, each.place())),
              each.place());
    }
    return bind(
        new Cxl.Call(
            array,
            "map",
            List.of(new Cxl.Lambda(each.variable(), each.element(), each.place())),
            each.place()));
  }

  /// Binds the body of a lambda.
  private CallBinder.Bound withVariable(Cxl.Lambda lambda, CxlType type) {
    int slot = names.add(lambda.variable(), type);
    try {
      return new CallBinder.Bound(slot, bind(lambda.body()));
    } finally {
      names.removeLast();
    }
  }

  static Term bool(Term term, String what) {
    if (term.type() != Simple.BOOL && term.type() != Simple.NULL) {
      throw Wrong.of(
          Kind.TYPE,
          what + " is of type " + term.type() + ", not bool",
          "Compare it with something.",
          term.place());
    }
    return term;
  }

  private static CxlType common(Term first, Term second, Place place) {
    return CxlType.common(first.type(), second.type())
        .orElseThrow(
            () ->
                Wrong.of(
                    Kind.TYPE,
                    "one of the values is of type "
                        + first.type()
                        + ", the other of type "
                        + second.type(),
                    Conversion.hint(first.type(), second.type()),
                    place));
  }

  /// What a function takes, for messages.
  static String signatures(String name) {
    return Functions.named(name).stream()
        .map(
            f ->
                f.parameters().getFirst().word()
                    + "."
                    + name
                    + f.parameters().stream()
                        .skip(1)
                        .map(CxlFunction.Parameter::word)
                        .collect(Collectors.joining(", ", "(", ")")))
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
