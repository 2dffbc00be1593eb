"""Rows that the engine has: fetched when they are asked for, in batches, once for each pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from . import _html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

SHOWN = 10
"""How many rows a notebook shows."""


class Source(Protocol):
    """Where rows come from; each call is a pass of its own over all of them."""

    def dicts(self) -> Iterator[dict[str, Any]]: ...

    def reader(self) -> Any:
        """A `pyarrow.RecordBatchReader`."""


class Rows:
    """A table of the engine's. It holds no rows: each of these methods reads them anew."""

    def _source(self) -> Source:
        raise NotImplementedError

    def _some(self, limit: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for row in self:
            if len(found) == limit:
                break
            found.append(row)
        return found

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts, in order; batches are fetched as they are reached."""
        return self._source().dicts()

    def to_batches(self) -> pyarrow.RecordBatchReader:
        """The rows as a reader of record batches, for one pass; it fetches as it is read."""
        reader: pyarrow.RecordBatchReader = self._source().reader()
        return reader

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a `pyarrow.Table`, in memory."""
        return self.to_batches().read_all()

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a `pandas.DataFrame`; needs pandas."""
        frame: pandas.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The rows as a `polars.DataFrame`; needs Polars."""
        import polars

        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The rows for any library that reads Arrow streams."""
        stream: Any = self.to_batches()
        return stream.__arrow_c_stream__(requested_schema)

    def _table_html(self, caption: str, total: int | None = None) -> str:
        rows = self._some(SHOWN + 1)
        more = total is None and len(rows) > SHOWN
        return _html.table(caption, rows[:SHOWN], total, more=more)


class Fetched(Rows):
    """Rows behind a call that asks the engine for them."""

    def __init__(self, fetch: Any, title: str) -> None:
        self._fetch, self._title = fetch, title

    def _source(self) -> Source:
        source: Source = self._fetch()
        return source

    def __repr__(self) -> str:
        return f"<rows of {self._title}>"

    def _repr_html_(self) -> str:
        return self._table_html(self._title)
