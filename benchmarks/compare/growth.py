"""How time and memory grow with the rows: h2o-5 in memory, and at the largest size with a tenth of the memory."""

from dataclasses import replace
from pathlib import Path

import matplotlib
import numpy as np

from compare.cases import CASES
from compare.measure import Figures, Setting, measure

matplotlib.use("Agg")
from matplotlib import pyplot as plt

PLOT = Path(__file__).parents[2] / "docs" / "growth.png"
IN_MEMORY = (100_000, 1_000_000, 10_000_000)
SPILLED = 30_000_000


def grow(setting: Setting, *, draw: bool) -> str:
    """Measures, draws the plot if it is to be kept, and returns the numbers as Markdown."""
    case = CASES["h2o-5"]
    setting = replace(setting, check=False)
    points: dict[int, Figures] = {}
    for rows in IN_MEMORY:
        points[rows] = measure(case, rows, ["dovetail"], setting).figures["dovetail"]
    budget = points[IN_MEMORY[-1]].engine_bytes * SPILLED // IN_MEMORY[-1] // 10
    points[SPILLED] = measure(case, SPILLED, ["dovetail"], replace(setting, memory=budget)).figures["dovetail"]
    for rows, figures in points.items():
        if figures.median is None:
            raise RuntimeError(f"{rows:,} rows: {figures.failure}")
    if draw:
        _draw(points)
    return _numbers(points, budget)


def exponent(rows: list[int], values: list[float]) -> float:
    """The least-squares slope in logarithms: 1 is linear."""
    slope: float = np.polyfit(np.log(rows), np.log(values), 1)[0]
    return slope


def _seconds(figures: Figures) -> float:
    assert figures.median is not None
    return figures.median


def _joining_bytes(figures: Figures) -> int:
    """What the process had beyond its inputs: the engine's share, spilled pages that the system kept, the result."""
    return max(figures.peak_bytes - figures.loaded_bytes, 1)


def _numbers(points: dict[int, Figures], budget: int) -> str:
    lines = [
        "| rows | seconds | of them | process, MB | beyond its inputs, MB | engine, MB | spilled, MB |",
        "| --: | --: | --- | --: | --: | --: | --: |",
    ]
    for rows, f in points.items():
        how = "spilled" if f.spilled_bytes else "in memory"
        sizes = (f.peak_bytes, _joining_bytes(f), f.engine_bytes, f.spilled_bytes)
        cells = [f"{rows:.0e}".replace("e+0", "e"), f"{_seconds(f):.3f}", how, *(f"{s / 1e6:,.0f}" for s in sizes)]
        lines.append("| " + " | ".join(cells) + " |")
    every, within = list(points), list(IN_MEMORY)
    time = [_seconds(points[n]) for n in every]
    memory = [float(_joining_bytes(points[n])) for n in every]
    lines += [
        "",
        f"Time grows with the rows to the power {exponent(within, time[: len(within)]):.2f} in memory"
        f" ({exponent(within[-2:], time[len(within) - 2 : len(within)]):.2f} over the last step),"
        f" {exponent(every, time):.2f} with the spilled size; memory beyond the inputs to the power"
        f" {exponent(within, memory[: len(within)]):.2f}. The spilled run had {budget / 1e6:,.0f} MB.",
    ]
    return "\n".join(lines)


def _draw(points: dict[int, Figures]) -> None:
    rows = list(points)
    panels = {
        "seconds": [_seconds(points[n]) for n in rows],
        "MB beyond the inputs": [_joining_bytes(points[n]) / 1e6 for n in rows],
    }
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axis, (label, values) in zip(axes, panels.items(), strict=True):
        power = exponent(rows, values)
        scale = np.exp(np.mean(np.log(values) - power * np.log(rows)))
        axis.loglog(rows, scale * np.array(rows, float) ** power, "--", color="0.6", label=f"rows^{power:.2f}")
        axis.loglog(rows[:-1], values[:-1], "o", color="tab:blue", label="in memory")
        axis.loglog(rows[-1:], values[-1:], "s", color="tab:orange", label="a tenth of the memory")
        axis.set(xlabel="rows of each side", ylabel=label)
        axis.grid(which="major", alpha=0.3)
        axis.legend()
    figure.suptitle("h2o-5: inner join of two tables of equal size")
    figure.savefig(PLOT, dpi=110, metadata={"Software": None})
