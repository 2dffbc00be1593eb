"""How soon a run ends that is interrupted: the command line's joins, each strategy, at instants spread over the run."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from compare import tables

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130
INSTANTS = 8
LONGEST = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A join that runs long enough to be interrupted; `options` are the command's."""

    strategy: str
    x: str
    y: str
    rows: int = 10_000_000
    fn: str
    options: tuple[str, ...] = ("--primary-key", "id")


RUNS = (
    Run(
        strategy="hash",
        x="h2o-x",
        y="h2o-big",
        fn='lambda x, y: x["id3"] == y["id3"]',
        options=("--primary-key", "id3", "--shape", "inner"),
    ),
    Run(
        strategy="hash, 400 MB",
        x="h2o-x",
        y="h2o-big",
        fn='lambda x, y: x["id3"] == y["id3"]',
        options=("--primary-key", "id3", "--memory", "400m"),
    ),
    Run(
        strategy="hash-range",
        x="trades",
        y="quotes",
        fn='lambda x, y: x["symbol"] == y["symbol"] and y["time"] <= x["time"]',
        options=("--primary-key", "id", "--evidence", "symbol,time", "--shape", "as-of", "--latest-by", "time"),
    ),
    Run(
        strategy="range",
        x="points-x",
        y="points-y",
        rows=1_000_000,
        fn='lambda x, y: abs(x["t"] - y["t"]) <= 500',
        options=("--primary-key", "id", "--evidence", "t", "--shape", "inner"),
    ),
    Run(
        strategy="ie-join",
        x="interval-x",
        y="interval-y",
        fn='lambda x, y: x["start"] < y["end"] and y["start"] < x["end"]',
        options=("--primary-key", "id", "--evidence", "start,end", "--shape", "inner"),
    ),
    Run(
        strategy="elements",
        x="names-x",
        y="names-y",
        fn='lambda x, y: any(word in x["name"].lower().split() for word in y["name"].lower().split())',
        options=("--primary-key", "id", "--evidence", "name", "--shape", "degrees"),
    ),
    Run(
        strategy="prefix",
        x="names-x",
        y="names-y",
        fn='lambda x, y: x["name"].startswith(y["name"][:12])',
        options=("--primary-key", "id", "--evidence", "name", "--shape", "degrees"),
    ),
    Run(
        strategy="union",
        x="h2o-x",
        y="h2o-medium",
        fn='lambda x, y: x["id2"] == y["id2"] or x["id5"] == y["id5"]',
        options=("--primary-key", "id2", "--evidence", "id5", "--shape", "inner"),
    ),
    Run(
        strategy="nested-loop",
        x="points-x",
        y="points-y",
        rows=100_000,
        fn='lambda x, y: (x["t"] * y["t"]) % 1000003 == 5',
        options=("--primary-key", "id", "--evidence", "t"),
    ),
    Run(
        strategy="Python",
        x="points-x",
        y="points-y",
        rows=100_000,
        fn='lambda x, y: hash((x["t"], y["t"])) % 1000003 == 5',
        options=("--primary-key", "id", "--evidence", "t"),
    ),
)


def cancel() -> str:
    """Markdown: what each run took, at most `LONGEST` seconds of it, and the longest that it took to end."""
    lines = ["| strategy | condition | seconds | interrupted | ended within, s |", "| --- | --- | --: | --: | --: |"]
    with tempfile.TemporaryDirectory() as folder:
        for run in RUNS:
            whole = _seconds(run, Path(folder), None)
            ends = [_seconds(run, Path(folder), whole * (n + 0.5) / INSTANTS) for n in range(INSTANTS)]
            shown = f"{whole:.1f}" if whole < LONGEST else f"over {LONGEST:.0f}"
            lines.append(f"| {run.strategy} | `{run.fn}` | {shown} | {len(ends)} times | {max(ends):.2f} |")
            print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def _seconds(run: Run, folder: Path, instant: float | None) -> float:
    """How long the run took; with an instant, how long after its interruption at that time."""
    out = folder / "joined.arrow"
    out.unlink(missing_ok=True)
    process = subprocess.Popen(_command(run, out), env=os.environ | {"DOVETAIL_HOME": str(folder / "home")})
    started = time.monotonic()
    try:
        process.wait(timeout=LONGEST if instant is None else instant)
        if instant is None and process.returncode != 0:
            raise RuntimeError(f"{run.fn}: exit code {process.returncode}")
        return time.monotonic() - started if instant is None else 0.0
    except subprocess.TimeoutExpired:
        interrupted = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait()
        if instant is None:
            return LONGEST
        _check(run, process.returncode, out)
        return time.monotonic() - interrupted
    finally:
        shutil.rmtree(folder / "home", ignore_errors=True)


def _check(run: Run, code: int, out: Path) -> None:
    whole = code == 0 and out.exists()  # it was done before the signal was heard
    if not whole and (code != INTERRUPTED or out.exists()):
        raise RuntimeError(f"{run.fn}: interrupted, exit code {code}; {'' if out.exists() else 'no '}output")


def _command(run: Run, out: Path) -> list[str]:
    x, y = tables.path(run.x, run.rows), tables.path(run.y, run.rows)
    return [
        str(ROOT / "dovetail"),
        *("join", "--quiet", "--x", str(x), "--y", str(y), "--fn", run.fn, "--out", str(out)),
        *run.options,
    ]
