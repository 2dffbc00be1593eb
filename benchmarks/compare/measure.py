"""Measures one case: all peers in turns, A B C D, A B C D, then their answers."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compare import tables
from compare.answers import Answers, Print
from compare.cases import Case
from compare.process import KINDS, PeerError, PeerProcess, start

_ANSWERS = Path(__file__).parents[1] / "target" / "answers"


@dataclass(slots=True)
class Figures:
    """What one peer was measured at, or why it was not."""

    cold: float = 0
    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    loaded_bytes: int = 0
    peak_bytes: int = 0
    rows: int = 0
    plan: str = ""
    stages: dict[str, float] = field(default_factory=dict)
    budget_bytes: int = 0
    engine_bytes: int = 0
    spilled_bytes: int = 0
    failure: str = ""
    difference: str = ""

    @property
    def median(self) -> float | None:
        return statistics.median(self.seconds) if self.seconds else None


@dataclass(frozen=True, slots=True)
class Setting:
    """How to measure."""

    threads: int
    repeat: int
    warmup: int
    memory: int
    limit: float
    check: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """A case at a size, by peer."""

    case: Case
    rows: int
    figures: dict[str, Figures]


def measure(case: Case, rows: int, peers: Sequence[str], setting: Setting) -> Measured:
    x, y = tables.path(case.x, rows), tables.path(case.y, rows)
    figures = {name: Figures() for name in peers}
    processes: dict[str, PeerProcess] = {}
    try:
        for name in peers:
            processes[name] = start(name, setting.threads, setting.limit)
            budget = _budget(name, figures, setting)
            _attempt(figures[name], lambda f, n=name, b=budget: _load(f, processes[n], n, case, (x, y), b, setting))
            _attempt(figures[name], lambda f, p=processes[name]: _first(f, p))
        for turn in range(setting.warmup + setting.repeat):
            for name, process in processes.items():
                _attempt(figures[name], lambda f, p=process, t=turn: _turn(f, p, t, setting.warmup))
        for name, process in processes.items():
            _attempt(figures[name], lambda f, p=process: _peak(f, p))
        if setting.check:
            _check(Answers(case, x, y), figures, processes)
    finally:
        for process in processes.values():
            process.close()
    return Measured(case, rows, figures)


def _attempt(figures: Figures, step: Any) -> None:
    """What fails once is not asked again."""
    if not figures.failure:
        try:
            step(figures)
        except PeerError as e:
            figures.failure = str(e)


def _budget(name: str, figures: dict[str, Figures], setting: Setting) -> int:
    """Dovetail's memory; where it is a share of what it needed, the one that needed it has run by now."""
    share = KINDS[name].share
    return setting.memory if share is None else int(figures["dovetail"].engine_bytes * share)


def _load(
    figures: Figures,
    process: PeerProcess,
    name: str,
    case: Case,
    tables: tuple[Path, Path],
    budget: int,
    setting: Setting,
) -> None:
    request: dict[str, Any] = {"x": str(tables[0]), "y": str(tables[1]), "threads": setting.threads, "case": case.name}
    if KINDS[name].module is None:
        request |= {"key": case.key, "evidence": case.evidence, "fn": case.fn, "shape": case.shape}
        request |= {"asOf": case.as_of, "memory": budget, **KINDS[name].options}
    figures.budget_bytes = budget
    figures.loaded_bytes = process.ask("load", **request)["bytes"]


def _first(figures: Figures, process: PeerProcess) -> None:
    figures.cold = _run(figures, process)


def _turn(figures: Figures, process: PeerProcess, turn: int, warmup: int) -> None:
    before = process.processor_seconds()
    seconds = _run(figures, process)
    if turn >= warmup:
        figures.seconds.append(seconds)
        figures.processor.append(process.processor_seconds() - before)


def _run(figures: Figures, process: PeerProcess) -> float:
    answer = process.ask("run")
    figures.rows = answer["rows"]
    figures.plan = answer.get("plan", "")
    figures.stages = answer.get("stages", {})
    figures.engine_bytes = answer.get("engineBytes", 0)
    figures.spilled_bytes = answer.get("spilledBytes", 0)
    seconds: float = answer["seconds"]
    return seconds


def _peak(figures: Figures, process: PeerProcess) -> None:
    figures.peak_bytes = process.ask("peak")["bytes"]


def _check(answers: Answers, figures: dict[str, Figures], processes: dict[str, PeerProcess]) -> None:
    """Compares each answer with the first; the peers end one by one, since answers take memory too."""
    _ANSWERS.mkdir(parents=True, exist_ok=True)
    first: Print | None = None
    for name, process in processes.items():
        if figures[name].failure:
            continue
        file = _ANSWERS / f"{name}.arrow"
        try:
            process.ask("write", path=str(file))
            process.close()
            found = answers.read(file, ordered=KINDS[name].module is None)
            if first is None:
                first = found
            else:
                figures[name].difference = found.difference(first)
        except (PeerError, ValueError) as e:
            figures[name].difference = str(e)
        finally:
            file.unlink(missing_ok=True)
