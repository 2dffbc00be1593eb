package dev.dovetail.pipelines.cxl;

import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.cxl.CxlError.Kind;
import dev.dovetail.pipelines.cxl.CxlFunction.Parameter;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Term.Each;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settles which function a call means.
///
/// @param bind binds an expression
/// @param withVariable binds the body of a lambda whose variable has a type
record CallBinder(Function<Cxl, Term> bind, BiFunction<Cxl.Lambda, CxlType, Bound> withVariable) {
  private static final Map<String, Each.Kind> EACH =
      Stream.of(Each.Kind.values())
          .collect(Collectors.toMap(kind -> kind.name().toLowerCase(Locale.ROOT), kind -> kind));

  /// The body of a lambda, and the slot of its variable.
  record Bound(int slot, Term body) {}

  Term bind(Cxl.Call call) {
    String name = call.function();
    Term target = bind.apply(call.target());
    boolean hasLambda = call.arguments().stream().anyMatch(Cxl.Lambda.class::isInstance);
    if (EACH.containsKey(name) && (hasLambda || !Functions.exists(name))) {
      return each(EACH.get(name), target, call);
    }
    if (name.equals("is_null") && call.arguments().isEmpty()) {
      return new Term.IsNull(target, call.place());
    }
    List<Term> arguments = new ArrayList<>();
    arguments.add(target);
    call.arguments().forEach(argument -> arguments.add(bind.apply(argument)));
    return apply(name, name, arguments, call.place());
  }

  /// @param shown what the function is called in messages
  static Term apply(String name, String shown, List<Term> arguments, Place place) {
    if (!Functions.exists(name)) {
      List<String> names = new ArrayList<>(Functions.names());
      names.addAll(EACH.keySet());
      names.add("is_null");
      throw Wrong.of(
          Kind.NAME, "there is no function '" + shown + "'", nearest(name, names), place);
    }
    List<CxlType> types = arguments.stream().map(Term::type).toList();
    if (types.contains(Simple.NULL)) {
      throw Wrong.of(
          Kind.TYPE,
          "'" + shown + "' is applied to null, which gives null",
          "Leave it out, or ask .is_null().",
          place);
    }
    CxlFunction function =
        Functions.find(name, types).orElseThrow(() -> mismatch(name, shown, types, place));
    List<Term> fitted = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      fitted.add(fit(arguments.get(i), function.parameters().get(i)));
    }
    CxlType type = function.result().of(fitted.stream().map(Term::type).toList()).orElseThrow();
    return new Term.Apply(function, fitted, resultType(function, fitted, type), place);
  }

  private static String nearest(String name, List<String> names) {
    String hint = NearestName.hint(name, names);
    return hint.endsWith("?") ? hint : "docs/cxl-functions.md lists all.";
  }

  private static RuntimeException mismatch(
      String name, String shown, List<CxlType> types, Place place) {
    String given = types.stream().map(CxlType::toString).collect(Collectors.joining(" and "));
    boolean operator = !Character.isLetter(shown.charAt(0));
    return Wrong.of(
        Kind.TYPE,
        "'" + shown + "' does not take " + given,
        operator
            ? types.size() == 2 ? Conversion.hint(types.get(0), types.get(1)) : ""
            : "It is " + Binder.signatures(name) + ".",
        place);
  }

  private static Term fit(Term argument, Parameter parameter) {
    if (parameter.takes(argument.type())) {
      return argument;
    }
    return parameter == Parameter.FLOAT
        ? new Term.ToFloat(argument, argument.place())
        : new Term.ToDecimal(argument, new CxlType.Decimal(0), argument.place());
  }

  /// How many digits a decimal has is known where it is said by a constant.
  private static CxlType resultType(CxlFunction function, List<Term> arguments, CxlType type) {
    if (!function.name().endsWith("_decimal") || arguments.size() != 2) {
      return type;
    }
    if (arguments.get(1) instanceof Term.Constant(Long digits, _, _)
        && digits >= 0
        && digits <= 38) {
      return new CxlType.Decimal(digits.intValue());
    }
    throw Wrong.of(
        Kind.TYPE,
        "the number of digits of '" + function.name() + "' is no constant from 0 to 38",
        "",
        arguments.get(1).place());
  }

  private Term each(Each.Kind kind, Term target, Cxl.Call call) {
    String name = call.function();
    if (!(target.type() instanceof CxlType.Array(CxlType element))) {
      throw Wrong.of(
          Kind.TYPE,
          "'" + name + "' is asked of a value of type " + target.type() + ", not of an array",
          "",
          call.place());
    }
    if (call.arguments().size() != 1
        || !(call.arguments().getFirst() instanceof Cxl.Lambda lambda)) {
      throw Wrong.of(
          Kind.TYPE,
          "'" + name + "' takes one lambda",
          "Write ." + name + "(x => ...).",
          call.place());
    }
    Bound bound = withVariable.apply(lambda, element);
    Term body =
        switch (kind) {
          case MAP, FLAT_MAP -> bound.body();
          case FILTER, ANY, ALL, FIND -> Binder.bool(bound.body(), "what '" + name + "' asks");
        };
    CxlType type =
        switch (kind) {
          case MAP -> new CxlType.Array(body.type());
          case FILTER -> target.type();
          case ANY, ALL -> Simple.BOOL;
          case FIND -> element;
          case FLAT_MAP -> {
            if (!(body.type() instanceof CxlType.Array)) {
              throw Wrong.of(
                  Kind.TYPE,
                  "what 'flat_map' makes of an element is of type "
                      + body.type()
                      + ", not an array",
                  "Use map.",
                  call.place());
            }
            yield body.type();
          }
        };
    return new Each(kind, target, bound.slot(), body, type, call.place());
  }
}
