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
from collections.abc import Callable
from typing import Any

from . import errors


def _host() -> Any:
    try:
        import _dovetail_host  # type: ignore[import-not-found]
    except ImportError:
        raise errors.E108("this Python has no engine to run tasks", "", "Run the script with: dovetail run SCRIPT."
        ) from None
    return _dovetail_host


def request(op: str, **fields: Any) -> dict[str, Any]:
    """Sends a request and returns its answer; an error answer is raised."""
    message = {"op": op, **{name: value for name, value in fields.items() if value is not None}}
    answer: dict[str, Any] = json.loads(_host().request(json.dumps(message)))
    problem = answer.get("error")
    if problem is not None:
        kind = errors.BY_BLAME.get(problem.get("blame", ""), errors.DovetailError)
        raise kind(
            problem["code"],
            problem["what"],
            problem.get("where", ""),
            problem.get("remedy", ""),
            problem.get("traceback", ""),
        )
    return answer


def hold(function: Callable[..., Any]) -> int | None:
    """Keeps a function where the engine can have it evaluated; None where there is no engine."""
    try:
        host = _host()
    except errors.RequestError:
        return None
    handle: int = host.hold(function)
    return handle
