"""The line to the engine that runs this script.

A request is a JSON object with `op`, an answer a JSON object with `error` where it failed:

| op | with | answer |
|---|---|---|
| `run` | `tasks`: list of tasks | `results`: list of `task`, `output_space`, `rows`, `session`, `metrics` |
| `space_put` | `name`, `file`, `primary_key`, `mode`, `unique`, `format`, `schema` | a version |
| `space_show` | `name`, `version` | a version with `schema`: list of [column, type] |
| `space_rows` | `name`, `version`, `limit` | `columns`: list of [column, type], `rows`: lists of values |
| `space_export` | `name`, `version`, `file`, `format` | `rows` |
| `space_history` | `name` | `versions`: list of versions |
| `space_drop` | `name` | |
| `space_list` | | `spaces`: list of versions |

A version is `name`, `version`, `rows`, `bytes`, `primary_key`, `committed_at`, `operation`, `session`.
What is None is left out of a request.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import fspath
from typing import TYPE_CHECKING, Any, NoReturn

from . import _values, errors

if TYPE_CHECKING:
    from ._tasks import Task


def is_here() -> bool:
    """Whether this Python runs a script for an engine."""
    return "_dovetail_host" in sys.modules


def request(op: str, **fields: Any) -> dict[str, Any]:
    """Sends a request and returns its answer; an error answer is raised."""
    message = {"op": op, **{name: value for name, value in fields.items() if value is not None}}
    answer: dict[str, Any] = json.loads(sys.modules["_dovetail_host"].request(json.dumps(message)))
    problem = answer.get("error")
    if problem is not None:
        raise errors.told(problem)
    return answer


def hold(function: Callable[..., Any]) -> int | None:
    """Keeps a function where the engine can have it evaluated; None where there is no engine."""
    if not is_here():
        return None
    handle: int = sys.modules["_dovetail_host"].hold(function)
    return handle


def _elsewhere(what: str, remedy: str) -> NoReturn:
    raise errors.E101(f"{what} a script inside 'dovetail run'", "", remedy)


def no_table(table: Any, label: str) -> NoReturn:
    _elsewhere(f"input '{label}' is a table, which is not read in", "Put the rows into a Space, or run python SCRIPT.")


class ScriptEngine:
    """The engine that runs this script."""

    def run(self, tasks: Sequence[Task], settings: Mapping[str, Any]) -> list[dict[str, Any]]:
        if settings:
            _elsewhere("settings are given to the command, not to", "Use the options of dovetail run.")
        for task in tasks:
            if task.output_space is None:
                _elsewhere(f"task '{task.name}' has no output_space, which it needs in", "Name the Space for its rows.")
        messages = [task.message(no_table, hold, same_files=True) for task in tasks]
        results: list[dict[str, Any]] = request("run", tasks=messages)["results"]
        return results

    def plan(self, task: Task, settings: Mapping[str, Any]) -> dict[str, Any]:
        _elsewhere("plans are not shown to", "Use dovetail explain, or run python SCRIPT.")

    def spaces(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = request("space_list")["spaces"]
        return found

    def space(self, name: str, version: int | None) -> dict[str, Any]:
        return request("space_show", name=name, version=version)

    def versions(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = request("space_history", name=name)["versions"]
        return found

    def put(self, name: str, table: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        try:
            file = fspath(table)
        except TypeError:
            no_table(table, name)
        return request("space_put", name=name, file=file, **options)

    def rows(self, name: str, version: int | None, limit: int | None) -> ScriptRows:
        return ScriptRows(request("space_rows", name=name, version=version, limit=limit))

    def export(self, name: str, version: int | None, file: str, format: str | None) -> int:
        rows: int = request("space_export", name=name, version=version, file=file, format=format)["rows"]
        return rows

    def drop(self, name: str) -> None:
        request("space_drop", name=name)

    def sessions(self, query: Mapping[str, Any]) -> list[dict[str, Any]]:
        _elsewhere("sessions are not shown to", "Use dovetail sessions list, or run python SCRIPT.")

    def session(self, id: str) -> dict[str, Any]:
        _elsewhere("sessions are not shown to", "Use dovetail sessions show, or run python SCRIPT.")

    def decisions(self, id: str, query: Mapping[str, Any]) -> ScriptRows:
        _elsewhere("decisions are not shown to", "Use dovetail sessions decisions, or run python SCRIPT.")

    def close(self) -> None:
        """The engine ends with the script."""


class ScriptRows:
    """Rows that came as JSON."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self._answer = answer

    def dicts(self) -> Iterator[dict[str, Any]]:
        columns = [(name, _values.decoder(kind)) for name, kind in self._answer["columns"]]
        for row in self._answer["rows"]:
            yield {name: decode(value) for (name, decode), value in zip(columns, row)}

    def reader(self) -> Any:
        _elsewhere("Arrow tables are not made in", "Iterate over the rows, or run python SCRIPT.")
