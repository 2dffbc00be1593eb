"""Rows from Polars through a join and back, against Polars' own join; `benchmarks/round-trip` runs it."""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path


def tables(rows: int, keys: int):
    import numpy as np
    import polars as pl

    random = np.random.default_rng(1)
    events = pl.DataFrame({"id": random.integers(0, 2 * keys, rows), "value": random.random(rows)})
    groups = pl.DataFrame({"id": np.arange(keys), "weight": random.random(keys)})
    return events, groups


def by_dovetail(events, groups):
    from dovetail import Join

    task = Join(
        x=events,
        y=groups,
        primary_key="id",
        duplicates="expand",
        shape="inner",
        fn=lambda event, group: event["id"] == group["id"],
    )
    return task.run().to_polars()


def by_polars(events, groups):
    return events.join(groups, on="id", how="inner", maintain_order="left")


def engine_mib() -> int:
    """The most that the engine of this home has had in memory."""
    for file in Path(os.environ["DOVETAIL_HOME"]).glob("engine-*.json"):
        status = Path(f"/proc/{json.loads(file.read_text())['pid']}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) >> 10
    return 0


def one(how: str, rows: int, keys: int) -> None:
    """Two joins in this process, of which the second is timed."""
    events, groups = tables(rows, keys)
    join = by_dovetail if how == "dovetail" else by_polars
    join(events.head(1000), groups)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    started = time.perf_counter()
    result = join(events, groups)
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    weight = next(name for name in result.columns if "weight" in name)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "rows": result.height,
                "sum": round(result[weight].sum(), 3),
                "client_mib": peak,
                "tables_mib": before,
                "engine_mib": engine_mib() if how == "dovetail" else 0,
            }
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e7)
    parser.add_argument("--keys", type=float, default=1e6)
    parser.add_argument("--repeat", type=int, default=4)
    parser.add_argument("--one", choices=["dovetail", "polars"])
    given = parser.parse_args()
    rows, keys = int(given.rows), int(given.keys)
    if given.one:
        one(given.one, rows, keys)
        return 0
    runs: dict[str, list[dict[str, float]]] = {"dovetail": [], "polars": []}
    for _ in range(given.repeat):
        for how, done in runs.items():
            line = [sys.executable, __file__, "--one", how, "--rows", str(rows), "--keys", str(keys)]
            done.append(json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout))
    answers = {(run["rows"], run["sum"]) for done in runs.values() for run in done}
    medians = {how: statistics.median(run["seconds"] for run in done) for how, done in runs.items()}
    for how, done in runs.items():
        peak, held, engine = (max(run[of] for run in done) for of in ("client_mib", "tables_mib", "engine_mib"))
        print(
            f"{how}: {medians[how]:.2f} s, median of {len(done)}; this process at most {peak} MiB"
            f" ({held} before the join)" + (f", the engine {engine} MiB" if engine else "")
        )
    print(f"ratio {medians['dovetail'] / medians['polars']:.1f}; {answers}")
    return 0 if len(answers) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
