"""The client for asynchronous programs.

It has no code of its own for what a client does: each method runs that of `Client` in a thread. Evaluating a function
takes a thread anyhow, since user code must not hold up an event loop, and reading Arrow streams blocks; so an
asynchronous core would have little to wait for, and two surfaces to keep alike.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar, cast

import anyio
import anyio.to_thread

from . import _cancel
from ._client import Client, connect
from ._spaces import Space

P = ParamSpec("P")
R = TypeVar("R")


async def _in_thread(work: Callable[[], R]) -> R:
    """Runs blocking work in a thread; cancelling the caller cancels the run that it waits for."""
    cancel = _cancel.Cancel()

    def watched() -> R:
        _cancel.current.set(cancel)
        return work()

    try:
        return await anyio.to_thread.run_sync(watched, abandon_on_cancel=True)
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(cancel.cancel)
        raise


def _threaded(
    method: Callable[Concatenate[Client, P], R],
) -> Callable[Concatenate[AsyncClient, P], Awaitable[R]]:
    @functools.wraps(method)
    async def call(self: AsyncClient, *args: P.args, **kwargs: P.kwargs) -> R:
        return await _in_thread(lambda: method(self._client, *args, **kwargs))

    return cast("Callable[Concatenate[AsyncClient, P], Awaitable[R]]", call)


class AsyncClient:
    """A client whose methods are awaited; they are those of `Client`. Works on asyncio and trio.

    async with dovetail.AsyncClient() as engine:
        result = await engine.run(Join(x=orders, y=customers, primary_key="id", fn=same))
        table = await engine.call(result.to_arrow)

    Args:
        url, token: as for `dovetail.connect`.
    """

    def __init__(self, url: str | None = None, token: str | None = None) -> None:
        self._client = connect(url, token)

    run = _threaded(Client.run)
    run_all = _threaded(Client.run_all)
    explain = _threaded(Client.explain)
    spaces = _threaded(Client.spaces)
    sessions = _threaded(Client.sessions)
    session = _threaded(Client.session)
    close = _threaded(Client.close)

    def space(self, name: str, *, version: int | None = None) -> Space:
        """A Space of this engine; await its methods by `call`: `await engine.call(engine.space("news").head)`."""
        return self._client.space(name, version=version)

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Awaits a method that waits for the engine, such as `result.to_arrow`, in a thread."""
        return await _in_thread(lambda: function(*args, **kwargs))

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()
