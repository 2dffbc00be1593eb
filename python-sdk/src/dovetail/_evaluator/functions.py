"""Loads a user's function from its text, and tells its errors in the user's own lines."""

import sys

from . import guards

sources = {}
"""File name -> (line number of the first line, lines) of every user text."""

MODULE = "dovetail_function"


class CannotLoad(Exception):
    """The function cannot be read: (code, what, where)."""


def remember(file, line, text):
    sources[file] = (line, text.split("\n"))


def source_line(file, line):
    first, lines = sources.get(file, (1, ()))
    return lines[line - first].strip() if 0 <= line - first < len(lines) else ""


def frame_text(code, line):
    text = source_line(code.co_filename, line)
    where = f'  File "{code.co_filename}", line {line}, in {code.co_name}'
    return f"{where}\n    {text}" if text else where


def joined(frames):
    """Frames as lines; a deep recursion keeps both its ends."""
    if len(frames) > 20:
        frames = [*frames[:10], f"  ... {len(frames) - 20} more frames", *frames[-10:]]
    return "\n".join(frames)


def traceback_of(error):
    """The frames of `error` that are the user's own."""
    frames = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename in sources:
            frames.append(frame_text(code, step.tb_lineno))
        step = step.tb_next
    return joined(frames)


def trace_here():
    """The user's frames above the caller."""
    frames = []
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename in sources:
            frames.append(frame_text(frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return joined(frames[::-1])


guards.trace_here = trace_here
guards.user_files = sources


def shown(text, limit):
    """Text on one line, without control characters, cut."""
    if len(text) > limit:
        text = text[: limit - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def message_of(error):
    name = type(error).__qualname__
    try:
        text = str(error)
    except BaseException:  # the user's __str__ may do anything
        text = "(its text cannot be shown)"
    return shown(f"{name}: {text}" if text else name, 2000)


def repr_of(value):
    try:
        text = repr(value)
    except BaseException:  # the user's __repr__ may do anything
        text = "(no repr)"
    return shown(text, 200)


class Importer:
    """Finds the user's modules in memory: path -> text."""

    of_the_user = True

    def __init__(self, files):
        self.files = files
        self.folders = set()

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec

        base = name.replace(".", "/")
        for file, package in ((base + "/__init__.py", True), (base + ".py", False)):
            if file in self.files:
                spec = ModuleSpec(name, self, origin=file, is_package=package)
                return spec
        if any(file.startswith(base + "/") for file in self.files):
            self.folders.add(name)  # a package without __init__.py
            return ModuleSpec(name, None, is_package=True)
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file = module.__spec__.origin
        text = self.files[file]
        module.__file__ = file
        remember(file, 1, text)
        with guards.user_code():
            exec(code_of(text, file, "exec"), module.__dict__)

    def owns(self, module):
        spec = getattr(module, "__spec__", None)
        return spec is not None and (spec.loader is self or spec.name in self.folders)


def run_text(text, file, line, namespace):
    remember(file, line, text)
    exec(code_of("\n" * (line - 1) + text, file, "exec"), namespace)


MOST_CODES = 64
codes = {}
"""Code by its text, so that an interpreter that compiles finds again what it has compiled."""


def code_of(text, file, mode, owner=None):
    """The code of a text; of one text, each owner has its own."""
    key = text, file, mode, owner
    code = codes.get(key)
    if code is None:
        if len(codes) == MOST_CODES:
            codes.clear()
        code = codes[key] = compile(text, file, mode)
    return code


def load_lambda(name, text, prelude, file, line):
    namespace = {"__name__": MODULE}
    if prelude:
        run_text(prelude, "<names used by the lambda>", 1, namespace)
    remember(file, line, text)
    return eval(code_of("\n" * (line - 1) + "(" + text + "\n)", file, "eval"), namespace)


def load_module(name, text, prelude, file, line):
    # a real module, since dataclasses and pickle look their module up
    module = type(sys)(MODULE)
    sys.modules[MODULE] = module
    if prelude:
        run_text(prelude, "<names used by the function>", 1, module.__dict__)
    run_text(text, file, line, module.__dict__)
    if name not in module.__dict__:
        raise CannotLoad("E107", f"the source defines no {name!r}", file)
    return module.__dict__[name]


def load_importable(module_name, name, files):
    from importlib import import_module

    importer = Importer(files)
    sys.meta_path.insert(0, importer)  # before the library, as a script's folder is
    found = import_module(module_name)
    for part in name.split("."):
        if not hasattr(found, part):
            raise CannotLoad("E107", f"module {module_name} has no {name!r}", found.__dict__.get("__file__", ""))
        found = getattr(found, part)
    return found


def forget_modules():
    """Removes what a former function left behind."""
    sources.clear()
    sys.modules.pop(MODULE, None)
    for importer in [f for f in sys.meta_path if isinstance(f, Importer)]:
        sys.meta_path.remove(importer)
        for name in [n for n, m in sys.modules.items() if importer.owns(m)]:
            del sys.modules[name]


def load(load_it):
    """The function that `load_it` returns; whatever goes wrong is a CannotLoad."""
    del guards.attempts[:]
    try:
        function = load_it()
    except CannotLoad:
        raise
    except SyntaxError as error:
        where = f"{error.filename}:{error.lineno}" if error.lineno else ""
        raise CannotLoad("E107", shown(f"{type(error).__name__}: {error.msg}", 500), where) from None
    except BaseException as error:
        if guards.attempts:
            return raise_attempt()
        trace = traceback_of(error)
        raise CannotLoad("E107", f"loading the function failed: {message_of(error)}", place(trace)) from None
    if guards.attempts:
        raise_attempt()
    if not callable(function):
        raise CannotLoad("E107", f"it is {repr_of(function)}, which cannot be called", "")
    return function


def raise_attempt():
    code, message, trace = guards.attempts[0]
    del guards.attempts[:]
    raise CannotLoad(code, f"while the function was loaded, {message}", place(trace))


def place(trace):
    """`file:line` of the innermost frame of a traceback."""
    last = [line for line in trace.split("\n") if line.startswith('  File "')][-1:]
    if not last:
        return ""
    file, _, rest = last[0][8:].partition('", line ')
    return f"{file}:{rest.partition(',')[0]}"
