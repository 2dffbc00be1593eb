"""How far a run is, for people: a bar in a terminal or a notebook, nothing where stderr is piped."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any


def is_wanted() -> bool:
    """Whether someone looks: stderr is a terminal, or this is a notebook."""
    return _is_notebook() or (sys.stderr is not None and sys.stderr.isatty())


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return type(shell).__name__ == "ZMQInteractiveShell"


class Progress:
    """Shows one run's progress: with tqdm where it is installed, else as a line that is written over."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._stage = ""
        self._width = 0

    def show(self, event: dict[str, Any]) -> None:
        """Takes an event: `task`, `stage`, `done`, and `total`, which is -1 where it is not known."""
        stage = f"{event.get('task', '')}: {event.get('stage', '')}"
        done, total = int(event.get("done", 0)), int(event.get("total", -1))
        try:
            if _is_notebook() and importlib.util.find_spec("ipywidgets"):
                from tqdm.notebook import tqdm
            else:
                from tqdm import tqdm  # what tqdm.auto would choose, without its warning
        except ImportError:
            self._line(stage, done, total)
            return
        if stage != self._stage:
            self.close()
            self._stage = stage
            self._bar = tqdm(desc=stage, total=total if total >= 0 else None, leave=False)
        self._bar.update(done - self._bar.n)

    def _line(self, stage: str, done: int, total: int) -> None:
        text = f"{stage} {done:,}" + (f" of {total:,}" if total >= 0 else "")
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def close(self) -> None:
        """Takes what was shown away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0
