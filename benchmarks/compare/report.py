"""The figures as Markdown."""

from collections.abc import Iterable

from compare.measure import PEERS, Figures, Measured

_TITLES = {"dovetail": "Dovetail", "duckdb": "DuckDB", "polars": "Polars", "pandas": "pandas"}


def table(all_measured: Iterable[Measured]) -> str:
    """Medians with the first run's time in brackets, peak memory, and Dovetail's ratios to DuckDB."""
    titles = [_TITLES[peer] for peer in PEERS]
    head = ["case", "rows", *titles, "time / DuckDB", "memory, MB: " + ", ".join(titles), "memory / DuckDB"]
    lines = [_line(head), _line(["---", "--:", *["--:"] * len(PEERS), "--:", "--:", "--:"])]
    for measured in all_measured:
        figures = [measured.figures.get(peer, Figures()) for peer in PEERS]
        lines.append(
            _line(
                [
                    measured.case.name,
                    f"{measured.rows:.0e}".replace("e+0", "e") if measured.rows else "337k",
                    *(_time(f) for f in figures),
                    _ratio(figures[0].median, figures[1].median),
                    ", ".join(f"{f.peak_bytes / 1e6:,.0f}" if f.peak_bytes else "-" for f in figures),
                    _ratio(figures[0].peak_bytes, figures[1].peak_bytes),
                ]
            )
        )
    return "\n".join(lines)


def remarks(all_measured: Iterable[Measured]) -> list[str]:
    """What went wrong, a line each; nothing if all peers gave equal answers to all cases."""
    found = []
    for measured in all_measured:
        for peer, f in measured.figures.items():
            where = f"{measured.case.name} at {measured.rows:,} rows, {_TITLES[peer]}"
            if f.failure:
                found.append(f"{where}: {f.failure}")
            if f.difference:
                found.append(f"{where}: WRONG ANSWER, {f.difference}")
    return found


def progress(measured: Measured) -> str:
    """One case for the terminal, with how Dovetail ran it."""
    parts = [f"{measured.case.name} {measured.rows:,}:"]
    for peer, f in measured.figures.items():
        wrong = " WRONG" if f.difference else ""
        parts.append(
            f"  {_TITLES[peer]:9} {_time(f):>16}{wrong}  {f.peak_bytes / 1e6:7,.0f} MB  {f.rows:,} rows {f.failure}"
        )
    dovetail = measured.figures.get("dovetail")
    if dovetail and dovetail.stages:
        parts.append(f"  plan: {dovetail.plan}")
        parts.append("  last run: " + ", ".join(f"{stage} {s:.3f}" for stage, s in dovetail.stages.items()))
    return "\n".join(parts)


def _time(figures: Figures) -> str:
    if figures.median is None:
        return "-"
    return f"{figures.median:.3f} ({figures.cold:.3f})"


def _ratio(ours: float | None, theirs: float | None) -> str:
    return f"{ours / theirs:.2f}" if ours and theirs else "-"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
