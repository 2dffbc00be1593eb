package dev.dovetail.pipelines.combine;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.combine.Part.Kind;
import dev.dovetail.pipelines.cxl.Condition;
import dev.dovetail.pipelines.cxl.Cxl;
import dev.dovetail.pipelines.cxl.CxlType;
import dev.dovetail.pipelines.cxl.CxlType.Simple;
import dev.dovetail.pipelines.cxl.Place;
import dev.dovetail.pipelines.cxl.Term;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/// A `where`, taken apart: which inputs are joined in which order, and which parts decide each
/// step.
///
/// @param slots how many slots an evaluation needs
public record Where(List<Step> steps, int slots) {
  private static final Set<CxlType> ORDERED =
      Set.of(Simple.INT, Simple.FLOAT, Simple.DATE, Simple.DATETIME, Simple.INSTANT);

  public Where {
    steps = List.copyOf(steps);
  }

  /// One more input, joined to those that are reached.
  ///
  /// @param input its position among the inputs
  /// @param parts those whose inputs are all reached with it, and were not before
  public record Step(int input, List<Part> parts) {
    public Step {
      parts = List.copyOf(parts);
    }
  }

  /// A reason why a `where` cannot be run.
  ///
  /// @param place in the text
  public record Fault(ErrorCode code, String what, String remedy, Place place) {}

  /// Ends with a fault.
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    Refused(Fault fault) {
      super(fault.what(), null, false, false);
      this.fault = fault;
    }

    public Fault fault() {
      return fault;
    }
  }

  /// Takes a condition apart.
  ///
  /// @param tree the condition as it was written
  /// @param qualifiers of the inputs, in their order
  /// @param driver the position of the input that leads
  public static Where of(Condition condition, Cxl tree, List<String> qualifiers, int driver)
      throws Refused {
    List<Part> parts = new ArrayList<>();
    split(condition.term(), tree, parts);
    for (Part part : parts) {
      if (part.kind() == Kind.RANGE) {
        requireOrder((Term.Compare) part.term());
      }
    }
    return new Where(steps(parts, qualifiers, driver, tree.place()), condition.slots());
  }

  private static void split(Term term, Cxl tree, List<Part> parts) {
    if (term instanceof Term.And(Term left, Term right, _)
        && tree instanceof Cxl.Binary(_, Cxl leftTree, Cxl rightTree, _)) {
      split(left, leftTree, parts);
      split(right, rightTree, parts);
    } else {
      parts.add(Part.of(term, tree));
    }
  }

  private static void requireOrder(Term.Compare range) throws Refused {
    CxlType left = range.left().type();
    CxlType right = range.right().type();
    boolean decimals =
        (left instanceof CxlType.Decimal || right instanceof CxlType.Decimal)
            && left != Simple.FLOAT
            && right != Simple.FLOAT
            && left != Simple.NUMBER
            && right != Simple.NUMBER;
    if (!decimals && !(ORDERED.contains(left) && ORDERED.contains(right))) {
      throw new Refused(
          new Fault(
              ErrorCode.E327,
              "the range '"
                  + range.comparison().symbol()
                  + "' compares "
                  + left
                  + " with "
                  + right
                  + ", which have no common order",
              "Compare ints, floats, decimals, dates or datetimes of one kind.",
              range.place()));
    }
  }

  private static List<Step> steps(
      List<Part> parts, List<String> qualifiers, int driver, Place place) throws Refused {
    List<Step> steps = new ArrayList<>();
    BitSet reached = new BitSet();
    reached.set(driver);
    BitSet before = new BitSet();
    while (reached.cardinality() < qualifiers.size()) {
      int next = next(parts, qualifiers.size(), reached);
      if (next < 0) {
        throw new Refused(unlinked(qualifiers, reached, place));
      }
      reached.set(next);
      BitSet decidedBefore = before;
      boolean isFirst = steps.isEmpty(); // where also what reads no input is decided
      steps.add(
          new Step(
              next,
              parts.stream()
                  .filter(part -> isReached(part, reached))
                  .filter(part -> isFirst || !isReached(part, decidedBefore))
                  .toList()));
      before = (BitSet) reached.clone();
    }
    return steps;
  }

  private static boolean isReached(Part part, BitSet reached) {
    BitSet missing = (BitSet) part.inputs().clone();
    missing.andNot(reached);
    return missing.isEmpty();
  }

  /// The first input, as they are declared, that a comparison links to those reached; -1 if none
  /// is.
  private static int next(List<Part> parts, int inputs, BitSet reached) {
    for (int input = reached.nextClearBit(0);
        input < inputs;
        input = reached.nextClearBit(input + 1)) {
      int candidate = input;
      if (parts.stream().anyMatch(part -> part.links(candidate, reached))) {
        return input;
      }
    }
    return -1;
  }

  private static Fault unlinked(List<String> qualifiers, BitSet reached, Place place) {
    String input = qualifiers.get(reached.nextClearBit(0));
    if (qualifiers.size() == 2) {
      return new Fault(
          ErrorCode.E313,
          "no equality and no range relates '"
              + qualifiers.get(0)
              + "' to '"
              + qualifiers.get(1)
              + "'",
          "Compare a field of one with a field of the other.",
          place);
    }
    List<String> known = reached.stream().mapToObj(qualifiers::get).toList();
    return new Fault(
        ErrorCode.E305,
        "no equality and no range relates '" + input + "' to " + String.join(", ", known),
        "Compare a field of '" + input + "' with a field of one of them.",
        place);
  }
}
