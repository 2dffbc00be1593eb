"""What stands for the guards of a worker on CPython.

A worker is made for conditions alone, so its guards replace functions of the library. This interpreter is the
user's: nothing in it is replaced. The thread that judges has a profile function, which sees every call that Python
code makes - of `time.time` under whatever name, of `datetime.now`, of `os.stat` - and an audit hook sees what reaches
files, processes and the network from below. Both look at that thread alone, and only while it judges.
"""

from __future__ import annotations

import _thread
import builtins
import datetime
import opcode
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType
from typing import Any

_judging = threading.local()
_hooked = threading.Lock()
_hook_added = False

CLOCK = frozenset(
    "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns"
    " thread_time thread_time_ns clock_gettime clock_gettime_ns sleep".split()
)
MOMENT_AT = {time.localtime: 0, time.gmtime: 0, time.ctime: 0, time.asctime: 0, time.strftime: 1}
"""Functions of `time` that read the clock unless they are given a moment, with the place of that argument."""

HOST = frozenset("uname getlogin getuid geteuid getgid getegid cpu_count getloadavg sysconf".split())
RANDOM_MODULES = ("random", "secrets", "uuid")

AUDITED = {
    "open": ("file", "open()"),
    "builtins.input": ("input", "input()"),
    "subprocess.Popen": ("process", "subprocess.Popen()"),
    "mmap.__new__": ("file", "mmap"),
}
AUDITED_FAMILIES = {
    "os": ("file", "os"),
    "shutil": ("file", "shutil"),
    "tempfile": ("file", "tempfile"),
    "glob": ("file", "glob"),
    "socket": ("network", "socket"),
    "urllib": ("network", "urllib.request"),
    "http": ("network", "http"),
    "ctypes": ("native", "ctypes"),
    "sqlite3": ("file", "sqlite3"),
}
PROCESS_EVENTS = frozenset("os.system os.exec os.fork os.forkpty os.posix_spawn os.spawn os.kill os.killpg".split())
ENVIRONMENT_EVENTS = frozenset(("os.putenv", "os.unsetenv"))


class Watch:
    """Holds the thread that is inside `with watch:` to its rows.

    Args:
        guards: the module `guards` of the evaluator's copy, which tells and notes what is refused.
    """

    def __init__(self, guards: Any) -> None:
        self._guards = guards
        self._others: Any = None
        self._functions = _functions(guards)
        self._codes = _codes()
        self._profile = self._made_profile()
        guards.resume = self._resume

    def __enter__(self) -> Watch:
        _add_hook()
        self._others = sys.getprofile()
        _judging.watch = self
        self._guards.active = True
        self._resume()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._guards.active = False
        _judging.watch = None
        sys.setprofile(self._others)

    def _resume(self) -> None:
        """An error that a profile function raises takes it off."""
        if getattr(_judging, "watch", None) is self:
            sys.setprofile(self._profile)

    def _made_profile(self) -> Callable[[FrameType, str, Any], None]:
        """What sees every call. Written for speed: a call that is none of its business costs two look-ups, and nothing
        here raises an audit event, as `id()` and `frame.f_code` do."""
        of_os = vars(os)
        functions, codes = self._functions, self._codes
        refuse, class_method, generator = self._refuse, self._class_method, self._generator

        def profile(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call":
                if frame.f_globals is of_os and frame.f_code in codes:
                    refuse(*codes[frame.f_code], frame)
            elif event == "c_call":
                owner = argument.__self__
                if argument in functions:
                    refuse(*functions[argument], frame)
                elif type(owner) is type:
                    class_method(argument, frame)
                elif isinstance(owner, _C_RANDOM):
                    generator(argument, frame)
                elif argument in MOMENT_AT and _argument_count(frame) == MOMENT_AT[argument]:
                    refuse("clock", f"time.{argument.__name__}() without a moment", frame)

        return profile

    def _class_method(self, method: Any, frame: FrameType) -> None:
        owner, name = method.__self__, method.__name__
        if issubclass(owner, datetime.date) and name in ("now", "utcnow", "today"):
            base = "datetime" if issubclass(owner, datetime.datetime) else "date"
            self._refuse("clock", f"datetime.{base}.{name}()", frame)

    def _generator(self, method: Any, frame: FrameType) -> None:
        generator, name = method.__self__, method.__name__
        if generator is _SHARED and name in ("random", "getrandbits", "seed", "getstate", "setstate"):
            self._refuse("random", f"random.{name}()", frame)
        elif name == "seed" and frame.f_code.co_name == "seed" and frame.f_locals.get("a", "") is None:
            self._refuse("random", "random.Random() without a seed", frame)

    def _refuse(self, kind: str, what: str, frame: FrameType | None) -> None:
        if _is_loading(frame, self._guards):
            return
        if kind == "random":
            what = _library_call(frame) or what
        self._guards.refuse(kind, what)

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        found = AUDITED.get(event)
        if found is None:
            if event == "import":
                self._import(str(arguments[0]))
                return
            family = event.partition(".")[0]
            if family not in AUDITED_FAMILIES or event == "ctypes.set_errno":
                return
            kind, _ = AUDITED_FAMILIES[family]
            kind = "process" if event in PROCESS_EVENTS else "environment" if event in ENVIRONMENT_EVENTS else kind
            found = kind, f"{event}()"
        frame: FrameType | None = sys._getframe(2)
        if not _is_loading(frame, self._guards):
            self._guards.refuse(*found)

    def _import(self, name: str) -> None:
        top = name.partition(".")[0]
        refused = self._guards.REFUSED.get(top)
        if refused is not None and not _is_loading(sys._getframe(3), self._guards):
            self._guards.refuse(refused, f"import {name}")


_C_RANDOM: type = random.Random.__mro__[1]
_SHARED = random._inst


def _functions(guards: Any) -> dict[Any, tuple[str, str]]:
    """Built-in function -> (kind, what it is called)."""
    found: dict[Any, tuple[str, str]] = {}
    for name in CLOCK:
        if hasattr(time, name):
            found[getattr(time, name)] = "clock", f"time.{name}()"
    found[builtins.open] = "file", "open()"
    found[builtins.input] = "input", "input()"
    for name in ("start_new_thread", "start_joinable_thread"):
        if hasattr(_thread, name):
            found[getattr(_thread, name)] = "threads", "threading.Thread.start()"
    for name, (kind, what) in _posix(guards).items():
        found[getattr(os, name)] = kind, what
    return found


def _posix(guards: Any) -> dict[str, tuple[str, str]]:
    """The functions of the operating system, sorted as `guards.guard_posix` sorts them."""
    found: dict[str, tuple[str, str]] = {}
    module = sys.modules.get("posix") or sys.modules.get("nt")
    for name in dir(module):
        original = getattr(module, name)
        if name[:2] == "__" or name in guards.PURE or isinstance(original, type) or not callable(original):
            continue
        if getattr(os, name, None) is not original:
            continue
        if name in ("urandom", "getrandom"):
            kind = "random"
        elif name in ("putenv", "unsetenv"):
            kind = "environment"
        elif name in guards.PROCESS:
            kind = "process"
        else:
            kind = "host" if name in HOST else "file"
        found[name] = kind, f"os.{name}()"
    return found


def _codes() -> dict[CodeType, tuple[str, str]]:
    """Code of a function of `os` in Python -> (kind, what it is called)."""
    found: dict[CodeType, tuple[str, str]] = {}
    environment = type(os.environ)
    methods: dict[str, Callable[..., Any]] = dict(vars(environment))
    for name in ("__getitem__", "__setitem__", "__delitem__", "__iter__", "__len__", "__repr__", "copy"):
        if name in methods:
            found[methods[name].__code__] = "environment", "os.environ"
    found[os.getenv.__code__] = "environment", "os.getenv()"
    return found


def _argument_count(frame: FrameType) -> int | None:
    """How many positional arguments the call has at which a frame stands; None where the code does not say."""
    code = frame.f_code.co_code
    name = opcode.opname[code[frame.f_lasti]]
    return code[frame.f_lasti + 1] if name in ("CALL", "CALL_FUNCTION", "CALL_METHOD") else None


def _is_loading(frame: FrameType | None, guards: Any) -> bool:
    """Whether a library module is being imported: importlib stands nearer on the stack than the user's code."""
    sources = guards.user_files
    while frame is not None:
        file = frame.f_code.co_filename
        if file in sources:
            return False
        if file.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _library_call(frame: FrameType | None) -> str:
    """The outermost function of the modules that make randomness, as the user called it; empty if there is none."""
    name = ""
    while frame is not None and frame.f_globals.get("__name__") in RANDOM_MODULES:
        module, function = frame.f_globals["__name__"], frame.f_code.co_name
        generator = frame.f_locals.get("self")
        if isinstance(generator, random.SystemRandom) and module == "random":
            name = f"random.SystemRandom().{function}()"
        elif generator is not None and function in ("__init__", "seed"):
            name = "random.Random() without a seed" if generator is not _SHARED else "random.seed()"
        else:
            name = f"{module}.{function}()"
        frame = frame.f_back
    return name


def _add_hook() -> None:
    """Audit hooks cannot be removed; this one looks away wherever nobody judges."""
    global _hook_added
    with _hooked:
        if not _hook_added:
            sys.addaudithook(_audit)
            _hook_added = True


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    watch = getattr(_judging, "watch", None)
    if watch is not None:
        watch.audit(event, arguments)
