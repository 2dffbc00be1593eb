package dev.dovetail.pipelines.document;

import dev.dovetail.errors.ErrorCode;
import dev.dovetail.errors.NearestName;
import dev.dovetail.pipelines.document.NodeSpec.MatchMode;
import java.util.List;
import java.util.Map;

/// What a combine asks of its fields together.
record CombineChecks(String what, Faults faults) {
  private static final List<String> RESERVED = List.of("$pipeline", "$window", "$meta", "$doc");
  private static final int MOST_INPUTS = 8;

  void check(Fields node, Map<String, Located> inputs, Fields config, MatchMode match) {
    Place place = node.find("input").orElseThrow().place();
    if (inputs.size() < 2 || inputs.size() > MOST_INPUTS) {
      faults.add(
          ErrorCode.E300,
          place,
          what + " has " + (inputs.size() == 1 ? "one input" : inputs.size() + " inputs"),
          "A combine relates 2 to " + MOST_INPUTS + " inputs.");
    }
    for (Yaml.Entry entry : node.inner("input").map().entries()) {
      if (RESERVED.contains(entry.key()) || entry.key().contains(".") || entry.key().isBlank()) {
        faults.add(
            ErrorCode.E301,
            entry.place(),
            "'" + entry.key() + "' cannot be a qualifier of " + what,
            "Use a name without dots that is none of " + String.join(", ", RESERVED) + ".");
      }
    }
    config
        .located("drive")
        .filter(drive -> !inputs.containsKey(drive.text()))
        .ifPresent(
            drive ->
                faults.add(
                    ErrorCode.E306,
                    drive.place(),
                    what + " is driven by '" + drive.text() + "', which is none of its inputs",
                    NearestName.hint(drive.text(), inputs.keySet())));
    if (config.find("where").isEmpty() && config.find("fn").isEmpty()) {
      faults.add(
          ErrorCode.E351,
          place,
          what + " lacks 'where'",
          "Say which records match, or name a function: fn.");
    }
    if (match == MatchMode.COLLECT && inputs.size() > 2) {
      faults.add(
          ErrorCode.E300,
          place,
          what + " collects over " + inputs.size() + " inputs",
          "Under match: collect there is one driver and one input whose matches are collected.");
    }
    Located cxl = config.required("cxl");
    if (match == MatchMode.COLLECT && !cxl.text().isBlank()) {
      faults.add(
          ErrorCode.E311,
          cxl.place(),
          what + " collects and has statements",
          "Leave cxl empty: the output is the driver's fields and the array. Shape it in a transform behind.");
    }
  }
}
