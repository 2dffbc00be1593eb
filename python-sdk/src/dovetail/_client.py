"""A connection to an engine, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Any

from . import _engine, _sessions, _tasks
from ._sessions import Plan, Session
from ._spaces import Space, SpaceVersion, version_of
from ._tasks import Task, TaskResult


class Client:
    """An engine to run tasks on; `dovetail.connect()` makes one. Safe to share between threads.

    with dovetail.connect("https://dovetail.example.org", token=token) as engine:
        Join(x=orders, y=customers, primary_key="id", fn=same).run(engine)
        print(engine.space("news").head())
    """

    def __init__(self, engine: _engine.Engine) -> None:
        self._engine = engine

    def run(self, task: Task, /, **settings: Any) -> TaskResult:
        """Runs a task, as `task.run(client)` does."""
        return _tasks.run_on(self._engine, [task], settings)[0]

    def run_all(self, tasks: Iterable[Task], /, **settings: Any) -> list[TaskResult]:
        """Runs several tasks, each after those whose outputs it reads; results come in the order given here."""
        return _tasks.run_on(self._engine, tasks, settings)

    def explain(self, task: Task, /, **settings: Any) -> Plan:
        """How a task would run, and why so."""
        return _tasks.plan_of(self._engine, task, settings)

    def space(self, name: str, *, version: int | None = None) -> Space:
        """A Space of this engine, whether or not it exists yet."""
        return Space._at(self._engine, name, version)

    def spaces(self) -> list[SpaceVersion]:
        """The last version of each Space."""
        return [version_of(answer) for answer in self._engine.spaces()]

    def sessions(
        self, limit: int = 20, *, task: str | None = None, outcome: str | None = None, before: str | None = None
    ) -> list[Session]:
        """The sessions, latest first; arguments are those of `dovetail.sessions`."""
        return _sessions.sessions_of(self._engine, limit=limit, task=task, outcome=outcome, before=before)

    def session(self, id: str) -> Session:
        """One session by its id.

        Raises:
            errors.E405: there is none.
        """
        return _sessions.session_of(self._engine.session(id), self._engine)

    def close(self) -> None:
        """Closes the connections. A local engine ends by itself when it is idle."""
        self._engine.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client of {self._engine}>"


def connect(url: str | None = None, token: str | None = None) -> Client:
    """A client of a server, or of the default engine.

    Args:
        url: the server, such as `"https://dovetail.example.org"`; None is the engine that runs this script, else the
            local one, which is found or started.
        token: what the server knows the caller by.

    Raises:
        errors.E420: the engine cannot be reached, or not be started.
    """
    if url is None:
        return Client(_engine.default())
    from . import _http

    return Client(_http.server(url, token))
