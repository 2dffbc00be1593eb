"""pandas: data frames with its own types."""

from pathlib import Path

import pandas as pd
import pyarrow as pa

from compare.peer import Peer, serve, side


class Pandas(Peer):
    x: pd.DataFrame
    y: pd.DataFrame
    held: pd.DataFrame | None = None

    def load(self, x: Path, y: Path) -> None:
        self.x, self.y = side("x", x).to_pandas(), side("y", y).to_pandas()

    def join(self) -> int:
        if self.case.pandas is None:
            raise NotImplementedError(self.case.without_pandas)
        self.held = self.case.pandas(self.x, self.y)
        return len(self.held)

    def result(self) -> pa.RecordBatchReader:
        return pa.Table.from_pandas(self.held, preserve_index=False).to_reader()

    def drop(self) -> None:
        self.held = None


if __name__ == "__main__":
    serve(Pandas)
