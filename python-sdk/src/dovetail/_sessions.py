"""Sessions and plans: what ran, what it decided, and what would run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from . import _engine, _html
from ._rows import Fetched

if TYPE_CHECKING:
    from ._engine import Engine


Key = Union[str, int, Sequence[Union[str, int]]]  # noqa: UP007 - evaluated on 3.10


@dataclass(frozen=True, kw_only=True)
class Session:
    """The record of one run of a task.

    Attributes:
        id: its id, as `TaskResult.session` has it.
        task_name: the task's name.
        outcome: `"done"` or `"failed"`.
        error: the code of the error that ended it; None if there was none.
        started_at, ended_at: when, as ISO 8601 text in UTC.
    """

    id: str
    task_name: str = ""
    outcome: str = ""
    error: str | None = None
    started_at: str = ""
    ended_at: str = ""
    _engine: Engine = field(repr=False, compare=False)

    def details(self) -> dict[str, Any]:
        """The whole record: task, function, inputs with their versions, output, plan, metrics."""
        return self._engine.session(self.id)

    def decisions(
        self, *, x: Key | None = None, y: Key | None = None, limit: int | None = None, offset: int = 0
    ) -> Fetched:
        """The match decisions, as rows.

        Args:
            x: only those of the X row of this key: a value, or a sequence of them where the primary key has
                several columns.
            y: only those that matched the Y row of this key.
            limit: at most so many.
            offset: leave out so many first.
        """
        query = {"x": _key(x), "y": _key(y), "limit": limit, "offset": offset}
        return Fetched(lambda: self._engine.decisions(self.id, query), f"decisions of session {self.id}")

    def _repr_html_(self) -> str:
        shown = {name: value for name, value in vars(self).items() if name[:1] != "_"}
        return _html.fields(f"Session {self.id}", shown)


def session_of(answer: Mapping[str, Any], engine: Engine) -> Session:
    # a list has `session`, `task` and the error's code, the record itself `id`, `task_name` and the whole error
    error = answer.get("error")
    return Session(
        id=answer.get("session") or answer["id"],
        task_name=answer.get("task_name") or answer.get("task") or "",
        outcome=answer.get("outcome") or "",
        error=error.get("code") if isinstance(error, dict) else error,
        started_at=answer.get("started_at") or "",
        ended_at=answer.get("ended_at") or "",
        _engine=engine,
    )


def sessions(
    limit: int = 20, *, task: str | None = None, outcome: str | None = None, before: str | None = None
) -> list[Session]:
    """The sessions of the default engine, latest first.

    Args:
        limit: at most so many, up to 1000.
        task: only those of the task of this name.
        outcome: only those that are `"done"`, or `"failed"`.
        before: only those behind the session of this id: the last one of the page before.

    Raises:
        errors.E405: there is no session of the id `before`.
    """
    return sessions_of(_engine.default(), limit=limit, task=task, outcome=outcome, before=before)


def sessions_of(engine: Engine, **query: Any) -> list[Session]:
    return [session_of(answer, engine) for answer in engine.sessions(query)]


def _key(key: Key | None) -> list[str] | None:
    if key is None:
        return None
    return [str(part) for part in ([key] if isinstance(key, (str, int)) else key)]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a task would run, and why so.

    Attributes:
        text: what `dovetail explain` prints.
        plan: the same for machines.
    """

    text: str
    plan: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.text("Plan", self.text)
