"""Ending a run that another thread waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import ContextVar


class Cancel:
    """Cancelled once, by whoever may; what is to happen then is told by the thread that waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._act: Callable[[], None] | None = None

    def on_cancel(self, act: Callable[[], None] | None) -> None:
        """What ends the run; it is called at once where the run has been cancelled already."""
        with self._lock:
            self._act = act
            now = self._cancelled and act is not None
        if now and act is not None:
            act()

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            act = self._act
        if act is not None:
            act()


current: ContextVar[Cancel | None] = ContextVar("dovetail_cancel", default=None)
"""What the caller of the running call may cancel it by."""
