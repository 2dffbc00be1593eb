"""Reads a function of the running script back into text.

What a function needs besides its text - names of the script that it uses - becomes a prelude of
assignments, imports and helper functions.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import errors

_FUTURES = 0x1FF0000
"""The flags of a code that `from __future__ import` sets."""

_TREE_ONLY = 0x400  # compile() returns the syntax tree; needs no import of ast, which takes long


class Stays(Exception):
    """Why a function cannot leave."""


def lambda_text(fn: Callable[..., Any]) -> str:
    """The text of a lambda that uses no other names, as gates have it."""
    if not isinstance(fn, FunctionType):
        raise errors.E111("a gate's key is no lambda", "", "Give a lambda, or its text.")
    try:
        text, _, _, is_lambda = text_of(fn)
        needs = list(prelude(fn))
    except Stays as reason:
        raise errors.E111("the key of a gate cannot be read", str(reason), "Give its text.") from None
    if not is_lambda or needs:
        raise errors.E111(
            "a gate's key is more than a lambda over its row",
            needs[0] if needs else fn.__name__,
            "Give its text.",
        )
    return text


# --- source text ---------------------------------------------------------------------------------

_trees: dict[str, tuple[list[str], Any]] = {}


def _parsed(file: str) -> tuple[list[str], Any]:
    """The lines of a file, of a notebook's cell or of what was typed, and their syntax tree."""
    found = _trees.get(file)
    if found is None:
        try:
            text = _text(file)
            found = text.split("\n"), compile(text, file, "exec", _TREE_ONLY, True)
        except (OSError, ValueError, SyntaxError) as error:
            raise Stays(f"its source {file} cannot be read: {error}") from None
        _trees[file] = found
    return found


def _text(file: str) -> str:
    try:
        with open(file, encoding="utf-8-sig") as stream:
            return stream.read()
    except OSError as error:
        import linecache  # where IPython and interactive Python keep what was typed

        lines = linecache.getlines(file)
        if lines:
            return "".join(lines)
        if file.startswith("<"):
            raise Stays(f"it was typed into {file}, where Python keeps no source") from None
        raise error


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


def text_of(fn: FunctionType) -> tuple[str, str, int, bool]:
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
                raise Stays(f"its decorator @{_cut(lines, decorator)} may change what it does")
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        indent = len(text) - len(text.lstrip())
        if indent:
            text = _dedented(text, indent)
        _require_same(code)
        return text + "\n", code.co_filename, node.lineno, False
    raise Stays(f"its source is not found in {code.co_filename}")


def _dedented(text: str, indent: int) -> str:
    lines = text.split("\n")
    for line in lines:
        if line[:indent].strip():
            raise Stays("a line of its text is indented less than the first, inside a string")
    return "\n".join(line[indent:] for line in lines)


def _lambda_source(code: CodeType, lines: list[str], tree: Any) -> tuple[str, str, int, bool]:
    found = [n for n in _nodes(tree) if type(n).__name__ == "Lambda" and n.lineno == code.co_firstlineno]
    texts = {_cut(lines, node): node for node in found}
    if len(texts) > 1:
        texts = {text: node for text, node in texts.items() if _same_code(text, code, tree)}
    if len(texts) != 1:
        raise Stays(f"line {code.co_firstlineno} holds several lambdas that look alike; put each on its own line")
    ((text, node),) = texts.items()
    _require_same(code)
    return text, code.co_filename, node.lineno, True


def _require_same(code: CodeType) -> None:
    """A file can be edited after it was imported; what is sent must be what runs here."""
    if sys.implementation.name != "cpython":
        return
    file, shape = code.co_filename, _shape(code)
    for whole in _compiled(file, code.co_flags & _FUTURES):
        for found in _codes_in(whole):
            if (found.co_name, found.co_firstlineno) == (code.co_name, code.co_firstlineno) and _shape(found) == shape:
                return
    raise Stays(f"{file} no longer holds, at line {code.co_firstlineno}, what runs here")


def _compiled(file: str, flags: int) -> Iterator[CodeType]:
    """A file's code: as a whole, and by statements, as notebooks compile their cells. The two differ where a function
    calls into a module that another statement imports."""
    lines, tree = _parsed(file)
    yield compile("\n".join(lines), file, "exec", flags, True)
    for statement in tree.body:
        yield compile(type(tree)(body=[statement], type_ignores=[]), file, "exec", flags, True)


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes_in(const)


def _same_code(text: str, code: CodeType, tree: Any) -> bool:
    """Whether a lambda's text, inside a function that has the same variables, compiles to `code`."""
    imported = sorted(set(code.co_names) & set(_imported(tree)))
    for head in {"", f"import {', '.join(imported)}\n" if imported else ""}:  # `_compiled` says why
        try:
            outer = compile(f"{head}def _({', '.join(code.co_freevars)}):\n return ({text}\n)", "<lambda>", "exec")
        except SyntaxError:
            return False
        inner = next((c for c in outer.co_consts if isinstance(c, CodeType)), None)
        other = next((c for c in inner.co_consts if isinstance(c, CodeType)), None) if inner else None
        if other is not None and _shape(other) == _shape(code):
            return True
    return False


def _imported(tree: Any) -> Iterator[str]:
    """The names that a file's own import statements bind."""
    for node in tree.body:
        if type(node).__name__ in ("Import", "ImportFrom"):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]


def _shape(code: CodeType) -> tuple[Any, ...]:
    consts = tuple(_shape(c) if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts)
    return code.co_varnames, code.co_names, code.co_freevars, code.co_code, consts


# --- the names that a function uses --------------------------------------------------------------


def prelude(fn: FunctionType) -> list[str]:
    """The statements that bind every name that `fn` and its helpers use."""
    return _Prelude().statements(fn)


def known_prelude(fn: FunctionType) -> list[str]:
    """The same for a text that is compiled and never run: a name whose value cannot be written down, or can change
    while the function is evaluated, is bound to `...`, which compiles to nothing."""
    return _Prelude(is_run=False).statements(fn)


def check_defaults(fn: FunctionType, text: str, is_lambda: bool) -> None:
    """Defaults were computed when the function was defined; its text computes them anew."""
    if not fn.__defaults__ and not fn.__kwdefaults__:
        return
    for default in (*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()):
        literal("a default value", default)
    cells = {n: c.cell_contents for n, c in zip(fn.__code__.co_freevars, fn.__closure__ or ())}
    namespace = {**fn.__globals__, **cells}
    try:
        if is_lambda:
            again = eval(f"({text}\n)", namespace)
        else:
            exec(text, namespace)
            again = namespace[fn.__name__]
    except Exception as error:  # whatever the default's expression raises outside the function that it stood in
        raise Stays(f"its default values cannot be computed again: {error}") from None
    if (again.__defaults__, again.__kwdefaults__) != (fn.__defaults__, fn.__kwdefaults__):
        raise Stays("a name that its default values use has changed since")


class _Prelude:
    """Writes down what a function finds in its closure and its globals."""

    def __init__(self, is_run: bool = True) -> None:
        self._is_run = is_run
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
                    raise Stays(f"'{name}' means two things in the functions that it uses")
                continue
            self._written[name] = value
            if value is fn and name == fn.__name__:
                continue  # it calls itself, and its own text binds the name
            self._statements.append(self._statement(name, value) if self._is_run else self._known(name, value))

    def _known(self, name: str, value: Any) -> str:
        if isinstance(value, (list, dict, set, bytearray)):
            return f"{name} = ..."
        try:
            return self._statement(name, value)
        except Stays:
            return f"{name} = ..."

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
            text, _, _, is_lambda = text_of(value)
            self._visit(value)
            check_defaults(value, text, is_lambda)
            if is_lambda:
                return f"{name} = ({text}\n)"
            return text if name == value.__name__ else f"{text}\n{name} = {value.__name__}"
        return f"{name} = {literal(name, value)}"


def _used(fn: FunctionType) -> Iterator[tuple[str, Any]]:
    """(name, value) of each name of the script that the function, or a default of it, uses."""
    cells = {}
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or ()):
        try:
            cells[name] = cell.cell_contents
        except ValueError:
            raise Stays(f"'{name}' has no value yet") from None
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
    text, _, _, is_lambda = text_of(fn)
    tree = compile(f"({text}\n)" if is_lambda else text, "<text>", "exec", _TREE_ONLY, True)
    for node in _nodes(tree):
        if type(node).__name__ == "Name":
            yield node.id


def _module(name: str, module: ModuleType) -> str:
    full = module.__name__
    if full.partition(".")[0] not in sys.stdlib_module_names:
        raise Stays(f"'{name}' is module {full}, which only this interpreter has")
    public = {"posixpath": "os.path", "ntpath": "os.path", "_pydatetime": "datetime", "_pydecimal": "decimal"}.get(
        full, full
    )
    return f"import {public}" if name == public else f"import {public} as {name}"


def _library_name(value: Any) -> tuple[str, str] | None:
    """(module, attribute) under which the standard library has a value; None if it has not."""
    attribute = getattr(value, "__qualname__", None)
    module = getattr(value, "__module__", None)
    if not isinstance(attribute, str) or not isinstance(module, str) or module == "builtins":
        return None
    for candidate in (module.removeprefix("_py"), module.removeprefix("_"), module):
        if candidate.partition(".")[0] not in sys.stdlib_module_names:
            continue
        found: Any = sys.modules.get(candidate)
        for part in attribute.split("."):
            found = getattr(found, part, None)
        if found is not None and found is value:
            return candidate, attribute
    return None


def literal(name: str, value: Any) -> str:
    """A constant as an expression."""
    kind = type(value)
    if value is None or value is Ellipsis or kind in (bool, int, str, bytes):
        return repr(value)
    if kind is float:
        return repr(value) if value == value and abs(value) != float("inf") else f"float({str(value)!r})"
    if kind is complex:
        return f"complex({literal(name, value.real)}, {literal(name, value.imag)})"
    if kind is tuple:
        inner = ", ".join(literal(name, item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if kind is list:
        return "[" + ", ".join(literal(name, item) for item in value) + "]"
    if kind is dict:
        return "{" + ", ".join(f"{literal(name, k)}: {literal(name, v)}" for k, v in value.items()) + "}"
    if kind in (set, frozenset):
        # in an order of its own, so that the text does not depend on hashes
        inner = "[" + ", ".join(sorted(literal(name, item) for item in value)) + "]"
        return f"{kind.__name__}({inner})"
    rare = _rare_literal(name, value)
    if rare is None:
        raise Stays(
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
            return f"__import__('datetime').{text[text.index(type(value).__name__ + '(') :]}"
        if type(value).__name__ == "datetime" and str(value.tzinfo) == "UTC":
            naive = repr(value.replace(tzinfo=None))
            inner = naive[naive.index("datetime(") :][:-1]
            return f"__import__('datetime').{inner}, tzinfo=__import__('datetime').timezone.utc)"
        if type(value).__name__ == "timezone" and str(value) == "UTC":
            return "__import__('datetime').timezone.utc"
    if module in ("re", "_sre") and type(value).__name__ == "Pattern":
        return f"__import__('re').compile({value.pattern!r}, {int(value.flags)})"
    return None


# --- modules that a function can be imported with ------------------------------------------------


def foreign_import(module: str, folder: str) -> str:
    """Why the engine's Python cannot import a module of the user's: it, or what it imports from the same folder,
    imports what is neither the user's nor the standard library's. Empty if it can."""
    waiting, seen = [module], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        file = _file_of(name, folder)
        if file is None:
            continue
        try:
            _, tree = _parsed(file)
        except Stays as reason:
            return str(reason)
        for node in _nodes(tree):
            for target in _imports(node, name, file.endswith("/__init__.py")):
                top = target.partition(".")[0]
                if _file_of(top, folder) is not None or _is_folder(top, folder):
                    waiting.extend(_with_parents(target))
                elif top not in sys.stdlib_module_names and top != "dovetail":
                    return f"module {name} imports {target}, which only this interpreter has"
    return ""


def _file_of(module: str, folder: str) -> str | None:
    import os

    base = f"{folder}/{module.replace('.', '/')}"
    return next((file for file in (f"{base}/__init__.py", f"{base}.py") if os.path.isfile(file)), None)


def _is_folder(module: str, folder: str) -> bool:
    import os

    return os.path.isdir(f"{folder}/{module}")


def _with_parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[: n + 1]) for n in range(len(parts))]


def _imports(node: Any, module: str, is_package: bool) -> Iterator[str]:
    """The modules that a statement may import."""
    kind = type(node).__name__
    if kind == "Import":
        for alias in node.names:
            yield alias.name
    elif kind == "ImportFrom":
        base = node.module or ""
        if node.level:
            parts = module.split(".")
            kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
            base = ".".join([*kept, base] if base else kept)
        yield base
        for alias in node.names:
            yield f"{base}.{alias.name}"
