package dev.dovetail.pipelines.document;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.pipelines.document.Yaml.Scalar.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// Reads YAML 1.2 into a tree. Tags are refused, aliases bounded, so that a small text is no large
/// tree.
final class YamlReader {
  private static final int LONGEST = 5_000_000;
  private static final int MOST_ALIASES = 50;
  private static final int MOST_DEEP = 50;
  private static final int MOST_PARTS = 200_000;
  private static final Set<Tag> PLAIN =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);

  private final Faults faults;
  private int parts;

  private YamlReader(Faults faults) {
    this.faults = faults;
  }

  /// The tree of a text; empty if it has none, which is among the faults then.
  static Optional<Yaml> read(String text, Faults faults) {
    if (text.length() > LONGEST) {
      faults.add(
          ErrorCode.E350,
          new Place(1, 1),
          "the document has more than " + LONGEST + " characters",
          "A pipeline says what is done; put the rows into files.");
      return Optional.empty();
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setAllowDuplicateKeys(true) // told below, with all else that is wrong
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(LONGEST)
            .setAllowRecursiveKeys(false)
            .build();
    try {
      refuseDeep(settings, text);
      Optional<Node> root = new Compose(settings).composeString(text);
      if (root.isEmpty()) {
        faults.add(
            ErrorCode.E350,
            new Place(1, 1),
            "the document is empty",
            "docs/pipelines.md shows one.");
        return Optional.empty();
      }
      return Optional.of(new YamlReader(faults).tree(root.get(), 0));
    } catch (MarkedYamlEngineException e) {
      Place place = e.getProblemMark().map(YamlReader::place).orElse(new Place(1, 1));
      String context = e.getContext() == null ? "" : e.getContext() + ": ";
      faults.add(ErrorCode.E350, place, "this is no YAML: " + context + e.getProblem(), hint(e));
    } catch (TooLarge e) {
      faults.add(ErrorCode.E350, e.place, e.what, "Write it without anchors, or in parts.");
    } catch (YamlEngineException e) {
      faults.add(ErrorCode.E350, new Place(1, 1), "this is no YAML: " + e.getMessage(), "");
    }
    return Optional.empty();
  }

  /// The composer recurs, the parser of events does not.
  private static void refuseDeep(LoadSettings settings, String text) {
    int depth = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
      }
      if (depth > MOST_DEEP) {
        throw tooDeep(event.getStartMark().map(YamlReader::place).orElse(new Place(1, 1)));
      }
    }
  }

  private static TooLarge tooDeep(Place place) {
    return new TooLarge("the document is nested more than " + MOST_DEEP + " deep", place);
  }

  private static String hint(MarkedYamlEngineException e) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    if (problem.contains("'\\t'") || problem.contains("\\t(TAB)")) {
      return "Indent with blanks.";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "Put a text with a colon into quotes.";
    }
    return "";
  }

  /// Ends the reading of a tree that is too large.
  private static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient String what;
    private final transient Place place;

    TooLarge(String what, Place place) {
      super(what, null, false, false);
      this.what = what;
      this.place = place;
    }
  }

  private Yaml tree(Node node, int depth) {
    Place place = place(node);
    if (depth > MOST_DEEP) {
      throw tooDeep(place);
    }
    if (++parts > MOST_PARTS) {
      throw new TooLarge("the document has more than " + MOST_PARTS + " parts", place);
    }
    if (!PLAIN.contains(node.getTag())) {
      faults.add(
          ErrorCode.E350,
          place,
          "the tag " + node.getTag() + " says nothing here",
          "Leave it out: documents have plain values only.");
    }
    return switch (node) {
      case ScalarNode scalar ->
          new Yaml.Scalar(
              scalar.getValue(), kind(scalar.getTag()), style(scalar.getScalarStyle()), place);
      case SequenceNode list -> {
        List<Yaml> items = new ArrayList<>();
        for (Node item : list.getValue()) {
          items.add(tree(item, depth + 1));
        }
        yield new Yaml.Sequence(items, place);
      }
      case MappingNode map -> mapping(map, place, depth);
      case AnchorNode anchor -> tree(anchor.getRealNode(), depth + 1);
      default -> throw new IllegalStateException(node.toString());
    };
  }

  private Yaml mapping(MappingNode map, Place place, int depth) {
    List<Yaml.Entry> entries = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : map.getValue()) {
      Place keyPlace = place(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        faults.add(
            ErrorCode.E350,
            keyPlace,
            "a key is " + tree(tuple.getKeyNode(), depth + 1).words(),
            "Keys are texts.");
        continue;
      }
      if (!seen.add(key.getValue())) {
        faults.add(
            ErrorCode.E350,
            keyPlace,
            "the key '" + key.getValue() + "' stands here twice",
            "Leave one of them out.");
        continue;
      }
      entries.add(new Yaml.Entry(key.getValue(), keyPlace, tree(tuple.getValueNode(), depth + 1)));
    }
    return new Yaml.Mapping(entries, place);
  }

  private static Located.Style style(ScalarStyle style) {
    return switch (style) {
      case LITERAL -> Located.Style.BLOCK;
      case FOLDED -> Located.Style.FOLDED;
      case SINGLE_QUOTED, DOUBLE_QUOTED, JSON_SCALAR_STYLE -> Located.Style.QUOTED;
      case PLAIN -> Located.Style.PLAIN;
    };
  }

  private static Kind kind(Tag tag) {
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return Kind.NUMBER;
    }
    if (tag.equals(Tag.BOOL)) {
      return Kind.BOOL;
    }
    return tag.equals(Tag.NULL) ? Kind.NULL : Kind.TEXT;
  }

  private static Place place(Node node) {
    return node.getStartMark().map(YamlReader::place).orElse(new Place(1, 1));
  }

  private static Place place(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
