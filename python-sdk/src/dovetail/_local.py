"""The local engine: one for each home folder and version, found by the file it leaves there, or started."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from . import _launch, errors
from ._version import VERSION

START_SECONDS = 600.0
"""The first start from a checkout builds it."""


def home() -> str:
    """The folder that holds the Spaces: `DOVETAIL_HOME`, or `.dovetail` in the working folder."""
    return os.path.abspath(os.environ.get("DOVETAIL_HOME") or ".dovetail")


class Address:
    """Where the engine of a home folder listens."""

    same_files = True

    def __init__(self, home: str) -> None:
        self._home = home
        self._file = os.path.join(home, f"engine-{VERSION}.json")

    def find(self) -> tuple[str, str]:
        """(URL, secret) of an engine that answers; it is started if there is none.

        Raises:
            errors.E420: it cannot be started.
        """
        found = self._answering()
        if found is None:
            os.makedirs(self._home, exist_ok=True)
            with self._locked():
                found = self._answering()  # another process may have started it while this one waited
                if found is None:
                    self._remove()
                    self._start()
                    found = self._answering()
        if found is None:
            raise errors.E420("the local engine says that it is ready, and does not answer", self._file)
        return found

    def lost(self) -> bool:
        """Whether to look again for an engine that did not answer: it ends when it is idle."""
        return True

    def __str__(self) -> str:
        return self._home

    def _answering(self) -> tuple[str, str] | None:
        try:
            status = os.stat(self._file)
            if hasattr(os, "getuid") and status.st_uid != os.getuid():
                raise errors.E420("the local engine belongs to another user", self._file, "Set DOVETAIL_HOME.")
            with open(self._file, encoding="utf-8") as stream:
                record: dict[str, Any] = json.load(stream)
            url, secret = f"http://127.0.0.1:{int(record['port'])}", str(record["secret"])
            if not _is_alive(int(record["pid"])):
                return None
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None
        try:
            answer = httpx.get(
                f"{url}/v1/engine", headers={"Authorization": f"Bearer {secret}"}, timeout=10.0, trust_env=False
            )
        except httpx.HTTPError:
            return None
        return (url, secret) if answer.status_code == 200 else None

    def _remove(self) -> None:
        try:
            os.unlink(self._file)
        except FileNotFoundError:
            pass

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Holds other processes and threads that would start it."""
        with open(os.path.join(self._home, f"engine-{VERSION}.starting"), "a") as stream:
            try:
                import fcntl
            except ImportError:  # Windows: the engine itself sees to it that one of two remains
                yield
                return
            fcntl.flock(stream, fcntl.LOCK_EX)
            yield

    def _start(self) -> None:
        log = os.path.join(self._home, f"engine-{VERSION}.log")
        with open(log, "wb") as errors_to:
            process = subprocess.Popen(
                _launch.command(["serve", "--local"]),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors_to,
                env={**os.environ, "DOVETAIL_HOME": self._home},
                start_new_session=True,  # Ctrl-C in this terminal is for the caller; the engine serves others too
            )
        assert process.stdout is not None
        timer = threading.Timer(START_SECONDS, process.kill)
        timer.start()
        try:
            line = process.stdout.readline()
        finally:
            timer.cancel()
        if line.strip() != b"ready":
            process.wait()
            with open(log, encoding="utf-8", errors="replace") as stream:
                said = stream.read().strip() or line.decode(errors="replace").strip() or "it said nothing"
            raise errors.E420(f"the local engine did not start: {said[-2000:]}", log, "Run 'dovetail serve --local'.")
        process.stdout.close()
        threading.Thread(target=process.wait, daemon=True).start()  # so that no zombie is left when it ends


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
