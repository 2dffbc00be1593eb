package dev.dovetail.pipelines.combine;

import dev.dovetail.engine.expr.Side;

/// Where the columns of the inputs lie in the two sides of a step.
interface Layout {
  Column place(int input, int column);

  record Column(Side side, int column) {}
}
