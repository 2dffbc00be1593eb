"""Polars: data frames, the result collected."""

from pathlib import Path

import polars as pl
import pyarrow as pa

from compare.peer import Peer, serve, side


class Polars(Peer):
    x: pl.DataFrame
    y: pl.DataFrame
    held: pl.DataFrame | None = None

    def load(self, x: Path, y: Path) -> None:
        self.x, self.y = self._frame(side("x", x)), self._frame(side("y", y))

    @staticmethod
    def _frame(table: pa.Table) -> pl.DataFrame:
        frame = pl.from_arrow(table, rechunk=True)
        assert isinstance(frame, pl.DataFrame)
        return frame

    def join(self) -> int:
        plan = self.case.polars(self.x.lazy(), self.y.lazy())
        self.held = plan.collect(engine=self.case.polars_engine)
        return self.held.height

    def result(self) -> pa.RecordBatchReader:
        assert self.held is not None
        return self.held.to_arrow(compat_level=pl.CompatLevel.oldest()).to_reader()

    def drop(self) -> None:
        self.held = None


if __name__ == "__main__":
    serve(Polars)
