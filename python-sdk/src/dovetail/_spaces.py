"""Spaces: named, versioned tables that tasks read and write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Union

from . import _host, _values

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


def _version(answer: Mapping[str, Any]) -> SpaceVersion:
    return SpaceVersion(
        name=answer["name"],
        version=answer["version"],
        rows=answer["rows"],
        primary_key=tuple(answer.get("primary_key", ())),
        committed_at=answer.get("committed_at", ""),
        operation=answer.get("operation", ""),
        session=answer.get("session"),
    )


class Space:
    """A Space by name, whether or not it exists yet; of one `version` if that is given.

    Space("news").put("news.csv", primary_key="news_id")
    for row in Space("news").head(5): print(row)
    """

    def __init__(self, name: str, *, version: int | None = None) -> None:
        self.name = name
        self.version = version

    def put(
        self,
        file: File,
        *,
        primary_key: str | Sequence[str] = (),
        mode: str = "replace",
        unique: bool = False,
        format: str | None = None,
        schema: Mapping[str, str] | None = None,
    ) -> SpaceVersion:
        """Loads a file (CSV, JSON lines, Parquet, Arrow), whole or not at all.

        Args:
            file: the path; its ending tells the format if `format` does not.
            primary_key: the key column or columns.
            mode: `"replace"`, `"append"` or `"upsert"`.
            unique: refuse rows that share a primary key.
            schema: column -> type, for columns whose type is not to be inferred.
        """
        keys = [primary_key] if isinstance(primary_key, str) else list(primary_key)
        return _version(
            _host.request(
                "space_put",
                name=self.name,
                file=fspath(file),
                primary_key=keys,
                mode=mode,
                unique=unique,
                format=format,
                schema=dict(schema) if schema is not None else None,
            )
        )

    @property
    def schema(self) -> dict[str, str]:
        """Column -> type, in column order."""
        answer = _host.request("space_show", name=self.name, version=self.version)
        return {column: kind for column, kind in answer["schema"]}

    def show(self) -> SpaceVersion:
        """The version that this Space has now."""
        return _version(_host.request("space_show", name=self.name, version=self.version))

    def head(self, n: int = 10) -> list[dict[str, Any]]:
        """The first `n` rows, in arrival order."""
        return list(self._rows(n))

    def rows(self) -> Iterator[dict[str, Any]]:
        """All rows, in arrival order. They are held in memory: export what does not fit there."""
        return self._rows(None)

    def _rows(self, limit: int | None) -> Iterator[dict[str, Any]]:
        answer = _host.request("space_rows", name=self.name, version=self.version, limit=limit)
        columns = [(name, _values.decoder(kind)) for name, kind in answer["columns"]]
        for row in answer["rows"]:
            yield {name: decode(value) for (name, decode), value in zip(columns, row)}

    def export(self, file: File, *, format: str | None = None) -> int:
        """Writes the rows to a file, and returns how many there were."""
        rows: int = _host.request(
            "space_export", name=self.name, version=self.version, file=fspath(file), format=format
        )["rows"]
        return rows

    def history(self) -> list[SpaceVersion]:
        """The versions, oldest first."""
        return [_version(v) for v in _host.request("space_history", name=self.name)["versions"]]

    def drop(self) -> None:
        """Removes the Space with all its versions."""
        _host.request("space_drop", name=self.name)

    def __repr__(self) -> str:
        return f"Space({self.name!r})" if self.version is None else f"Space({self.name!r}, version={self.version})"
