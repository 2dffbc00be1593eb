"""Spaces: named, versioned tables that tasks read and write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Union

from . import _engine, _html
from ._rows import Rows, Source

if TYPE_CHECKING:
    from ._engine import Engine

File = Union[str, "PathLike[str]"]


@dataclass(frozen=True, kw_only=True)
class SpaceVersion:
    """One version of a Space.

    Attributes:
        name: the Space's name.
        version: from 1, one more for each commit that changes the Space.
        rows: how many rows it has.
        primary_key: the declared key columns; empty if none.
        committed_at: when, as ISO 8601 text in UTC.
        operation: what made it: `put`, `append`, `upsert`, `join`, `transform`.
        session: the session that made it; None for a `put`.
    """

    name: str
    version: int
    rows: int
    primary_key: tuple[str, ...] = ()
    committed_at: str = ""
    operation: str = ""
    session: str | None = None

    def _repr_html_(self) -> str:
        return _html.fields(f"Space {self.name}", vars(self))


def version_of(answer: Mapping[str, Any]) -> SpaceVersion:
    return SpaceVersion(
        name=answer["name"],
        version=answer["version"],
        rows=answer["rows"],
        primary_key=tuple(answer.get("primary_key") or ()),
        committed_at=answer.get("committed_at") or "",
        operation=answer.get("operation") or "",
        session=answer.get("session"),
    )


class Space(Rows):
    """A Space by name, whether or not it exists yet; of one `version` if that is given.

    Space("news").put("news.csv", primary_key="news_id")
    for row in Space("news").head(5): print(row)
    """

    def __init__(self, name: str, *, version: int | None = None) -> None:
        self.name = name
        self.version = version
        self._of: Engine | None = None

    @classmethod
    def _at(cls, engine: Engine, name: str, version: int | None) -> Space:
        space = cls(name, version=version)
        space._of = engine
        return space

    @property
    def _engine(self) -> Engine:
        return self._of or _engine.default()

    def put(
        self,
        table: Any,
        *,
        primary_key: str | Sequence[str] = (),
        mode: str = "replace",
        unique: bool = False,
        format: str | None = None,
        schema: Mapping[str, str] | None = None,
    ) -> SpaceVersion:
        """Loads a file or a table, whole or not at all.

        Args:
            table: the path of a file (CSV, JSON lines, Parquet, Arrow), or anything with `__arrow_c_stream__`, such
                as a pandas, Polars or pyarrow table.
            primary_key: the key column or columns.
            mode: `"replace"`, `"append"` or `"upsert"`.
            unique: refuse rows that share a primary key.
            format: the file's format, if its ending does not tell: `"csv"`, `"jsonl"`, `"parquet"`, `"arrow"`,
                `"arrows"`.
            schema: column -> type, for columns whose type is not to be inferred.
        """
        options = {
            "primary_key": [primary_key] if isinstance(primary_key, str) else list(primary_key),
            "mode": mode,
            "unique": unique,
            "format": format,
            "schema": dict(schema) if schema is not None else None,
        }
        return version_of(self._engine.put(self.name, table, options))

    @property
    def schema(self) -> dict[str, str]:
        """Column -> type, in column order."""
        answer = self._engine.space(self.name, self.version)
        return dict(answer["schema"])

    def show(self) -> SpaceVersion:
        """The version that this Space has now."""
        return version_of(self._engine.space(self.name, self.version))

    def head(self, n: int = 10) -> list[dict[str, Any]]:
        """The first `n` rows, in arrival order."""
        return list(self._engine.rows(self.name, self.version, n).dicts())

    def rows(self) -> Iterator[dict[str, Any]]:
        """All rows, in arrival order, as an iterator of dicts."""
        return iter(self)

    def _source(self) -> Source:
        return self._engine.rows(self.name, self.version, None)

    def _some(self, limit: int) -> list[dict[str, Any]]:
        return self.head(limit)

    def export(self, file: File, *, format: str | None = None) -> int:
        """Writes the rows to a file, and returns how many there were."""
        return self._engine.export(self.name, self.version, fspath(file), format)

    def history(self) -> list[SpaceVersion]:
        """The versions, oldest first."""
        return [version_of(v) for v in self._engine.versions(self.name)]

    def drop(self) -> None:
        """Removes the Space with all its versions."""
        self._engine.drop(self.name)

    def __len__(self) -> int:
        return self.show().rows

    def __bool__(self) -> bool:
        return True  # a name, whatever is behind it

    def __repr__(self) -> str:
        return f"Space({self.name!r})" if self.version is None else f"Space({self.name!r}, version={self.version})"

    def _repr_html_(self) -> str:
        now = self.show()
        return self._table_html(f"Space {now.name}, version {now.version}", now.rows)
