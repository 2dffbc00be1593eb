"""How a function travels to the engine: by its name where its module can be imported again, else as text. What
cannot be written down stays in this interpreter, which then evaluates it itself."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from . import _gates, _source, errors
from ._functions import PythonFunction

Hold = Callable[[Any], "int | None"]
"""Keeps a function where the engine can have it evaluated; gives its handle, or None where no one would ask."""

PLACES = ("auto", "engine", "client")

CLIENT = 'Use python="client", or "auto", and this interpreter evaluates it.'


@dataclass(frozen=True)
class Captured:
    """A function as it was when its task was made.

    Attributes:
        fn: what the task was given.
        named: its JSON by name, for an engine that shares this machine's files; None if it has no such name.
        text: its JSON as text; None if it cannot be written down.
        because: why it stays, where it has neither form.
        must_ship: whether it may not stay: `python="engine"`, or a gate that travels with the text.
    """

    fn: Any
    named: dict[str, Any] | None
    text: dict[str, Any] | None
    because: str
    must_ship: bool

    def json(self, hold: Hold, *, same_files: bool) -> dict[str, Any]:
        """The JSON for one run.

        Args:
            hold: keeps the function if it stays.
            same_files: whether the engine can read the folders that this interpreter imports from.

        Raises:
            errors.E108: the function can neither leave nor be evaluated here.
        """
        if same_files and self.named is not None:
            return self.named
        if self.text is not None:
            return self.text
        name = _name(self.fn)
        if self.must_ship:
            raise errors.E108(f"function '{name}' cannot be sent to the engine", self.because, CLIENT)
        handle = hold(held_function(self.fn))
        if handle is None:
            raise errors.E108(
                f"function '{name}' cannot leave this Python", self.because, "Run the script with: dovetail run SCRIPT."
            )
        held: dict[str, Any] = {"name": name, "handle": handle, "because": self.because}
        text = _compilable(self.fn)
        if text is not None:
            held["text"] = text
        return {"held": held}


def _name(fn: Any) -> str:
    if isinstance(fn, PythonFunction):
        return fn.name
    return getattr(fn, "__name__", None) or type(fn).__name__


def _compilable(fn: Any) -> dict[str, Any] | None:
    """What a function that stays says, as far as it can be written down: the engine compiles what it can of it, and
    only the rest is evaluated here. None if no text is known to be what runs here."""
    if isinstance(fn, PythonFunction):
        return fn.to_json()
    if isinstance(fn, str):
        if not _is_reference(fn):
            return {"lambda": {"text": fn}}
        fn = held_function(fn)
    if _name(fn) != getattr(getattr(fn, "__code__", None), "co_name", None):
        return None  # renamed, so that its text defines another name
    try:
        return _shipped(fn, None, _source.known_prelude)
    except _source.Stays:
        return None


def capture(fn: Any, python: str = "auto") -> Captured:
    """Reads a function: a callable, `"package.module:name"`, a lambda's text, or a PythonFunction.

    Raises:
        errors.E107: it is no function.
        errors.E108: `python="engine"`, and it cannot be sent; or it declares a gate, and cannot.
    """
    if python not in PLACES:
        raise errors.E101(f"python is {python!r}", "", f"Use one of {', '.join(map(repr, PLACES))}.")
    gate = fn.candidate_gate if isinstance(fn, PythonFunction) else getattr(fn, "__dovetail_gate__", None)
    if python == "client":
        if gate is not None:
            raise errors.E108(
                "a function that declares a gate is evaluated by the engine",
                "",
                'Leave python="client" out, or the gate.',
            )
        _require_function(fn)
        return Captured(fn, None, None, 'python="client"', False)
    if isinstance(fn, PythonFunction):
        return Captured(fn, None, fn.to_json(), "", True)
    if isinstance(fn, str):
        return _from_text(fn)
    _require_function(fn)
    named, because = _named(fn) if isinstance(fn, FunctionType) and gate is None else (None, "")
    text = None
    try:
        text = _shipped(fn, gate)
    except _source.Stays as reason:
        because = because or str(reason)
        if named is None and gate is not None:
            raise errors.E108(
                f"function '{fn.__name__}' declares a gate and cannot leave this script", because
            ) from None
        if named is None and python == "engine":
            name = getattr(fn, "__name__", type(fn).__name__)
            raise errors.E108(f"function '{name}' cannot be sent to the engine", because, CLIENT) from None
    return Captured(fn, named, text, because, python == "engine" or gate is not None)


def _require_function(fn: Any) -> None:
    if not callable(fn) and not isinstance(fn, (str, PythonFunction)):
        raise errors.E107(
            f"fn is a {type(fn).__name__}",
            "",
            "Give a function, 'package.module:name' or PythonFunction(name=..., source=...).",
        )


def _is_reference(text: str) -> bool:
    module, colon, name = text.partition(":")
    return bool(colon) and name.isidentifier() and all(part.isidentifier() for part in module.split("."))


def _from_text(text: str) -> Captured:
    if _is_reference(text):
        because = "it is named by its module, which a server cannot read; give the function itself"
        return Captured(text, {"importable": text, "python_path": import_path()}, None, because, False)
    return Captured(text, None, {"lambda": {"text": text}}, "", True)


def held_function(fn: Any) -> Any:
    """The callable itself, of whatever form a task may be given."""
    if isinstance(fn, PythonFunction):
        namespace: dict[str, Any] = {"__name__": "dovetail_function"}
        exec(compile(fn.source, f"<{fn.name}>", "exec"), namespace)
        return namespace[fn.name]
    if isinstance(fn, str):
        if _is_reference(fn):
            from importlib import import_module

            module, _, name = fn.partition(":")
            return getattr(import_module(module), name)
        return eval(compile(f"({fn}\n)", "<lambda>", "eval"), {"__name__": "dovetail_function"})
    return fn


def import_path() -> list[str]:
    """The folders that the user's own modules are imported from."""
    library = _library_folders()
    return [p or "." for p in sys.path if p == "" or not p.startswith(library)] or ["."]


def _library_folders() -> tuple[str, ...]:
    file = getattr(builtins, "__file__", None) or getattr(sys.modules.get("os"), "__file__", None) or ""
    here = __file__.rpartition("/")[0].rpartition("/")[0]
    return tuple({p for p in (file.rpartition("/")[0], sys.prefix, sys.base_prefix, here) if p})


def _named(fn: FunctionType) -> tuple[dict[str, Any] | None, str]:
    """The function by its name, if its module is one of the user's that the engine can import; else why not."""
    module = sys.modules.get(fn.__module__ or "")
    file = getattr(module, "__file__", None)
    if module is None or file is None or fn.__module__ == "__main__" or "." in fn.__qualname__:
        return None, ""
    if getattr(module, fn.__qualname__, None) is not fn:
        return None, ""
    folder = file.rpartition("/")[0]
    for _ in range(fn.__module__.count(".") + (1 if file.endswith("/__init__.py") else 0)):
        folder = folder.rpartition("/")[0]
    if sys.implementation.name == "cpython":
        # GraalPy has imported the module already; CPython may have packages that the engine's Python has not
        foreign = _source.foreign_import(fn.__module__, folder)
        if foreign:
            return None, foreign
        folder = os.path.abspath(folder)
    return {"importable": f"{fn.__module__}:{fn.__qualname__}", "python_path": [folder or "."]}, ""


def _shipped(fn: Any, gate: Any, prelude_of: Callable[[FunctionType], list[str]] = _source.prelude) -> dict[str, Any]:
    if not isinstance(fn, FunctionType):
        raise _source.Stays(f"it is a {type(fn).__name__}, which has no source text")
    text, file, line, is_lambda = _source.text_of(fn)
    prelude = "\n".join(prelude_of(fn))
    _source.check_defaults(fn, text, is_lambda)
    if is_lambda and gate is None:
        return {"lambda": {"text": text, "prelude": prelude, "file": file, "line": line}}
    name = "fn" if is_lambda else fn.__name__
    function: dict[str, Any] = {
        "name": name,
        "source": f"fn = ({text}\n)\n" if is_lambda else text,
        "prelude": prelude,
        "file": file,
        "line": line,
    }
    if gate is not None:
        function["candidate_gate"] = _gates.gate_json(gate)
    return {"python_function": function}
