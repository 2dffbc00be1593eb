package dev.dovetail.pipelines.document;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.document.NodeSpec.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How the nodes of a document hang together.
final class Graph {
  private final Map<String, NodeSpec> nodes = new LinkedHashMap<>();
  private final Faults faults;

  Graph(List<NodeSpec> all, Faults faults) {
    this.faults = faults;
    for (NodeSpec node : all) {
      String name = node.name().text();
      if (nodes.putIfAbsent(name, node) != null) {
        faults.add(
            ErrorCode.E010,
            node.name().place(),
            "two nodes have the name '" + name + "'",
            "Give one of them another name.");
      }
    }
  }

  /// The nodes, each behind those that it reads. What is wrong is among the faults.
  List<NodeSpec> inOrder() {
    nodes.values().forEach(node -> node.inputs().forEach(input -> requireReadable(node, input)));
    refuseSharedFiles();
    if (nodes.values().stream().noneMatch(NodeSpec.Sink.class::isInstance)) {
      faults.add(
          ErrorCode.E352,
          new Place(1, 1),
          "the pipeline has no sink",
          "Add one: what nobody writes is not computed.");
    }
    Set<String> done = new LinkedHashSet<>();
    for (String name : nodes.keySet()) {
      visit(name, new LinkedHashSet<>(), done);
    }
    List<NodeSpec> ordered = new ArrayList<>();
    done.forEach(name -> ordered.add(nodes.get(name)));
    return ordered;
  }

  private void visit(String name, Set<String> path, Set<String> done) {
    NodeSpec node = nodes.get(name);
    if (node == null || done.contains(name)) {
      return;
    }
    path.add(name);
    for (Located input : node.inputs()) {
      String from = nodeOf(input.text());
      if (path.contains(from)) {
        List<String> cycle =
            new ArrayList<>(path).subList(List.copyOf(path).indexOf(from), path.size());
        faults.add(
            ErrorCode.E352,
            input.place(),
            "nodes wait for each other: " + String.join(" <- ", cycle) + " <- " + from,
            "Let one of them read something else.");
        path.remove(name);
        done.add(name);
        return;
      }
      visit(from, path, done);
    }
    path.remove(name);
    done.add(name);
  }

  static String nodeOf(String reference) {
    int dot = reference.indexOf('.');
    return dot < 0 ? reference : reference.substring(0, dot);
  }

  private void requireReadable(NodeSpec reader, Located input) {
    String from = nodeOf(input.text());
    NodeSpec node = nodes.get(from);
    if (node == null) {
      faults.add(
          ErrorCode.E307,
          input.place(),
          "'" + reader.name().text() + "' reads '" + from + "', and there is no such node",
          NearestName.hint(from, nodes.keySet()));
      return;
    }
    if (node instanceof NodeSpec.Sink) {
      faults.add(
          ErrorCode.E352,
          input.place(),
          "'" + from + "' is a sink, which nobody can read",
          "Read what it reads.");
      return;
    }
    List<String> ports = node instanceof NodeSpec.Route route ? ports(route) : List.of();
    String port =
        input.text().length() > from.length() ? input.text().substring(from.length() + 1) : "";
    boolean isThere = ports.isEmpty() ? port.isEmpty() : ports.contains(port);
    if (!isThere) {
      faults.add(
          ErrorCode.E307,
          input.place(),
          port.isEmpty()
              ? "'" + from + "' is a route, which is read by its ports"
              : "'" + from + "' has no port '" + port + "'",
          ports.isEmpty()
              ? "Only routes have ports."
              : NearestName.hint(input.text(), ports.stream().map(p -> from + "." + p).toList()));
    }
  }

  static List<String> ports(NodeSpec.Route route) {
    List<String> ports = new ArrayList<>(route.conditions().keySet());
    route.otherwise().filter(port -> !ports.contains(port)).ifPresent(ports::add);
    return ports;
  }

  private void refuseSharedFiles() {
    Map<String, String> writers = new HashMap<>();
    for (NodeSpec node : nodes.values()) {
      if (!(node instanceof NodeSpec.Sink sink)) {
        continue;
      }
      Located place =
          switch (sink.store()) {
            case Store.Files(Located path, _, _) -> path;
            case Store.SpaceStore(Located space, _) -> space;
          };
      String kind = sink.store() instanceof Store.Files ? "file " : "Space ";
      String other = writers.putIfAbsent(kind + place.text(), sink.name().text());
      if (other != null) {
        faults.add(
            ErrorCode.E322,
            place.place(),
            "'"
                + other
                + "' and '"
                + sink.name().text()
                + "' write the same "
                + kind.strip()
                + ", '"
                + place.text()
                + "'",
            "Give each sink a place of its own.");
      }
    }
  }
}
