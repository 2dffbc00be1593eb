"""Tasks: what to compute, as values; `run()` has the engine compute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _capture, _host, _values, errors
from ._functions import PythonFunction

Function = Union[str, PythonFunction, Callable[..., Any]]
Names = Union[str, Sequence[str]]


def _illegal(what: str, remedy: str) -> errors.RequestError:
    return errors.E101(what, "", remedy)


def _names(names: Names | None, what: str) -> list[str]:
    listed = [] if names is None else [names] if isinstance(names, str) else list(names)
    for name in listed:
        if not isinstance(name, str) or not name:
            raise _illegal(f"{what} holds {name!r}", "Give names as non-empty strings.")
    if len(set(listed)) != len(listed) and what != "input_spaces":
        twice = next(name for name in listed if listed.count(name) > 1)
        raise _illegal(f"{what} names {twice!r} twice", "Name each column once.")
    return listed


def _name(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise _illegal(f"{what} is {value!r}", "Give a non-empty string.")
    return value


def _parameters(parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in (parameters or {}).items():
        declared = value if isinstance(value, Mapping) and "value" in value else {"value": value}
        unknown = set(declared) - {"type", "value", "candidates"}
        if unknown or not isinstance(name, str) or not name.isidentifier():
            raise errors.E106(f"function parameter {name!r} cannot be read",
                "",
                'Give a value, or {"type": ..., "value": ..., "candidates": [...]}.',
            )
        what = f"parameter '{name}'"
        inner: dict[str, Any] = {
            "type": declared.get("type") or _values.column_type(declared["value"]),
            "value": _values.encode(declared["value"], what),
        }
        candidates = declared.get("candidates")
        if candidates is not None:
            if declared["value"] not in candidates:
                raise errors.E106(f"{what} is {declared['value']!r}, which is none of its candidates",
                    "",
                    f"Choose one of {', '.join(map(repr, candidates))}.",
                )
            inner["candidates"] = [_values.encode(item, what) for item in candidates]
        found[name] = inner
    return found


@dataclass(frozen=True, kw_only=True)
class TaskResult:
    """What a task did.

    Attributes:
        task: the task's name.
        output_space: the Space that it wrote.
        rows: how many rows that has.
        session: the id of the session, for `dovetail sessions show`.
        metrics: counters of the run, by name.
    """

    task: str
    output_space: str
    rows: int
    session: str
    metrics: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        noun = "row" if self.rows == 1 else "rows"
        return f"<{self.task}: {self.rows} {noun} in {self.output_space!r}, session {self.session}>"


class _Task:
    name: str

    def to_json(self) -> dict[str, Any]:
        """The task as the JSON object that the engine reads."""
        raise NotImplementedError

    def run(self) -> TaskResult:
        """Runs the task to its end, and returns what it did."""
        return run_all([self])[0]


SHAPES = ("matches", "inner", "left", "right", "full", "first", "as-of", "semi", "anti", "degrees")


class Join(_Task):
    """Joins the first input Space (X) with each of the others (Y) by a predicate; a Space named alone
    joins with itself.

    The output has one row for each X row: its fields, and `matches`, the list of the complete Y rows
    that matched.

    Args:
        name: a stable name, used in sessions and metrics.
        input_spaces: the Spaces to read; X first.
        output_space: the Space that receives the result.
        fn: `fn(x_row, y_row, **function_parameters) -> bool`: a function, `"package.module:name"`, or
            a `PythonFunction`. It must be deterministic.
        primary_key: the field or fields that identify a row, in every input.
        evidence: further fields that `fn` may read, each where it exists.
        function_parameters: name -> value, or name -> {"type", "value", "candidates"}.
        max_matches_per_x: fail if an X key has more matches; None is unlimited.
        max_matches_per_y: the same for a Y key.
        exact_x: every X key has exactly its maximum.
        exact_y: every Y key has exactly its maximum.
        duplicates: `"expand"` keeps every X row, `"collapse"` the first row of each key, `"error"`
            refuses keys that occur twice in X.
        shape: what the output looks like: `"matches"` as above; `"inner"`, `"left"`, `"right"` and
            `"full"` flat rows; `"first"` each X row with its earliest match; `"as-of"` with its
            latest; `"semi"` and `"anti"` X rows with and without a match; `"degrees"` their number.
        latest_by: with `"as-of"` the field of Y by which a match is latest; part of the primary key
            or the evidence.

    Raises:
        errors.RequestError: an argument is wrong.
    """

    def __init__(
        self,
        *,
        name: str,
        input_spaces: Names,
        output_space: str,
        fn: Function,
        primary_key: Names = "id",
        evidence: Names | None = None,
        function_parameters: Mapping[str, Any] | None = None,
        max_matches_per_x: int | None = None,
        max_matches_per_y: int | None = None,
        exact_x: bool = False,
        exact_y: bool = False,
        duplicates: str = "expand",
        shape: str = "matches",
        latest_by: str | None = None,
    ) -> None:
        self.name = _name(name, "name")
        self.input_spaces = tuple(_names(input_spaces, "input_spaces"))
        if not self.input_spaces:
            raise _illegal(
                f"input_spaces of '{name}' is empty",
                "Name the Space that drives the join, then the Spaces to match it with.",
            )
        self.output_space = _name(output_space, "output_space")
        self.primary_key = tuple(_names(primary_key, "primary_key"))
        if not self.primary_key:
            raise _illegal(f"primary_key of '{name}' is empty", "Name the column or columns that identify a row.")
        self.evidence = tuple(_names(evidence, "evidence"))
        self.function_parameters = _parameters(function_parameters)
        self.max_matches_per_x = _maximum("x", max_matches_per_x, exact_x)
        self.max_matches_per_y = _maximum("y", max_matches_per_y, exact_y)
        self.exact_x, self.exact_y = exact_x, exact_y
        if duplicates not in ("expand", "collapse", "error"):
            raise _illegal(f"there is no rule for duplicates '{duplicates}'", "Use 'expand', 'collapse' or 'error'.")
        self.duplicates = duplicates
        if shape not in SHAPES:
            raise _illegal(f"there is no shape '{shape}'", f"Use one of {', '.join(SHAPES)}.")
        if (latest_by is not None) != (shape == "as-of"):
            raise _illegal("latest_by and shape 'as-of' go together", "Give both, or neither.")
        self.shape, self.latest_by = shape, latest_by
        self.fn = fn
        self._fn_json = _capture.function_json(fn)

    def to_json(self) -> dict[str, Any]:
        task: dict[str, Any] = {
            "task": "join",
            "name": self.name,
            "input_spaces": list(self.input_spaces),
            "output_space": self.output_space,
            "primary_key": list(self.primary_key),
            "fn": self._fn_json,
        }
        if self.evidence:
            task["evidence"] = list(self.evidence)
        if self.function_parameters:
            task["function_parameters"] = self.function_parameters
        for side in "xy":
            most = getattr(self, f"max_matches_per_{side}")
            if most is not None:
                task[f"max_matches_per_{side}"] = most
            if getattr(self, f"exact_{side}"):
                task[f"exact_{side}"] = True
        if self.duplicates != "expand":
            task["duplicates"] = self.duplicates
        if self.shape != "matches":
            task["shape"] = self.shape
        if self.latest_by is not None:
            task["latest_by"] = self.latest_by
        return task

    def __repr__(self) -> str:
        return f"<Join {self.name}: {' x '.join(self.input_spaces)} -> {self.output_space}>"


def _maximum(side: str, most: int | None, exact: bool) -> int | None:
    if most is None:
        if exact:
            raise _illegal(
                f"exact_{side} needs a number of matches to be exact about", f"Set max_matches_per_{side} as well."
            )
        return None
    if isinstance(most, bool) or not isinstance(most, int):
        raise _illegal(f"max_matches_per_{side} is {most!r}, not a whole number", "Give a number from 0, or None.")
    if most < 0:
        raise _illegal(
            f"max_matches_per_{side} is {most}, below zero",
            "Use 0 to allow no match at all, or leave it out to allow any number.",
        )
    return most


class Transform(_Task):
    """Makes one Space from another, row by row, in order.

    Args:
        name: a stable name, used in sessions and metrics.
        input_space: the Space to read.
        output_space: the Space that receives the result.
        fn: `fn(row, **function_parameters) -> mapping` of column to value; or one of the next three.
        copy: new column -> column whose values it repeats.
        rename: column -> its new name.
        drop: columns to leave out.
        function_parameters: as for `Join`, with `fn`.

    Raises:
        errors.RequestError: an argument is wrong.
    """

    def __init__(
        self,
        *,
        name: str,
        input_space: str,
        output_space: str,
        fn: Function | None = None,
        copy: Mapping[str, str] | None = None,
        rename: Mapping[str, str] | None = None,
        drop: Names | None = None,
        function_parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = _name(name, "name")
        self.input_space = _name(input_space, "input_space")
        self.output_space = _name(output_space, "output_space")
        given = [w for w, v in (("fn", fn), ("copy", copy), ("rename", rename), ("drop", drop)) if v is not None]
        if len(given) != 1:
            raise _illegal(
                "a transform has exactly one of fn, copy, rename and drop, and this one has "
                + (" and ".join(given) or "none"),
                "Chain several transforms to do several things.",
            )
        if function_parameters and fn is None:
            raise _illegal(f"function_parameters go with fn, and this transform has {given[0]}", "Leave them out.")
        self.function_parameters = _parameters(function_parameters)
        self._change: dict[str, Any]
        if fn is not None:
            self._change = {"fn": _capture.function_json(fn)}
            if self.function_parameters:
                self._change["function_parameters"] = self.function_parameters
        elif drop is not None:
            self._change = {"drop": _names(drop, "drop")}
        else:
            pairs = dict(copy if copy is not None else rename or {})
            if not pairs:
                raise _illegal(f"{given[0]} names no column", "Give pairs of column names.")
            _names(list(pairs), given[0])
            _names(sorted(set(pairs.values())), given[0])
            self._change = {given[0]: pairs}

    def to_json(self) -> dict[str, Any]:
        return {
            "task": "transform",
            "name": self.name,
            "input_space": self.input_space,
            "output_space": self.output_space,
            **self._change,
        }

    def __repr__(self) -> str:
        return f"<Transform {self.name}: {self.input_space} -> {self.output_space}>"


class SemJoin(_Task):
    """A join whose condition needs semantic interpretation. Not in this version."""

    def __init__(self, **arguments: Any) -> None:
        raise errors.E101("SemJoin is not in this version of Dovetail",
            str(arguments.get("name", "")),
            "Use Join with a condition in Python; CHANGELOG.md says when SemJoin arrives.",
        )


def run_all(tasks: Iterable[_Task]) -> list[TaskResult]:
    """Runs several tasks, each after those whose outputs it reads, and returns their results in the
    order in which they are given here.

    Raises:
        errors.DovetailError: a task failed; later ones were not run.
    """
    listed = list(tasks)
    answer = _host.request("run", tasks=[task.to_json() for task in listed])
    results = {result["task"]: result for result in answer["results"]}
    return list(_in_order(listed, results))


def _in_order(tasks: list[_Task], results: Mapping[str, Any]) -> Iterator[TaskResult]:
    for task in tasks:
        found = results[task.name]
        yield TaskResult(
            task=found["task"],
            output_space=found.get("output_space", ""),
            rows=found.get("rows", 0),
            session=found.get("session", ""),
            metrics=found.get("metrics", {}),
        )
