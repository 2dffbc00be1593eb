"""Answers the engine's commands with the functions of this interpreter, as `Guest.java` does inside a worker.

The modules of `_evaluator` do the judging. They keep their state in module globals, so each run has a copy of its
own; of CPython's values they see the same ones as of GraalPy's.
"""

from __future__ import annotations

import io
import sys
import threading
import time
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from . import _columns, _frames
from ._frames import Payload, Reader
from ._watch import Watch

REPORT_SECONDS = 0.005
"""A stretch of pairs lasts about this long, so that a pair which does not end is known."""

LONGEST_STRETCH = 1 << 14

MODULES = ("guards", "functions", "values", "packing", "judging")
"""In an order in which each finds those that it imports; `moments` is one for all, so that its class is."""

_codes: dict[str, Any] = {}
_loading = threading.Lock()
_copies = 0


def _modules() -> dict[str, ModuleType]:
    """A copy of the evaluator's modules with a state of its own."""
    from importlib import import_module
    from importlib.util import find_spec

    global _copies
    with _loading:
        _copies += 1
        package = ModuleType(f"{__package__}._evaluator_{_copies}")
        package.__path__ = []
        made = {"moments": import_module("._evaluator.moments", __package__)}
        sys.modules[package.__name__] = package
        try:
            package.moments = made["moments"]  # type: ignore[attr-defined]
            for name in MODULES:
                spec = find_spec(f"{__package__}._evaluator.{name}")
                assert spec is not None and spec.loader is not None
                if name not in _codes:
                    _codes[name] = spec.loader.get_code(spec.name)  # type: ignore[attr-defined]
                module = ModuleType(f"{package.__name__}.{name}")
                module.__package__ = package.__name__
                module.__file__ = spec.origin
                sys.modules[module.__name__] = module
                exec(_codes[name], module.__dict__)
                setattr(package, name, module)
                made[name] = module
        except BaseException:
            forget(package.__name__)
            raise
        return made


def forget(package: str) -> None:
    for name in [n for n in sys.modules if n == package or n.startswith(package + ".")]:
        del sys.modules[name]


class Guest:
    """One evaluator: the functions of one run, and the rows that the engine has sent.

    It is used by one thread; another may read `stretch`, and call `stop`.

    Args:
        held: handle -> function.
        report: takes a frame that says which pairs come next.
    """

    def __init__(self, held: Mapping[int, Callable[..., Any]], report: Callable[[bytes], None] | None = None) -> None:
        modules = _modules()
        self._judging: Any = modules["judging"]
        self._values: Any = modules["values"]
        self._packing: Any = modules["packing"]
        self._watch = Watch(modules["guards"])
        guards: Any = modules["guards"]
        guards.always_on = False
        guards.active = False
        for handle, function in held.items():
            self._judging.held[handle] = function
            code = getattr(function, "__code__", None)
            if code is not None:
                self._judging.held_files.add(code.co_filename)
        make = self._values.ns_datetime()

        def moment(at: Any, nanosecond: int) -> Any:
            return make(
                at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond, at.tzinfo,
                fold=at.fold, nanosecond=nanosecond,
            )  # fmt: skip

        self._columns = _columns.Columns(moment, self._values.zone)
        self._report = report
        self._session: Any = None
        self.stretch: tuple[int, int] | None = None

    def close(self) -> None:
        """Lets go of the functions and rows."""
        forget(self._judging.__name__.rpartition(".")[0])
        self._session = None

    def answer(self, kind: int, payload: bytes) -> bytes:
        """Carries out one command; returns the frame that answers it."""
        fields = Reader(payload)
        if kind == _frames.LOAD:
            return self._load(fields)
        if kind == _frames.BEGIN_KEYS:
            self._judging.begin_keys()
            return Payload().frame(_frames.DONE)
        if self._session is None:
            raise _frames.NoFrame("a command before any function is loaded")
        if kind == _frames.ROWS:
            return self._rows(fields)
        if kind == _frames.FORGET:
            self._session.forget_rows(fields.text())
            return Payload().frame(_frames.DONE)
        if kind == _frames.JUDGE:
            return self._judge(fields)
        if kind == _frames.KEYS:
            return self._keys(fields)
        if kind == _frames.MAP:
            return self._map(fields)
        raise _frames.NoFrame(f"no command {kind:#x}")

    # --- commands ------------------------------------------------------------------------------------------------

    def _load(self, fields: Reader) -> bytes:
        self._session = None
        open_it = self._opening(fields)
        names, kinds, texts = [], [], []
        for _ in range(fields.number()):
            names.append(fields.text())
            kinds.append(fields.text())
            texts.append(fields.text())
        sides = [(fields.text(), fields.texts(), fields.texts()) for _ in range(fields.number())]
        opened = open_it(names, kinds, texts)
        if isinstance(opened, list):
            return _problem(*opened)
        for role, columns, nested in sides:
            opened.open_side(role, columns, nested)
        self._session = opened
        return Payload().frame(_frames.DONE)

    def _opening(self, fields: Reader) -> Callable[[list[str], list[str], list[str]], Any]:
        """What opens a session. A held function is there already; a text is run, under the guards."""
        judging, form = self._judging, fields.text()
        if form == "held":
            _, handle = fields.text(), int(fields.text())
            return lambda *parameters: judging.open_held(handle, *parameters)
        name, text, prelude, file = fields.text(), fields.text(), fields.text(), fields.text()
        line = fields.number()

        def open_text(*parameters: list[str]) -> Any:
            with self._watch:
                return judging.open_text(form, name, text, prelude, file, line, *parameters)

        return open_text

    def _rows(self, fields: Reader) -> bytes:
        import pyarrow as pa

        role, base = fields.text(), fields.number()
        with pa.ipc.open_stream(io.BytesIO(fields.rest())) as reader:
            for batch in reader:
                lists = []
                for field, column in zip(batch.schema, batch.columns):
                    try:
                        lists.append(self._columns.values(column))
                    except _columns.CannotHold as problem:
                        what = f"column '{field.name}' holds {problem.what}, which Python has no value for"
                        return _problem("E213", what, str(base + problem.row))
                self._session.add_lists(role, lists)
                base += batch.num_rows
        return Payload().frame(_frames.DONE)

    def _judge(self, fields: Reader) -> bytes:
        stop, each_pair = fields.number() == 1, fields.number() == 1
        count, sampled = fields.number(), fields.number()
        xs, ys, sample = (fields.raw(n * 4).decode("latin-1") for n in (count, count, sampled))
        session = self._session
        session.begin(xs, ys, stop)
        try:
            self._run_all(session, count, each_pair)
            if sampled:
                with self._watch:
                    session.recheck(sample)
        finally:
            self.stretch = None
        reply = Payload().raw(session.outcomes().encode("latin-1"))
        failures = session.failed_pairs()
        reply.number(len(failures) // 4)
        for at in range(0, len(failures), 4):
            reply.number(failures[at])
            for text in failures[at + 1 : at + 4]:
                reply.text(text)
        return reply.frame(_frames.VERDICTS)

    def _run_all(self, session: Any, count: int, each_pair: bool) -> None:
        clock, length, at = time.perf_counter, 1, 0
        while at < count:
            end = min(count, at + length)
            self.stretch = at, end
            if each_pair and self._report is not None:
                self._report(progress(at, end))
            started = clock()
            with self._watch:
                reached = session.run(at, end)
            if reached < end:
                return
            at = end
            took = clock() - started
            if not each_pair:
                if took * 2 < REPORT_SECONDS:
                    length = min(LONGEST_STRETCH, length * 2)
                elif took > REPORT_SECONDS * 2:
                    length = max(1, length // 2)

    def _keys(self, fields: Reader) -> bytes:
        with self._watch:
            ids, slot, code, message, trace = self._session.ids_of(fields.text(), fields.number())
        reply = Payload().number(slot).text(code).text(message).text(trace)
        return reply.bytes(ids.encode("latin-1")).frame(_frames.IDS)

    def _map(self, fields: Reader) -> bytes:
        with self._watch:
            slot, *rest = self._session.mapped(fields.number())
        reply = Payload().number(slot)
        if slot >= 0:
            for text in rest:
                reply.text(text)
        else:
            count, *columns = rest[0]
            reply.number(count).number(len(columns))
            for name, column in columns:
                _column(reply.text(name), column)
        return reply.frame(_frames.MAPPED)

    def stopped(self) -> type[BaseException]:
        """What ends the thread that judges, thrown into it."""
        kind: type[BaseException] = self._judging.Stopped
        return kind


def progress(start: int, end: int) -> bytes:
    """The frame that says which pairs of the batch come next."""
    return Payload().number(start).number(end).frame(_frames.PROGRESS)


def _problem(code: str, what: str, where: str) -> bytes:
    return Payload().text(code).text(what).text(where).frame(_frames.PROBLEM)


def _column(reply: Payload, column: list[Any]) -> None:
    """A packed column, as `PackedResult.java` writes it."""
    kind, nulls, count, *data = column
    reply.text(kind).bytes(nulls.encode("latin-1")).number(count)
    if kind == "null":
        return
    if kind == "struct":
        reply.number(len(data[0]))
        for name, part in data[0]:
            _column(reply.text(name), part)
    elif kind == "text":
        reply.text(data[0]).bytes(data[1].encode("latin-1"))
    else:
        reply.bytes(data[0].encode("latin-1"))
        if kind == "int":
            reply.number(data[1])
        elif kind == "bytes":
            reply.bytes(data[1].encode("latin-1"))
        elif kind == "timestamp":
            reply.text(data[1] or "")
        elif kind == "list":
            _column(reply, data[1])
