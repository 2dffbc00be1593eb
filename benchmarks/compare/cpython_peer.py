"""Plain Python: a double loop over dictionaries. What a row matches is kept as the rows of Y."""

from pathlib import Path
from typing import Any

import pyarrow as pa

from compare.peer import Peer, serve, side


class CPython(Peer):
    x: list[dict[str, Any]]
    y: list[dict[str, Any]]
    held: list[list[int]] | None = None
    tables: tuple[pa.Table, pa.Table]

    def load(self, x: Path, y: Path) -> None:
        called = self.case.by_row
        if called is None:
            raise NotImplementedError("only conditions that are called for every pair")
        self.tables = side("x", x), side("y", y)
        self.x = self.tables[0].select(called.x_columns).to_pylist()
        right = self.tables[1].select([f"y_{name}" for name in called.y_columns])
        self.y = right.rename_columns(list(called.y_columns)).to_pylist()
        self.function = called.function()

    def join(self) -> int:
        function = self.function
        held = []
        for x in self.x:
            held.append([i for i, y in enumerate(self.y) if function(x, y)])
        self.held = held
        return len(held)

    def result(self) -> pa.RecordBatchReader:
        assert self.held is not None
        x, y = self.tables
        entries = y.take(pa.array([i for matches in self.held for i in matches], pa.int64())).to_struct_array()
        offsets = [0]
        for matches in self.held:
            offsets.append(offsets[-1] + len(matches))
        lists = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), entries.combine_chunks())
        return x.append_column("matches", lists).to_reader()

    def drop(self) -> None:
        self.held = None


if __name__ == "__main__":
    serve(CPython)
