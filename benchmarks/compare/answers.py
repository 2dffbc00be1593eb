"""Whether all peers gave the same answer.

An answer is reduced to its number of rows and, for each column and for whole rows, the sum of their hashes: equal for
equal bags of rows, whatever their order. Nested answers are unnested first. Dovetail's must also come in X order, then
in Y order.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.ipc

from compare.cases import Case

_WRAP = 1 << 64


@dataclass(frozen=True, slots=True)
class Print:
    """What an answer is reduced to."""

    rows: int
    whole: int
    columns: dict[str, int]

    def difference(self, other: "Print") -> str:
        """In words; empty if there is none."""
        if self.rows != other.rows:
            return f"{self.rows:,} rows against {other.rows:,}"
        unlike = [name for name in self.columns if self.columns[name] != other.columns[name]]
        if unlike:
            return f"columns differ: {', '.join(unlike)}"
        return "" if self.whole == other.whole else "the same values in other rows"


class Answers:
    """Reads the answers to one case."""

    def __init__(self, case: Case, x: Path, y: Path) -> None:
        self.case = case
        self.x_schema, self.y_schema = _schema(x), _schema(y)
        self.types = dict(self.x_schema) | {
            f"y_{name}": kind for name, kind in self.y_schema.items() if f"y_{name}" not in case.unasked
        }
        self.x_position = _positions(x, case.x_order)
        self.y_position = _positions(y, case.y_order.removeprefix("y_")) if case.y_order else None

    def read(self, file: Path, *, ordered: bool) -> Print:
        """Reduces an answer; checks the order of its rows if it has to be right."""
        rows = whole = 0
        sums = dict.fromkeys(self.types, 0)
        order = _Order()
        with pa.memory_map(str(file)) as source:
            reader = pa.ipc.open_file(source)
            for i in range(reader.num_record_batches):
                flat = self._flat(reader.get_batch(i))
                rows += flat.height
                whole = (whole + int(flat.hash_rows(seed=1).sum())) % _WRAP
                for column in flat.get_columns():
                    sums[column.name] = (sums[column.name] + int(column.hash(seed=1).sum())) % _WRAP
                if ordered:
                    order.check(self._positions(flat, self.case.x_order, self.x_position))
                    if self.case.y_order and self.y_position is not None:
                        order.check_within(self._positions(flat, self.case.y_order, self.y_position))
        return Print(rows, whole, sums)

    def _flat(self, batch: pa.RecordBatch) -> pl.DataFrame:
        frame = pl.DataFrame(pl.from_arrow(batch))
        if self.case.shape == "matches":
            frame = frame.explode("matches", empty_as_null=True, keep_nulls=True)
            entries = frame["matches"].struct.unnest()
            entries.columns = [f"y_{name.removeprefix('y_')}" for name in entries.columns]
            frame = frame.drop("matches").hstack(entries)
        elif frame.width == len(self.x_schema) + len(self.y_schema):  # all columns, whatever Y's are called
            frame.columns = [*self.x_schema, *(f"y_{name}" for name in self.y_schema)]
        return frame.select(pl.col(name).cast(kind) for name, kind in self.types.items())

    @staticmethod
    def _positions(flat: pl.DataFrame, column: str, position: np.ndarray) -> np.ndarray:
        values: np.ndarray = flat[column].fill_null(-1).to_numpy()
        found: np.ndarray = position[values]
        return found


class _Order:
    """Checks that rows ascend from batch to batch."""

    def __init__(self) -> None:
        self._last_x = -1
        self._last_y = -1
        self._repeated = np.empty(0, bool)

    def check(self, x: np.ndarray) -> None:
        steps = np.diff(x, prepend=self._last_x)
        if (steps < 0).any():
            raise ValueError("the rows are not in X order")
        self._repeated = steps == 0
        self._last_x = int(x[-1]) if len(x) else self._last_x

    def check_within(self, y: np.ndarray) -> None:
        steps = np.diff(y, prepend=self._last_y)
        if (steps[self._repeated] <= 0).any():
            raise ValueError("the rows of one X are not in Y order")
        self._last_y = int(y[-1]) if len(y) else self._last_y


def _schema(file: Path) -> dict[str, pl.DataType]:
    return dict(pl.DataFrame(pl.from_arrow(_table(file).schema.empty_table())).schema)


def _table(file: Path) -> pa.Table:
    return pa.ipc.open_file(pa.memory_map(str(file))).read_all()


def _positions(file: Path, column: str) -> np.ndarray:
    """The arrival number of each value of a column of distinct numbers; the last entry is that of NULL."""
    values = _table(file)[column].to_numpy()
    positions = np.full(int(values.max()) + 2, -1)
    positions[values] = np.arange(len(values))
    return positions
