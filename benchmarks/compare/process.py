"""A peer as the benchmark sees it: a process that is asked and answers."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
ROOT = HERE.parent
LOGS = HERE / "target" / "logs"


class PeerError(Exception):
    """The peer cannot do what it was asked; the message says why."""


class PeerProcess:
    """One process, on the first `threads` processors of those this one may use; it answers within `limit` seconds."""

    def __init__(self, name: str, command: list[str], threads: int, limit: float) -> None:
        self.name = name
        self._limit = limit
        LOGS.mkdir(parents=True, exist_ok=True)
        processors = sorted(os.sched_getaffinity(0))[:threads]
        environment = os.environ | {"POLARS_MAX_THREADS": str(threads), "PYTHONPATH": str(HERE)}
        with (LOGS / f"{name}.log").open("w") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                process_group=0,
            )
        os.sched_setaffinity(self._process.pid, processors)

    def ask(self, op: str, **more: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"op": op, **more}) + "\n")
            self._process.stdin.flush()
            if not select.select([self._process.stdout], [], [], self._limit)[0]:
                self._kill()
                raise PeerError(f"no answer within {self._limit:.0f} s")
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise PeerError(f"the process ended (code {self._process.wait()}), see {LOGS / self.name}.log")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer

    def processor_seconds(self) -> float:
        """What the process and those it started have used so far, on all processors."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:  # it has ended
                continue
            if int(fields[2]) == self._process.pid:  # its process group
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._kill()

    def _kill(self) -> None:
        """With the processes that it has started."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to join that can be measured.

    Attributes:
        module: the Python module of the peer; none for Dovetail.
        options: what Dovetail is told besides the case.
        share: gives Dovetail this share of the memory that it took where there was enough.
    """

    title: str
    module: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    share: float | None = None


KINDS = {
    "dovetail": Kind("Dovetail"),
    "dovetail-pairs": Kind("Dovetail, pair by pair", options={"strategy": "nested-loop"}),
    "dovetail-python": Kind("Dovetail, by Python", options={"interpreted": True}),
    "dovetail-tenth": Kind("Dovetail, a tenth of the memory", share=0.1),
    "duckdb": Kind("DuckDB", "duckdb_peer"),
    "polars": Kind("Polars", "polars_peer"),
    "pandas": Kind("pandas", "pandas_peer"),
    "cpython": Kind("CPython", "cpython_peer"),
}


def start(peer: str, threads: int, limit: float) -> PeerProcess:
    module = KINDS[peer].module
    command = _dovetail() if module is None else [sys.executable, "-m", f"compare.{module}"]
    return PeerProcess(peer, command, threads, limit)


def _dovetail() -> list[str]:
    """With the flags that `./dovetail` starts the engine with; the harness stands behind its jars."""
    dist = ROOT / "cli" / "target" / "dist"
    java_home = (dist / "java-home").read_text().split("'")[1]
    flags = (dist / "engine.args").read_text().splitlines()
    jars = next(line.removeprefix("-cp ") for line in flags if line.startswith("-cp "))
    instead = os.environ.get("DOVETAIL_CLASSES", "").split()
    classes = [*instead, jars, str(HERE / "target" / "harness")]
    return [
        f"{java_home}/bin/java",
        *(flag for flag in flags if flag and not flag.startswith("-cp ")),
        *(["-XX:AOTMode=off"] if instead else []),  # it holds the built classes
        "-cp",
        ":".join(classes),
        "dev.dovetail.benchmarks.peer.DovetailPeer",
    ]
