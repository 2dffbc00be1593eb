"""Candidate gates: exact indexes that a function declares for itself. A pair outside the gate is a
non-match; every run audits a sample of such pairs with the function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import _source, _values, errors

Key = Union[str, Callable[[Any], Any]]
Fields = Union[str, Sequence[str]]


def _names(fields: Fields, what: str) -> tuple[str, ...]:
    names = (fields,) if isinstance(fields, str) else tuple(fields)
    if not names or not all(isinstance(name, str) and name for name in names):
        raise _illegal(f"{what} of the gate names no field", "Give a field name, or several.")
    return names


def _illegal(what: str, remedy: str) -> errors.RequestError:
    return errors.E111(what, "", remedy)


def _key_text(key: Key) -> str:
    if isinstance(key, str):
        return key
    return _source.lambda_text(key)


@dataclass(frozen=True, kw_only=True)
class EqualityGate:
    """Fields that are equal, or a key that is: by Python's `==`.

    Give `x` and `y`, lists of fields of equal length; or `key`, a lambda over a row of either side; or
    `x_key` and `y_key`, one for each side.
    """

    x: Fields | None = None
    y: Fields | None = None
    key: Key | None = None
    x_key: Key | None = None
    y_key: Key | None = None

    def __post_init__(self) -> None:
        forms = [
            self.x is not None or self.y is not None,
            self.key is not None,
            self.x_key is not None or self.y_key is not None,
        ]
        if sum(forms) != 1:
            raise _illegal("an equality gate has either x and y, or key, or x_key and y_key", "Keep one of the three.")
        if forms[2] and (self.x_key is None or self.y_key is None):
            raise _illegal("an equality gate has a key for one side only", "Give both x_key and y_key.")
        if forms[0]:
            if self.x is None or self.y is None:
                raise _illegal("an equality gate has fields for one side only", "Give both x and y.")
            if len(_names(self.x, "x")) != len(_names(self.y, "y")):
                raise _illegal("an equality gate pairs each field of x with one of y", "Give as many on each side.")

    def to_json(self) -> dict[str, Any]:
        if self.x is not None and self.y is not None:
            return {"kind": "equality", "x": list(_names(self.x, "x")), "y": list(_names(self.y, "y"))}
        if self.key is not None:
            return {"kind": "equality", "key": _key_text(self.key)}
        assert self.x_key is not None and self.y_key is not None
        return {"kind": "equality", "x_key": _key_text(self.x_key), "y_key": _key_text(self.y_key)}


@dataclass(frozen=True, kw_only=True)
class RangeOverlapGate:
    """Two ranges, (start field, end field) on each side, that share a value; closed at both ends."""

    x: tuple[str, str]
    y: tuple[str, str]

    def __post_init__(self) -> None:
        for side, fields in (("x", self.x), ("y", self.y)):
            if len(_names(fields, side)) != 2:
                raise _illegal("a range_overlap gate has a start and an end on each side", "Give two fields.")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "range_overlap", "x": list(self.x), "y": list(self.y)}


@dataclass(frozen=True, kw_only=True)
class BandGate:
    """Two fields at most `width` apart; width is a number, or a timedelta between times."""

    x: str
    y: str
    width: Any

    def __post_init__(self) -> None:
        _names(self.x, "x")
        _names(self.y, "y")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "band", "x": self.x, "y": self.y, "width": _values.encode(self.width, "width")}


@dataclass(frozen=True, kw_only=True)
class SharedTokenGate:
    """Two list fields that have an element in common."""

    x: str
    y: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": "shared_token", "x": self.x, "y": self.y}


@dataclass(frozen=True, kw_only=True)
class PrefixGate:
    """Two text fields whose first `length` code points agree."""

    x: str
    y: str
    length: int

    def __post_init__(self) -> None:
        if not isinstance(self.length, int) or isinstance(self.length, bool) or self.length < 1:
            raise _illegal(f"length of a prefix gate is {self.length!r}", "Give a whole number from 1.")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "prefix", "x": self.x, "y": self.y, "length": self.length}


@dataclass(frozen=True, kw_only=True)
class AnyOfGate:
    """Inside at least one of several gates."""

    gates: tuple[Gate, ...]

    def __post_init__(self) -> None:
        if not self.gates:
            raise _illegal("an any_of gate has no gates", "Give at least one.")

    def to_json(self) -> dict[str, Any]:
        return {"kind": "any_of", "gates": [gate.to_json() for gate in self.gates]}


Gate = Union[EqualityGate, RangeOverlapGate, BandGate, SharedTokenGate, PrefixGate, AnyOfGate]
KINDS = (EqualityGate, RangeOverlapGate, BandGate, SharedTokenGate, PrefixGate, AnyOfGate)


def gate_json(gate: Any) -> dict[str, Any]:
    """A gate's JSON; a dict is taken for one."""
    if isinstance(gate, KINDS):
        return gate.to_json()
    if isinstance(gate, dict):
        return gate
    raise _illegal(f"candidate_gate is a {type(gate).__name__}", "Give a gate, such as EqualityGate(x='k', y='k').")
