"""DuckDB: tables of its own in memory, the result a temporary table."""

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from compare.cases import Case, Lambda
from compare.peer import Peer, serve, side


class DuckDb(Peer):
    def __init__(self, case: Case, threads: int) -> None:
        super().__init__(case, threads)
        self.connection = duckdb.connect(config={"threads": threads, "preserve_insertion_order": False})

    def load(self, x: Path, y: Path) -> None:
        for name, file in (("x", x), ("y", y)):
            rows = side(name, file)
            self.connection.register("rows", rows)
            self.connection.execute(f"CREATE TABLE {name} AS FROM rows")
            self.connection.unregister("rows")
        if self.case.by_row is not None:
            self._register(self.case.by_row)

    def _register(self, called: Lambda) -> None:
        columns = [("x", name) for name in called.x_columns] + [("y", f"y_{name}") for name in called.y_columns]
        types: list[Any] = [self.connection.table(table)[name].types[0] for table, name in columns]
        self.connection.create_function("fn", called.of_values(), types, "BOOLEAN")

    def join(self) -> int:
        made = self.connection.execute(f"CREATE OR REPLACE TEMP TABLE result AS {self.case.sql}").fetchone()
        if made is None:
            raise RuntimeError("no count of rows came back")
        return int(made[0])

    def result(self) -> pa.RecordBatchReader:
        return self.connection.sql("FROM result").to_arrow_reader(1 << 16)

    def drop(self) -> None:
        self.connection.execute("DROP TABLE result")


if __name__ == "__main__":
    serve(DuckDb)
