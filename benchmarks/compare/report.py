"""The figures as Markdown."""

import statistics
from collections.abc import Iterable, Sequence

from compare.cases import Section
from compare.measure import Figures, Measured
from compare.process import KINDS


def table(section: Section, peers: Sequence[str], all_measured: Sequence[Measured]) -> str:
    """Medians with the first run's time in brackets, peak memory, and ratios."""
    ratios = [(a, b) for a, b in section.ratios if a in peers and b in peers]
    head = ["case", "rows", *(KINDS[peer].title for peer in peers), *(_over(a, b) for a, b in ratios), "memory, MB"]
    head += [f"memory, {_over(*ratios[0])}"] if ratios else []
    lines = [_line(head), _line(["---", *["--:"] * (len(head) - 1)])]
    for measured in all_measured:
        of = {peer: measured.figures.get(peer, Figures()) for peer in peers}
        cells = [measured.case.name, _rows(measured.rows)]
        cells += [_time(figures) for figures in of.values()]
        cells += [_ratio(of[a].median, of[b].median) for a, b in ratios]
        cells.append(", ".join(f"{f.peak_bytes / 1e6:,.0f}" if f.peak_bytes else "-" for f in of.values()))
        cells += [_ratio(of[a].peak_bytes, of[b].peak_bytes) for a, b in ratios[:1]]
        lines.append(_line(cells))
    found = [f"* {remark}" for remark in remarks(all_measured)]
    if found:
        lines += ["", *found]
    return "\n".join(lines)


def remarks(all_measured: Iterable[Measured]) -> list[str]:
    """What was not measured, what was wrong and what was spilled, a line each."""
    found = []
    for measured in all_measured:
        for peer, f in measured.figures.items():
            where = f"{measured.case.name} at {_rows(measured.rows)}, {KINDS[peer].title}"
            if f.failure:
                found.append(f"{where}: {f.failure}")
            if f.difference:
                found.append(f"{where}: WRONG ANSWER, {f.difference}")
            if f.spilled_bytes:
                found.append(
                    f"{where}: {f.budget_bytes / 1e6:,.0f} MB to work with, {f.spilled_bytes / 1e6:,.0f} MB in files"
                )
    return found


def progress(measured: Measured) -> str:
    """One case for the terminal, with how Dovetail ran it."""
    parts = [f"{measured.case.name} at {_rows(measured.rows)}:"]
    for peer, f in measured.figures.items():
        wrong = " WRONG" if f.difference else ""
        processor = f"{statistics.median(f.processor):.2f} s of processors, " if f.processor else ""
        memory = processor + f"{f.peak_bytes / 1e6:7,.0f} MB, {f.loaded_bytes / 1e6:,.0f} loaded"
        parts.append(f"  {KINDS[peer].title:22} {_time(f):>16}{wrong}  {memory}, {f.rows:,} rows {f.failure}")
        if f.stages:
            stages = ", ".join(f"{stage} {s:.3f}" for stage, s in f.stages.items())
            parts.append(
                f"    {f.plan}: {stages}; engine {f.engine_bytes / 1e6:,.0f} MB, spilled {f.spilled_bytes / 1e6:,.0f}"
            )
    return "\n".join(parts)


def _rows(rows: int) -> str:
    return f"{rows:.0e}".replace("e+0", "e") if rows else "337k"


def _over(a: str, b: str) -> str:
    return f"{KINDS[a].title} / {KINDS[b].title}"


def _time(figures: Figures) -> str:
    if figures.median is None:
        return "-"
    return f"{figures.median:.3f} ({figures.cold:.3f})"


def _ratio(ours: float | None, theirs: float | None) -> str:
    return f"{ours / theirs:.2f}" if ours and theirs else "-"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
