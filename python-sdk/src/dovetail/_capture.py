"""How a function travels to the engine: by its name where its module can be imported again, else as text. What
cannot be written down keeps the function in this interpreter, which then evaluates it itself."""

from __future__ import annotations

import builtins
import sys
from types import FunctionType
from typing import Any

from . import _gates, _host, _source, errors
from ._functions import PythonFunction


def function_json(fn: Any) -> dict[str, Any]:
    """The JSON of a function: a callable, `"package.module:name"`, a lambda's text, or a
    PythonFunction."""
    if isinstance(fn, PythonFunction):
        return fn.to_json()
    if isinstance(fn, str):
        module, colon, name = fn.partition(":")
        if colon and name.isidentifier() and all(part.isidentifier() for part in module.split(".")):
            return {"importable": fn, "python_path": import_path()}
        return {"lambda": {"text": fn}}
    if not callable(fn):
        raise errors.E107(f"fn is a {type(fn).__name__}",
            "",
            "Give a function, 'package.module:name' or PythonFunction(name=..., source=...).",
        )
    gate = getattr(fn, "__dovetail_gate__", None)
    if isinstance(fn, FunctionType) and gate is None:
        importable = _importable(fn)
        if importable is not None:
            return importable
    try:
        return _shipped(fn, gate)
    except _source.Stays as reason:
        if gate is not None:
            raise errors.E108(f"function '{fn.__name__}' declares a gate and cannot leave this script", str(reason), ""
            ) from None
        name = getattr(fn, "__name__", type(fn).__name__)
        handle = _host.hold(fn)
        if handle is None:
            raise errors.E108(f"function '{name}' cannot leave this Python",
                str(reason),
                "Run the script with: dovetail run SCRIPT.",
            ) from None
        return {"held": {"name": name, "handle": handle, "because": str(reason)}}


def import_path() -> list[str]:
    """The folders that the user's own modules are imported from."""
    library = _library_folders()
    return [p or "." for p in sys.path if p == "" or not p.startswith(library)] or ["."]


def _library_folders() -> tuple[str, ...]:
    file = getattr(builtins, "__file__", None) or getattr(sys.modules.get("os"), "__file__", None) or ""
    here = __file__.rpartition("/")[0].rpartition("/")[0]
    return tuple({p for p in (file.rpartition("/")[0], sys.prefix, sys.base_prefix, here) if p})


def _importable(fn: FunctionType) -> dict[str, Any] | None:
    """The function by its name, if its module is one of the user's that can be imported again."""
    module = sys.modules.get(fn.__module__ or "")
    file = getattr(module, "__file__", None)
    if module is None or file is None or fn.__module__ == "__main__" or "." in fn.__qualname__:
        return None
    if getattr(module, fn.__qualname__, None) is not fn:
        return None
    folder = file.rpartition("/")[0]
    for _ in range(fn.__module__.count(".") + (1 if file.endswith("/__init__.py") else 0)):
        folder = folder.rpartition("/")[0]
    return {"importable": f"{fn.__module__}:{fn.__qualname__}", "python_path": [folder or "."]}


def _shipped(fn: Any, gate: Any) -> dict[str, Any]:
    if not isinstance(fn, FunctionType):
        raise _source.Stays(f"it is a {type(fn).__name__}, which has no source text")
    text, file, line, is_lambda = _source.text_of(fn)
    prelude = "\n".join(_source.prelude(fn))
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
