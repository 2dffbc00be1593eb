"""What a task asks of an engine: the seam between the surface and the two ways to reach one.

A script inside `dovetail run` has an engine that started it (`_host.py`); any other Python talks HTTP to a local
engine or to a server (`_http.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ._rows import Source
    from ._tasks import Task


class Engine(Protocol):
    """An engine. Answers are the JSON objects of docs/http-api.md."""

    def run(self, tasks: Sequence[Task], settings: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Runs tasks; one result each, in the order in which they ran. A result that is rows has them as `source`."""
        ...

    def plan(self, task: Task, settings: Mapping[str, Any]) -> dict[str, Any]:
        """What would be done: `plan` and `text`."""
        ...

    def spaces(self) -> list[dict[str, Any]]: ...

    def space(self, name: str, version: int | None) -> dict[str, Any]: ...

    def versions(self, name: str) -> list[dict[str, Any]]: ...

    def put(self, name: str, table: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """Loads a file or a table; options are those of `Space.put`."""
        ...

    def rows(self, name: str, version: int | None, limit: int | None) -> Source: ...

    def export(self, name: str, version: int | None, file: str, format: str | None) -> int: ...

    def drop(self, name: str) -> None: ...

    def sessions(self, query: Mapping[str, Any]) -> list[dict[str, Any]]: ...

    def session(self, id: str) -> dict[str, Any]: ...

    def decisions(self, id: str, query: Mapping[str, Any]) -> Source: ...

    def close(self) -> None: ...


Fetch = Callable[[], "Source"]


def default() -> Engine:
    """The engine that runs this script, else the local one of the home folder."""
    from . import _host

    if _host.is_here():
        return _host.ScriptEngine()
    from . import _http

    return _http.local()
