"""Reads a function of the running script back into text, so that it can be compiled or shipped.

What a function needs besides its text - names of the script that it uses - becomes a prelude of
assignments, imports and helper functions. What cannot be written down keeps the function in this
interpreter, which then evaluates it itself.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import _gates, _host, errors
from ._functions import PythonFunction

_TREE_ONLY = 0x400  # compile() returns the syntax tree; needs no import of ast, which takes long


class _Stays(Exception):
    """Why a function cannot leave."""


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
        raise errors.RequestError(
            "E107",
            f"fn is a {type(fn).__name__}",
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
    except _Stays as reason:
        if gate is not None:
            raise errors.RequestError(
                "E108", f"function '{fn.__name__}' declares a gate and cannot leave this script", str(reason), ""
            ) from None
        name = getattr(fn, "__name__", type(fn).__name__)
        handle = _host.hold(fn)
        if handle is None:
            raise errors.RequestError(
                "E108", f"function '{name}' cannot leave this Python", str(reason), "Run the script with: dovetail run SCRIPT."
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
        raise _Stays(f"it is a {type(fn).__name__}, which has no source text")
    text, file, line, is_lambda = _source(fn)
    prelude = "\n".join(_Prelude().statements(fn))
    _check_defaults(fn, text, is_lambda)
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


def _check_defaults(fn: FunctionType, text: str, is_lambda: bool) -> None:
    """Defaults were computed when the function was defined; its text computes them anew."""
    if not fn.__defaults__ and not fn.__kwdefaults__:
        return
    for default in (*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()):
        _literal("a default value", default)
    cells = {n: c.cell_contents for n, c in zip(fn.__code__.co_freevars, fn.__closure__ or ())}
    namespace = {**fn.__globals__, **cells}
    if is_lambda:
        again = eval(f"({text}\n)", namespace)
    else:
        exec(text, namespace)
        again = namespace[fn.__name__]
    if (again.__defaults__, again.__kwdefaults__) != (fn.__defaults__, fn.__kwdefaults__):
        raise _Stays("a name that its default values use has changed since")


def lambda_text(fn: Callable[..., Any]) -> str:
    """The text of a lambda that uses no other names, as gates have it."""
    if not isinstance(fn, FunctionType):
        raise errors.RequestError("E111", "a gate's key is no lambda", "", "Give a lambda, or its text.")
    try:
        text, _, _, is_lambda = _source(fn)
        needs = list(_Prelude().statements(fn))
    except _Stays as reason:
        raise errors.RequestError("E111", "the key of a gate cannot be read", str(reason), "Give its text.") from None
    if not is_lambda or needs:
        raise errors.RequestError(
            "E111", "a gate's key is more than a lambda over its row", needs[0] if needs else fn.__name__, "Give its text."
        )
    return text


# --- source text ---------------------------------------------------------------------------------

_trees: dict[str, tuple[list[str], Any]] = {}


def _parsed(file: str) -> tuple[list[str], Any]:
    """The lines of a file and its syntax tree."""
    found = _trees.get(file)
    if found is None:
        try:
            with open(file, encoding="utf-8-sig") as stream:
                text = stream.read()
            found = text.split("\n"), compile(text, file, "exec", _TREE_ONLY, True)
        except (OSError, ValueError, SyntaxError) as error:
            raise _Stays(f"its source file {file} cannot be read: {error}") from None
        _trees[file] = found
    return found


def _nodes(node: Any) -> Iterator[Any]:
    """All nodes of a syntax tree."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                waiting.extend(item for item in value if hasattr(item, "_fields"))
            elif hasattr(value, "_fields"):
                waiting.append(value)


def _cut(lines: list[str], node: Any) -> str:
    """The text of a node; columns count UTF-8 bytes."""
    first, last = node.lineno - 1, node.end_lineno - 1
    raw = [line.encode() for line in lines[first : last + 1]]
    raw[-1] = raw[-1][: node.end_col_offset]
    raw[0] = raw[0][node.col_offset :]
    return b"\n".join(raw).decode()


def _source(fn: FunctionType) -> tuple[str, str, int, bool]:
    """(text, file, line of its first character, whether it is a lambda)."""
    code = fn.__code__
    lines, tree = _parsed(code.co_filename)
    if code.co_name == "<lambda>":
        return _lambda_source(code, lines, tree)
    for node in _nodes(tree):
        if type(node).__name__ not in ("FunctionDef", "AsyncFunctionDef") or node.name != code.co_name:
            continue
        start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        if code.co_firstlineno not in (start, node.lineno):
            continue
        for decorator in node.decorator_list:
            if not _cut(lines, decorator).partition("(")[0].endswith("candidate_gate"):
                raise _Stays(f"its decorator @{_cut(lines, decorator)} may change what it does")
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        indent = len(text) - len(text.lstrip())
        if indent:
            text = _dedented(text, indent)
        return text + "\n", code.co_filename, node.lineno, False
    raise _Stays(f"its source is not found in {code.co_filename}")


def _dedented(text: str, indent: int) -> str:
    lines = text.split("\n")
    for line in lines:
        if line[:indent].strip():
            raise _Stays("a line of its text is indented less than the first, inside a string")
    return "\n".join(line[indent:] for line in lines)


def _lambda_source(code: CodeType, lines: list[str], tree: Any) -> tuple[str, str, int, bool]:
    found = [n for n in _nodes(tree) if type(n).__name__ == "Lambda" and n.lineno == code.co_firstlineno]
    texts = {_cut(lines, node): node for node in found}
    if len(texts) > 1:
        texts = {text: node for text, node in texts.items() if _same_code(text, code)}
    if len(texts) != 1:
        raise _Stays(f"line {code.co_firstlineno} holds several lambdas that look alike; put each on its own line")
    ((text, node),) = texts.items()
    return text, code.co_filename, node.lineno, True


def _same_code(text: str, code: CodeType) -> bool:
    """Whether a lambda's text, inside a function that has the same variables, compiles to `code`."""
    try:
        outer = compile(f"def _({', '.join(code.co_freevars)}):\n return ({text}\n)", "<lambda>", "exec")
    except SyntaxError:
        return False
    inner = next((c for c in outer.co_consts if isinstance(c, CodeType)), None)
    other = next((c for c in inner.co_consts if isinstance(c, CodeType)), None) if inner else None
    return other is not None and _shape(other) == _shape(code)


def _shape(code: CodeType) -> tuple[Any, ...]:
    consts = tuple(_shape(c) if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts)
    return code.co_varnames, code.co_names, code.co_freevars, code.co_code, consts


# --- the names that a function uses --------------------------------------------------------------


class _Prelude:
    """Writes down what a function finds in its closure and its globals."""

    def __init__(self) -> None:
        self._written: dict[str, Any] = {}
        self._statements: list[str] = []

    def statements(self, fn: FunctionType) -> list[str]:
        """The statements that bind every name that `fn` and its helpers use."""
        self._visit(fn)
        return self._statements

    def _visit(self, fn: FunctionType) -> None:
        for name, value in _used(fn):
            if name in self._written:
                if self._written[name] is not value:
                    raise _Stays(f"'{name}' means two things in the functions that it uses")
                continue
            self._written[name] = value
            if value is fn and name == fn.__name__:
                continue  # it calls itself, and its own text binds the name
            statement = self._statement(name, value)
            self._statements.append(statement)

    def _statement(self, name: str, value: Any) -> str:
        if isinstance(value, ModuleType):
            return _module(name, value)
        library = _library_name(value)
        if library is not None:
            module, attribute = library
            head, _, rest = attribute.partition(".")
            if rest:
                return f"{name} = __import__({module!r}, fromlist=['_']).{attribute}"
            return f"from {module} import {head}" + (f" as {name}" if name != head else "")
        if isinstance(value, FunctionType):
            text, _, _, is_lambda = _source(value)
            self._visit(value)
            _check_defaults(value, text, is_lambda)
            if is_lambda:
                return f"{name} = ({text}\n)"
            return text if name == value.__name__ else f"{text}\n{name} = {value.__name__}"
        return f"{name} = {_literal(name, value)}"


def _used(fn: FunctionType) -> Iterator[tuple[str, Any]]:
    """(name, value) of each name of the script that the function, or a default of it, uses."""
    cells = {}
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or ()):
        try:
            cells[name] = cell.cell_contents
        except ValueError:
            raise _Stays(f"'{name}' has no value yet") from None
    names = {*_global_names(fn.__code__), *_names_in_text(fn)}
    for name in sorted({*cells, *names}):
        if name in cells:
            yield name, cells[name]
        elif name in fn.__globals__:
            yield name, fn.__globals__[name]
        elif not hasattr(builtins, name):
            continue  # an attribute's name, or a NameError that is the function's own


def _global_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _global_names(const)


def _names_in_text(fn: FunctionType) -> Iterator[str]:
    """Names in defaults and annotations, which the text needs and the code does not show."""
    text, _, _, is_lambda = _source(fn)
    tree = compile(f"({text}\n)" if is_lambda else text, "<text>", "exec", _TREE_ONLY, True)
    for node in _nodes(tree):
        if type(node).__name__ == "Name":
            yield node.id


def _module(name: str, module: ModuleType) -> str:
    full = module.__name__
    if full.partition(".")[0] not in sys.stdlib_module_names:
        raise _Stays(f"'{name}' is module {full}, which only this interpreter has")
    public = {"posixpath": "os.path", "ntpath": "os.path", "_pydatetime": "datetime", "_pydecimal": "decimal"}.get(full, full)
    return f"import {public}" if name == public else f"import {public} as {name}"


def _library_name(value: Any) -> tuple[str, str] | None:
    """(module, attribute) under which the standard library has a value; None if it has not."""
    attribute = getattr(value, "__qualname__", None)
    module = getattr(value, "__module__", None)
    if not isinstance(attribute, str) or not isinstance(module, str) or module == "builtins":
        return None
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return None
    for candidate in (module.removeprefix("_py"), module.removeprefix("_"), module):
        found: Any = sys.modules.get(candidate)
        for part in attribute.split("."):
            found = getattr(found, part, None)
        if found is not None and found is value:
            return candidate, attribute
    return None


def _literal(name: str, value: Any) -> str:
    """A constant as an expression."""
    kind = type(value)
    if value is None or value is Ellipsis or kind in (bool, int, str, bytes):
        return repr(value)
    if kind is float:
        return repr(value) if value == value and abs(value) != float("inf") else f"float({str(value)!r})"
    if kind is complex:
        return f"complex({_literal(name, value.real)}, {_literal(name, value.imag)})"
    if kind is tuple:
        inner = ", ".join(_literal(name, item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if kind is list:
        return "[" + ", ".join(_literal(name, item) for item in value) + "]"
    if kind is dict:
        return "{" + ", ".join(f"{_literal(name, k)}: {_literal(name, v)}" for k, v in value.items()) + "}"
    if kind in (set, frozenset):
        # in an order of its own, so that the text does not depend on hashes
        inner = "[" + ", ".join(sorted(_literal(name, item) for item in value)) + "]"
        return f"{kind.__name__}({inner})"
    rare = _rare_literal(name, value)
    if rare is None:
        raise _Stays(
            f"'{name}' is a {kind.__name__}, which cannot be written down;"
            " pass what it needs in function_parameters=, or as a constant"
        )
    return rare


def _rare_literal(name: str, value: Any) -> str | None:
    module = type(value).__module__
    if module.endswith("decimal") and type(value).__name__ == "Decimal":
        return f"__import__('decimal').Decimal({str(value)!r})"
    if module.endswith("datetime"):
        text = repr(value)
        if type(value).__name__ == "timedelta":
            return f"__import__('datetime').timedelta({value.days}, {value.seconds}, {value.microseconds})"
        plain = getattr(value, "tzinfo", None) is None
        if plain and type(value).__name__ in ("date", "time", "datetime"):
            return f"__import__('datetime').{text[text.index(type(value).__name__ + '('):]}"
        if type(value).__name__ == "datetime" and str(value.tzinfo) == "UTC":
            naive = repr(value.replace(tzinfo=None))
            inner = naive[naive.index("datetime(") :][:-1]
            return f"__import__('datetime').{inner}, tzinfo=__import__('datetime').timezone.utc)"
        if type(value).__name__ == "timezone" and str(value) == "UTC":
            return "__import__('datetime').timezone.utc"
    if module == "re" and type(value).__name__ == "Pattern":
        return f"__import__('re').compile({value.pattern!r}, {int(value.flags)})"
    return None
