"""Functions as values that the engine can read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _gates, errors

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class PythonFunction:
    """A function by its source text, for tasks that no Python file holds.

    Attributes:
        name: the function that decides, as `source` defines it.
        source: a module's text: the function with its helpers and constants.
        candidate_gate: an exact gate that the function declares.
    """

    name: str
    source: str
    candidate_gate: _gates.Gate | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise errors.E107(f"{self.name!r} is not a Python name", "", "Use the name that the source defines.")
        if not isinstance(self.source, str) or not self.source.strip():
            raise errors.E107(f"function {self.name!r} has no source", "", "Give the text of a module.")

    def to_json(self) -> dict[str, Any]:
        inner: dict[str, Any] = {"name": self.name, "source": self.source}
        if self.candidate_gate is not None:
            inner["candidate_gate"] = _gates.gate_json(self.candidate_gate)
        return {"python_function": inner}


def candidate_gate(gate: _gates.Gate) -> Callable[[F], F]:
    """Declares an exact gate on a function:

    @candidate_gate(BandGate(x="t", y="t", width=5))
    def near(x, y):
        return abs(x["t"] - y["t"]) <= 5
    """
    _gates.gate_json(gate)

    def declare(function: F) -> F:
        function.__dovetail_gate__ = gate  # type: ignore[attr-defined]
        return function

    return declare
