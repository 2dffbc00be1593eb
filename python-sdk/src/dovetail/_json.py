"""Tasks from their JSON, as docs/tasks.md has it. Reading is strict: what is not known is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import _capture, _gates, errors
from ._functions import PythonFunction
from ._tasks import Join, Task, Transform

COMMON = {"task", "name", "output_space", "fn", "function_parameters"}
JOIN = COMMON | {
    "input_spaces", "primary_key", "evidence", "max_matches_per_x", "max_matches_per_y", "exact_x", "exact_y",
    "duplicates", "shape", "latest_by",
}  # fmt: skip
TRANSFORM = COMMON | {"input_space", "copy", "rename", "drop"}


def _unreadable(what: str) -> errors.E112:
    return errors.E112(what, "", "docs/tasks.md has the forms.")


def task_of(json: Mapping[str, Any]) -> Task:
    """The task of a JSON object."""
    if not isinstance(json, Mapping):
        raise _unreadable(f"a task is an object, not {type(json).__name__}")
    kind = json.get("task")
    kinds: dict[Any, tuple[set[str], Callable[[dict[str, Any]], Task]]] = {
        "join": (JOIN, _join),
        "transform": (TRANSFORM, _transform),
    }
    if kind not in kinds:
        raise _unreadable(f"there is no task {kind!r}")
    known, make = kinds[kind]
    unknown = sorted(set(json) - known)
    if unknown:
        raise _unreadable(f"a {kind} has no field {unknown[0]!r}")
    arguments = {name: value for name, value in json.items() if name not in ("task", "function_parameters")}
    arguments["output_space"] = _output(json.get("output_space"))
    made = make(arguments)
    made.function_parameters = dict(json.get("function_parameters") or {})  # as they are written
    return made


def _join(arguments: dict[str, Any]) -> Task:
    fn = _function(arguments.pop("fn", None))
    inputs = arguments.pop("input_spaces", None)
    if not isinstance(inputs, list) or not inputs:
        raise _unreadable("a join has input_spaces, a list of inputs")
    x, *y = (_input(item) for item in inputs)
    join = Join(x=x, y=y or None, fn=fn.fn, **arguments)
    join._captured = fn
    return join


def _transform(arguments: dict[str, Any]) -> Task:
    fn = _function(arguments.pop("fn")) if "fn" in arguments else None
    x = _input(arguments.pop("input_space", None))
    transform = Transform(x=x, fn=None if fn is None else fn.fn, **arguments)
    transform._captured = fn
    return transform


def _input(item: Any) -> Any:
    if isinstance(item, str) or (isinstance(item, Mapping) and ("space" in item or "file" in item)):
        return item if isinstance(item, str) else dict(item)
    raise _unreadable(f"{item!r} is no input of a task")


def _output(output: Any) -> str | None:
    if isinstance(output, Mapping) and set(output) == {"result"}:
        return None
    if isinstance(output, str):
        return output
    raise _unreadable(f"{output!r} is no output that this package writes to")


def _function(json: Any) -> _capture.Captured:
    """A function as it travelled: what is written stays written, so that it reads back as the same."""
    if isinstance(json, str):
        return _capture.capture(json)
    if isinstance(json, Mapping):
        if "lambda" in json:
            return _capture.Captured(json["lambda"].get("text", ""), None, dict(json), "", True)
        if "python_function" in json:
            inner = json["python_function"]
            fn = PythonFunction(name=inner["name"], source=inner["source"])
            if "candidate_gate" in inner:
                _gates.gate_json(inner["candidate_gate"])
            return _capture.Captured(fn, None, dict(json), "", True)
        if "importable" in json:
            because = "it is named by its module, which a server cannot read"
            return _capture.Captured(json["importable"], dict(json), None, because, False)
        if "held" in json:
            raise errors.E108("the task's function stayed in the interpreter that made it", "", _capture.CLIENT)
    raise _unreadable(f"{json!r} is no function")
