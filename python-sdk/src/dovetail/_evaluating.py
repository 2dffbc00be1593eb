"""Evaluates this interpreter's functions for one run: in a thread of its own, so that the caller's can be interrupted,
and so that a function which does not end can be ended."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _frames, errors
from ._guest import Guest, progress

if TYPE_CHECKING:
    from ._http import HttpEngine

REPORT_SECONDS = 0.2
"""Pairs that are being judged for so long are told to the engine, which may have a deadline."""

STOP_SECONDS = 5.0


class Evaluating:
    """One run's evaluator.

    Args:
        engine: to which the answers go.
        run: the id of the run.
        held: handle -> function.
    """

    def __init__(self, engine: HttpEngine, run: str, held: Mapping[int, Any]) -> None:
        self._engine, self._run = engine, run
        self._guest = Guest(held, self._reply)
        self._ended = threading.Event()
        self._sending = threading.Lock()
        self._thread = threading.Thread(target=self._evaluate, name="dovetail-evaluator", daemon=True)
        self._reporter = threading.Thread(target=self._report, name="dovetail-progress", daemon=True)
        self.fault: BaseException | None = None

    def start(self) -> None:
        self._thread.start()
        self._reporter.start()

    def stop(self) -> None:
        """Called when the run has ended; ends a function that is still at work."""
        self._ended.set()
        kind = self._guest.stopped()
        waited = 0.0
        self._thread.join(0.2)
        while self._thread.is_alive() and waited < STOP_SECONDS:
            if self._guest.stretch is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(kind)
                )
            self._thread.join(0.1)
            waited += 0.1
        self._guest.close()

    def _reply(self, frames: bytes) -> None:
        with self._sending:
            self._engine.reply(self._run, frames)

    def _evaluate(self) -> None:
        try:
            with self._engine.commands(self._run) as pieces:
                for kind, payload in _frames.frames(pieces):
                    if kind == _frames.SIGN_OF_LIFE:
                        continue
                    answer = self._guest.answer(kind, payload)
                    if self._ended.is_set():
                        return
                    self._reply(answer)
        except BaseException as error:
            if not self._ended.is_set() and not self._is_over(error):
                self.fault = error
                self._engine.end(self._run)
        finally:
            self._ended.set()

    def _is_over(self, error: BaseException) -> bool:
        """Whether the engine has ended the run, so that its end says more than this error does."""
        return isinstance(error, (errors.DovetailError, self._guest.stopped()))

    def _report(self) -> None:
        told = None
        while not self._ended.wait(REPORT_SECONDS):
            with self._sending:
                stretch = self._guest.stretch
                if stretch is not None and stretch != told:
                    told = stretch
                    try:
                        self._engine.reply(self._run, progress(*stretch))
                    except errors.DovetailError:
                        return  # the run is over
