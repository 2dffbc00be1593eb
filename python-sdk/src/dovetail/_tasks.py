"""Tasks: what to compute, as values; `run()` has the engine compute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from . import _capture, _engine, _host, _values, errors
from ._functions import PythonFunction
from ._rows import Rows, Source

if TYPE_CHECKING:
    from ._client import Client
    from ._engine import Engine
    from ._sessions import Plan

Function = Union[str, PythonFunction, Callable[..., Any]]
Names = Union[str, Sequence[str]]

TravellingTable = Callable[[Any, str], Any]
"""(table, what it is called in messages) -> what stands for it in a task."""


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
            raise errors.E106(
                f"function parameter {name!r} cannot be read",
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
                raise errors.E106(
                    f"{what} is {declared['value']!r}, which is none of its candidates",
                    "",
                    f"Choose one of {', '.join(map(repr, candidates))}.",
                )
            inner["candidates"] = [_values.encode(item, what) for item in candidates]
        found[name] = inner
    return found


@dataclass(frozen=True, kw_only=True)
class TaskResult(Rows):
    """What a task did, and its rows.

    Attributes:
        task: the task's name.
        output_space: the Space that it wrote; None if its rows came back as this result, which the engine keeps for
            an hour.
        rows: how many rows that has.
        session: the id of the session, for `dovetail sessions show`.
        metrics: counters of the run, by name.
        evaluated_by: who evaluated the function: `"compiled"`, `"engine"` or `"client"`.
    """

    task: str
    output_space: str | None
    rows: int
    session: str
    metrics: Mapping[str, Any] = field(default_factory=dict, repr=False)
    evaluated_by: str = ""
    _fetch: Callable[[], Source] | None = field(default=None, repr=False, compare=False)

    def _source(self) -> Source:
        assert self._fetch is not None
        return self._fetch()

    def __len__(self) -> int:
        return self.rows

    def __bool__(self) -> bool:
        return True  # a result without rows is one, too

    def __repr__(self) -> str:
        noun = "row" if self.rows == 1 else "rows"
        place = "" if self.output_space is None else f" in {self.output_space!r}"
        return f"<{self.task}: {self.rows} {noun}{place}, session {self.session}>"

    def _repr_html_(self) -> str:
        return self._table_html(f"{self.task}: {self.output_space or 'result'}", self.rows)


class Task:
    """What is to be done, as a value: a `Join` or a `Transform`."""

    name: str
    output_space: str | None
    function_parameters: dict[str, Any]

    def message(self, table: TravellingTable, hold: _capture.Hold, *, same_files: bool) -> dict[str, Any]:
        """The task as the JSON object that an engine reads.

        Args:
            table: gives what stands for an input that is a table.
            hold: keeps a function that stays, as `_capture.Hold` says.
            same_files: whether the engine reads the files of this machine.
        """
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The task as a JSON object, as docs/tasks.md has it; `from_json` reads it back.

        Raises:
            errors.E101: an input is a table, which is no text.
            errors.E108: the function cannot leave this interpreter.
        """
        return self.message(_no_table, _host.hold, same_files=True)

    @staticmethod
    def from_json(task: Mapping[str, Any]) -> Task:
        """The task of a JSON object, such as `to_json` gives and sessions keep.

        Raises:
            errors.E112: it is no task, or has a field that tasks have not.
        """
        from ._json import task_of

        return task_of(task)

    def run(self, engine: Client | None = None, **settings: Any) -> TaskResult:
        """Runs the task to its end, and returns what it did.

        Args:
            engine: where; None is the script's own engine, else the local one.
            settings: `memory_bytes`, `threads`, `timeout_seconds`, `max_output_rows`, `max_pairs`,
                `max_spill_bytes`, `strategy`.

        Raises:
            errors.DovetailError: it failed; nothing was published.
        """
        return run_all([self], engine, **settings)[0]

    def explain(self, engine: Client | None = None, **settings: Any) -> Plan:
        """How the task would run, and why so; nothing is run. Arguments are those of `run`."""
        return plan_of(_of(engine), self, settings)


def _output(task: Task) -> Any:
    return {"result": task.name} if task.output_space is None else task.output_space


def _no_table(table: Any, label: str) -> Any:
    raise errors.E101(f"input '{label}' is a table, which has no JSON", "", "Put its rows into a Space, and name that.")


def _of(engine: Client | None) -> Engine:
    return _engine.default() if engine is None else engine._engine


def plan_of(engine: Engine, task: Task, settings: Mapping[str, Any]) -> Plan:
    from ._sessions import Plan

    answer = engine.plan(task, settings)
    return Plan(text=answer["text"], plan=answer["plan"])


SHAPES = ("matches", "inner", "left", "right", "full", "first", "as-of", "semi", "anti", "degrees")


class Join(Task):
    """Joins the first input (X) with each of the others (Y) by a predicate; a Space named alone joins with itself.

    The output has one row for each X row: its fields, and `matches`, the list of the complete Y rows
    that matched.

    Join(x=orders, y=customers, primary_key="customer_id", fn=lambda o, c: o["customer_id"] == c["customer_id"])

    Args:
        name: a stable name, used in sessions and metrics.
        input_spaces: the Spaces to read, X first; or give tables as `x` and `y`.
        x: the driving table: anything with `__arrow_c_stream__` (pandas, Polars, pyarrow, DuckDB), or the name of a
            Space. Alone, it is joined with itself.
        y: the table to match it with; or several, as a list or as a mapping from what each is called.
        output_space: the Space that receives the result; without it the result's rows come back.
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
        python: who evaluates what does not compile: `"engine"` (GraalPy), `"client"` (this interpreter, so that any
            package and closure works), or `"auto"`: the engine if the function can be sent, else the client.

    Raises:
        errors.RequestError: an argument is wrong.
    """

    def __init__(
        self,
        *,
        fn: Function,
        name: str = "join",
        input_spaces: Names | None = None,
        x: Any = None,
        y: Any = None,
        output_space: str | None = None,
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
        python: str = "auto",
    ) -> None:
        self.name = _name(name, "name")
        self.inputs = _inputs(name, input_spaces, x, y)
        self.input_spaces = tuple(label for label, _ in self.inputs)
        self.output_space = None if output_space is None else _name(output_space, "output_space")
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
        self.fn, self.python = fn, python
        self._captured = _capture.capture(fn, python)

    def message(self, table: TravellingTable, hold: _capture.Hold, *, same_files: bool) -> dict[str, Any]:
        fn = self._captured.json(hold, same_files=same_files)
        task: dict[str, Any] = {
            "task": "join",
            "name": self.name,
            "input_spaces": [
                given if isinstance(given, (str, dict)) else table(given, label) for label, given in self.inputs
            ],
            "output_space": _output(self),
            "primary_key": list(self.primary_key),
            "fn": fn,
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
        return f"<Join {self.name}: {' x '.join(self.input_spaces)} -> {self.output_space or 'result'}>"


def _inputs(name: str, input_spaces: Names | None, x: Any, y: Any) -> tuple[tuple[str, Any], ...]:
    """(label, Space name or table) of each input, X first."""
    if (input_spaces is None) == (x is None):
        raise _illegal(f"'{name}' has either input_spaces or x and y", "Give Spaces by name, or tables.")
    if input_spaces is not None:
        if y is not None:
            raise _illegal(f"'{name}' has both input_spaces and y", "Give Spaces by name, or tables.")
        names = _names(input_spaces, "input_spaces")
        if not names:
            raise _illegal(
                f"input_spaces of '{name}' is empty",
                "Name the Space that drives the join, then the Spaces to match it with.",
            )
        return tuple((space, space) for space in names)
    if y is None:
        return (_input("x", x),)
    if isinstance(y, Mapping):
        others = list(y.items())
    elif isinstance(y, (list, tuple)):
        others = [_input(f"y{n}" if len(y) > 1 else "y", table) for n, table in enumerate(y, 1)]
    else:
        others = [_input("y", y)]
    if not others:
        raise _illegal(f"y of '{name}' is empty", "Give a table, several, or leave y out to join x with itself.")
    for label, _ in others:
        _name(label, "the name of a table in y")
    return (_input("x", x), *others)


def _input(label: str, given: Any) -> tuple[str, Any]:
    return (given, given) if isinstance(given, str) else (label, given)


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


class Transform(Task):
    """Makes one Space from another, row by row, in order.

    Args:
        name: a stable name, used in sessions and metrics.
        input_space: the Space to read; or give a table as `x`.
        x: a table: anything with `__arrow_c_stream__`.
        output_space: the Space that receives the result; without it the result's rows come back.
        fn: `fn(row, **function_parameters) -> mapping` of column to value; or one of the next three.
        copy: new column -> column whose values it repeats.
        rename: column -> its new name.
        drop: columns to leave out.
        function_parameters: as for `Join`, with `fn`.
        python: as for `Join`, with `fn`.

    Raises:
        errors.RequestError: an argument is wrong.
    """

    def __init__(
        self,
        *,
        name: str = "transform",
        input_space: str | None = None,
        x: Any = None,
        output_space: str | None = None,
        fn: Function | None = None,
        copy: Mapping[str, str] | None = None,
        rename: Mapping[str, str] | None = None,
        drop: Names | None = None,
        function_parameters: Mapping[str, Any] | None = None,
        python: str = "auto",
    ) -> None:
        self.name = _name(name, "name")
        if (input_space is None) == (x is None):
            raise _illegal(f"'{name}' has either input_space or x", "Give a Space by name, or a table.")
        given = _name(input_space, "input_space") if x is None else x
        self.input_space, self._given = _input("x", given)
        self.output_space = None if output_space is None else _name(output_space, "output_space")
        ways = [w for w, v in (("fn", fn), ("copy", copy), ("rename", rename), ("drop", drop)) if v is not None]
        if len(ways) != 1:
            raise _illegal(
                "a transform has exactly one of fn, copy, rename and drop, and this one has "
                + (" and ".join(ways) or "none"),
                "Chain several transforms to do several things.",
            )
        if function_parameters and fn is None:
            raise _illegal(f"function_parameters go with fn, and this transform has {ways[0]}", "Leave them out.")
        self.function_parameters = _parameters(function_parameters)
        self.fn, self.python = fn, python
        self._captured: _capture.Captured | None = None
        self._change: dict[str, Any]
        if fn is not None:
            self._captured = _capture.capture(fn, python)
            self._change = {}
        elif drop is not None:
            self._change = {"drop": _names(drop, "drop")}
        else:
            pairs = dict(copy if copy is not None else rename or {})
            if not pairs:
                raise _illegal(f"{ways[0]} names no column", "Give pairs of column names.")
            _names(list(pairs), ways[0])
            _names(sorted(set(pairs.values())), ways[0])
            self._change = {ways[0]: pairs}

    def message(self, table: TravellingTable, hold: _capture.Hold, *, same_files: bool) -> dict[str, Any]:
        fn = {} if self._captured is None else {"fn": self._captured.json(hold, same_files=same_files)}
        given = self._given
        return {
            "task": "transform",
            "name": self.name,
            "input_space": given if isinstance(given, (str, dict)) else table(given, self.input_space),
            "output_space": _output(self),
            **fn,
            **({"function_parameters": self.function_parameters} if self.function_parameters else {}),
            **self._change,
        }

    def __repr__(self) -> str:
        return f"<Transform {self.name}: {self.input_space} -> {self.output_space or 'result'}>"


class SemJoin(Task):
    """A join whose condition needs semantic interpretation. Not in this version."""

    def __init__(self, **arguments: Any) -> None:
        raise errors.E101(
            "SemJoin is not in this version of Dovetail",
            str(arguments.get("name", "")),
            "Use Join with a condition in Python; CHANGELOG.md says when SemJoin arrives.",
        )


def run_all(tasks: Iterable[Task], engine: Client | None = None, **settings: Any) -> list[TaskResult]:
    """Runs several tasks, each after those whose outputs it reads, and returns their results in the
    order in which they are given here. Arguments beside the tasks are those of `Task.run`.

    Raises:
        errors.DovetailError: a task failed; later ones were not run.
    """
    return run_on(_of(engine), tasks, settings)


def run_on(engine: Engine, tasks: Iterable[Task], settings: Mapping[str, Any]) -> list[TaskResult]:
    listed = list(tasks)
    results = {result["task"]: result for result in engine.run(listed, settings)}
    return [_result(engine, task, results[task.name]) for task in listed]


def _result(engine: Engine, task: Task, found: Mapping[str, Any]) -> TaskResult:
    space, session = task.output_space, found.get("session") or ""

    def of_space() -> Source:
        # the version that this run made, though others may have been made since
        assert space is not None
        made = [v["version"] for v in engine.versions(space) if session and v.get("session") == session]
        return engine.rows(space, made[-1] if made else None, None)

    return TaskResult(
        task=found["task"],
        output_space=space,
        rows=found.get("rows", 0),
        session=session,
        metrics=found.get("metrics") or {},
        evaluated_by=found.get("evaluated_by") or "",
        _fetch=of_space if space is not None else found["source"],
    )
