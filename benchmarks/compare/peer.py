"""A peer's side of the protocol: one process loads one case, then joins as often as it is told.

Requests and answers are JSON objects, one a line: `load`, `run`, `write` (one more run, its rows into an Arrow file)
and `peak`. The process ends with its input. Dovetail's side of it is `DovetailPeer`.
"""

import gc
import json
import os
import sys
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.ipc

from compare.cases import CASES, Case

Answer: TypeAlias = dict[str, Any]


class Peer(ABC):
    """One engine with the two tables of a case in memory."""

    def __init__(self, case: Case, threads: int) -> None:
        self.case = case
        self.threads = threads

    @abstractmethod
    def load(self, x: Path, y: Path) -> None:
        """Reads both tables into the form that the engine joins fastest."""

    @abstractmethod
    def join(self) -> int:
        """Joins, holds the complete result in memory, and says how many rows it has."""

    @abstractmethod
    def result(self) -> pa.RecordBatchReader:
        """The rows of the result that is held."""

    @abstractmethod
    def drop(self) -> None:
        """Lets the result go."""


def peak_bytes(process: str | int = "self") -> int:
    """The most memory a process has had at a time since its start, or since `reset_peak`."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("this system does not say what memory a process has had")


def reset_peak() -> None:
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")


def write(peer: Peer, file: Path) -> Answer:
    rows = peer.join()
    with peer.result() as batches, pa.ipc.new_file(file, batches.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    peer.drop()
    return {"rows": rows}


def run(peer: Peer) -> Answer:
    start = time.perf_counter()
    rows = peer.join()
    seconds = time.perf_counter() - start
    peer.drop()
    return {"seconds": seconds, "rows": rows}


def serve(kind: type[Peer]) -> None:
    """Answers requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is no answer
    peer: Peer | None = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["op"] == "load":
                peer = kind(CASES[request["case"]], request["threads"])
                peer.load(Path(request["x"]), Path(request["y"]))
                reset_peak()
                answer: Answer = {"bytes": peak_bytes()}
            elif peer is None:
                raise RuntimeError("nothing is loaded")
            elif request["op"] == "run":
                answer = run(peer)
            elif request["op"] == "write":
                answer = write(peer, Path(request["path"]))
            else:
                answer = {"bytes": peak_bytes()}
        except NotImplementedError as e:
            answer = {"error": str(e)}
        except Exception as e:  # whatever it is, the table says so
            answer = {"error": f"{type(e).__name__}: {e}"}
        answers.write(json.dumps(answer) + "\n")


def side(name: str, path: Path) -> pa.Table:
    """A table in memory, not mapped; the columns of Y are renamed."""
    with pa.OSFile(str(path)) as source:
        table = pa.ipc.open_file(source).read_all()
    return table if name == "x" else table.rename_columns([f"y_{column}" for column in table.column_names])
