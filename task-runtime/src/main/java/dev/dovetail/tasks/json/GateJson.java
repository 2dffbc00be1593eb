package dev.dovetail.tasks.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.tasks.GateSpec;
import java.util.List;

/// Candidate gates as JSON: `{"kind": "band", "x": "t", "y": "t", "width": 5}` and its siblings.
///
/// @param file what the text is called in messages
record GateJson(String file) {
  private static final List<String> KINDS =
      List.of("equality", "range_overlap", "band", "shared_token", "prefix", "any_of");

  GateSpec read(Json json) {
    if (!(json instanceof Json.Obj(var members, _))) {
      throw Fault.at(file, json.place(), "a gate is an object, not " + json.noun(), "");
    }
    Json kindJson = members.get("kind");
    if (!(kindJson instanceof Json.Str word)) {
      throw Fault.at(
          file, json.place(), "the gate does not say its kind", "Add \"kind\": \"equality\".");
    }
    String kind = word.value();
    return switch (kind) {
      case "equality" -> equality(json);
      case "range_overlap" -> rangeOverlap(gate(json, kind, "x", "y"));
      case "band" -> band(gate(json, kind, "x", "y", "width"));
      case "shared_token" -> {
        Members gate = gate(json, kind, "x", "y");
        yield gate.build(() -> new GateSpec.SharedToken(gate.text("x"), gate.text("y")));
      }
      case "prefix" -> {
        Members gate = gate(json, kind, "x", "y", "length");
        gate.require("length");
        yield gate.build(
            () ->
                new GateSpec.Prefix(gate.text("x"), gate.text("y"), gate.smallWhole("length", 0)));
      }
      case "any_of" -> {
        Members gate = gate(json, kind, "gates");
        yield gate.build(() -> new GateSpec.AnyOf(gate.list("gates", this::read)));
      }
      default ->
          throw Fault.at(
              file,
              word.place(),
              "there is no kind of gate '" + kind + "'",
              NearestName.hint(kind, KINDS));
    };
  }

  static ObjectNode write(GateSpec gate) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("kind", gate.kind());
    switch (gate) {
      case GateSpec.Equality(var x, var y) -> {
        texts(node.putArray("x"), x);
        texts(node.putArray("y"), y);
      }
      case GateSpec.KeyEquality(var xKey, var yKey) -> {
        if (xKey.equals(yKey)) {
          node.put("key", xKey);
        } else {
          node.put("x_key", xKey).put("y_key", yKey);
        }
      }
      case GateSpec.RangeOverlap(var xStart, var xEnd, var yStart, var yEnd) -> {
        texts(node.putArray("x"), List.of(xStart, xEnd));
        texts(node.putArray("y"), List.of(yStart, yEnd));
      }
      case GateSpec.Band(var x, var y, var width) ->
          node.put("x", x).put("y", y).set("width", ScalarJson.write(width));
      case GateSpec.SharedToken(var x, var y) -> node.put("x", x).put("y", y);
      case GateSpec.Prefix(var x, var y, var length) ->
          node.put("x", x).put("y", y).put("length", length);
      case GateSpec.AnyOf(var gates) -> {
        ArrayNode list = node.putArray("gates");
        gates.forEach(part -> list.add(write(part)));
      }
    }
    return node;
  }

  private static void texts(ArrayNode list, List<String> texts) {
    texts.forEach(list::add);
  }

  private Members gate(Json json, String kind, String... members) {
    List<String> known = new java.util.ArrayList<>(List.of("kind"));
    known.addAll(List.of(members));
    return Members.of(file, json, "a gate of kind " + kind, known);
  }

  private GateSpec equality(Json json) {
    Members gate = gate(json, "equality", "x", "y", "key", "x_key", "y_key");
    if (gate.has("key")) {
      only(gate, "key");
      return gate.build(() -> new GateSpec.KeyEquality(gate.text("key"), gate.text("key")));
    }
    if (gate.has("x_key") || gate.has("y_key")) {
      only(gate, "x_key", "y_key");
      return gate.build(() -> new GateSpec.KeyEquality(gate.text("x_key"), gate.text("y_key")));
    }
    return gate.build(() -> new GateSpec.Equality(gate.texts("x"), gate.texts("y")));
  }

  private void only(Members gate, String... names) {
    for (String name : List.of("x", "y", "key", "x_key", "y_key")) {
      if (gate.has(name) && !List.of(names).contains(name)) {
        throw Fault.at(
            file,
            gate.require(name).place(),
            "an equality gate has either x and y, or key, or x_key and y_key",
            "Leave out '" + name + "'.");
      }
    }
  }

  private GateSpec rangeOverlap(Members gate) {
    List<String> x = gate.texts("x");
    List<String> y = gate.texts("y");
    if (x.size() != 2 || y.size() != 2) {
      throw Fault.at(
          file,
          gate.object().place(),
          "a range_overlap gate has a start and an end on each side",
          "Write \"x\": [start, end], \"y\": [start, end].");
    }
    return gate.build(
        () -> new GateSpec.RangeOverlap(x.getFirst(), x.getLast(), y.getFirst(), y.getLast()));
  }

  private GateSpec band(Members gate) {
    var width = ScalarJson.read(file, gate.require("width"));
    return gate.build(() -> new GateSpec.Band(gate.text("x"), gate.text("y"), width));
  }
}
