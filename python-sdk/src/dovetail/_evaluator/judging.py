"""Evaluates a function on pairs of rows, in the order given, and again on a sample of them."""

from . import functions, guards, values

NON_MATCH, MATCH, FAILED, UNJUDGED = 0, 1, 2, 3

# Each function has a code of its own, so that an interpreter that compiles does so for it alone.
# Written for speed: nothing here but the call and the test of what it returned.
LOOP = """
def run(fn, xs, ys, x_rows, y_rows, out, start, end, failed, attempts{names}):
    i = start
    while i < end:
        try:
            while i < end:
                r = fn({x}, {y}{keywords})
                if r is True:
                    out[i] = 1
                elif r is False:
                    out[i] = 0
                else:
                    raise NotABool(r)
                if attempts:
                    raise Attempted
                i += 1
        except BaseException as error:
            if failed(i, error):
                return i
            i += 1
    return end
"""


class NotABool(BaseException):
    """Carries what the function returned instead."""


class Attempted(BaseException):
    """The function reached outside and swallowed the error."""


class Stopped(BaseException):
    """Thrown into the thread that judges, to end the batch: nobody waits for it any more."""


class Failure:
    def __init__(self, code, message, trace, kind):
        self.code, self.message, self.trace, self.kind = code, message, trace, kind


class Side:
    """The rows of one side that the engine has sent, by slot."""

    def __init__(self, role, names, nested):
        self.role, self.names, self.nested = role, names, nested
        self.rows = []

    def add(self, lists):
        self.rows.extend(values.rows_of(self.role, self.names, lists))

    def expression(self, variable):
        row = f"{variable}_rows[{variable}s[i]]"
        return f"fresh({row}, {variable}_nested)" if self.nested else row


class Session:
    """One loaded function with its parameters and the rows it has seen."""

    def __init__(self, function, parameters):
        self.function, self.parameters = function, parameters
        self.sides = {}
        self.key_ids = {}
        self.loop = None

    def open_side(self, role, names, nested):
        self.sides[role] = Side(role, list(names), tuple(nested))

    def add_rows(self, role, columns):
        """Rows whose columns the engine's process has packed."""
        self.add_lists(role, [values.values_of(column) for column in columns])

    def add_lists(self, role, lists):
        """Rows whose columns are lists of Python values."""
        self.sides[role].add(lists)

    def forget_rows(self, role):
        self.sides[role].rows = []

    # --- pairs ---------------------------------------------------------------------------------

    def begin(self, xs, ys, stop):
        """A batch: packed slots of both sides; `stop` at the first failure or go on."""
        self.xs, self.ys, self.stop = values.ints(xs), values.ints(ys), stop
        self.out = bytearray(b"\3" * len(self.xs))
        self.failures = {}
        self.judged_to = len(self.xs)
        self.before = self.out, self.failures, self.stop, self.judged_to
        if self.loop is None:
            self.loop = self.made_loop()

    def made_loop(self):
        names = [f"p_{name}" for name in self.parameters]
        text = LOOP.format(
            x=self.sides["x"].expression("x"),
            y=self.sides["y"].expression("y"),
            names="".join(f", {n}" for n in names),
            keywords="".join(f", {n}={self.argument(n)}" for n in self.parameters),
        )
        namespace = {
            "NotABool": NotABool,
            "Attempted": Attempted,
            "fresh": values.fresh,
            "thawed": values.thawed,
            "x_nested": self.sides["x"].nested,
            "y_nested": self.sides["y"].nested,
        }
        exec(functions.code_of(text, "<pairs>", "exec", getattr(self.function, "__code__", None)), namespace)
        return namespace["run"]

    def arguments(self):
        """What one call gets for all parameters."""
        return {name: values.thawed(value) for name, value in self.parameters.items()}

    def argument(self, name):
        """What a call gets for a parameter: of a list or a dict a copy, that no other pair sees changed."""
        nested = isinstance(self.parameters[name], (list, dict))
        return f"thawed(p_{name})" if nested else f"p_{name}"

    def run(self, start, end):
        """Judges pairs [start, end); returns where it stopped."""
        guards.active = True
        try:
            return self.loop(
                self.function,
                self.xs,
                self.ys,
                self.sides["x"].rows,
                self.sides["y"].rows,
                self.out,
                start,
                end,
                self.failed,
                guards.attempts,
                *self.parameters.values(),
            )
        finally:
            guards.active = guards.always_on

    def failed(self, i, error):
        self.failures[i] = failure_of(error)
        self.out[i] = FAILED
        if self.stop:
            self.judged_to = i + 1
        return self.stop

    def broken(self, i, message):
        """The interpreter itself failed at pair `i`; true if the batch ends there."""
        del guards.attempts[:]
        self.out[i] = FAILED
        self.failures[i] = Failure("E120", functions.shown(message, 2000), "", "an internal error")
        if self.stop:
            self.judged_to = i + 1
        return self.stop

    def restore(self):
        """Goes back to what held before a pair was judged again: errors of the interpreter itself run no `finally`."""
        self.out, self.failures, self.stop, self.judged_to = self.before

    def recheck(self, sample):
        """Evaluates a sample of the pairs again, last first; a pair that changed its mind fails."""
        for i in reversed(values.ints(sample)):
            if i >= self.judged_to or (i in self.failures and self.failures[i].code in ("E122", "E123")):
                continue
            first = self.failures[i].kind if i in self.failures else str(self.out[i] == MATCH)
            out, failures, stop = self.out, self.failures, self.stop
            to = self.judged_to
            self.before = out, failures, stop, to
            self.out, self.failures, self.stop = bytearray(len(out)), {}, True
            try:
                self.run(i, i + 1)
                second = self.failures[i].kind if i in self.failures else str(self.out[i] == MATCH)
                again = self.failures.get(i)
            finally:
                self.out, self.failures, self.stop, self.judged_to = out, failures, stop, to
            if again is not None and again.code in ("E122", "E123"):
                failures[i] = again
            elif first != second:
                failures[i] = Failure(
                    "E122", f"the function is not deterministic: first {first}, then {second}", "", "a change of mind"
                )
            else:
                continue
            out[i] = FAILED
        if self.stop and self.failures:
            # the first failure ends the batch; what came after it counts as not judged
            first_failure = min(self.failures)
            self.out[first_failure + 1 :] = b"\3" * (len(self.out) - first_failure - 1)
            self.failures = {first_failure: self.failures[first_failure]}

    def outcomes(self):
        return bytes(self.out).decode("latin-1")

    def failed_pairs(self):
        """Flat: index, code, message, traceback of each failure, ascending."""
        flat = []
        for i in sorted(self.failures):
            f = self.failures[i]
            flat += [i, f.code, f.message, f.trace]
        return flat

    # --- keys ----------------------------------------------------------------------------------

    def ids_of(self, role, start):
        """An id for the key of each row of a side from slot `start` on; equal ids mean equal keys.

        Returns (ids packed, failing slot or -1, code, message, traceback).
        """
        from _struct import pack

        ids = []
        side = self.sides[role]
        guards.active = True
        try:
            for slot in range(start, len(side.rows)):
                row = side.rows[slot]
                if side.nested:
                    row = values.fresh(row, side.nested)
                try:
                    key = self.function(row, **self.arguments())
                    if guards.attempts:
                        raise Attempted
                    ids.append(self.id_of(key))
                except BaseException as error:
                    f = failure_of(error)
                    return ["", slot, f.code, f.message, f.trace]
        finally:
            guards.active = guards.always_on
        return [pack(f"<{len(ids)}q", *ids).decode("latin-1"), -1, "", "", ""]

    def id_of(self, key):
        ids = shared_ids
        if key != key:  # NaN equals nothing, itself included
            ids[object()] = fresh_id = len(ids)
            return fresh_id
        return ids.setdefault(frozen(key), len(ids))

    # --- mappings ------------------------------------------------------------------------------

    def mapped(self, start):
        """Calls the function on the rows from slot `start` on: [packed columns] or a failure.

        A failure is [slot, code, message, traceback]; columns come as `packing` makes them.
        """
        from . import packing

        side = self.sides["input"]
        table = packing.Table()
        guards.active = True
        try:
            for slot in range(start, len(side.rows)):
                row = side.rows[slot]
                if side.nested:
                    row = values.fresh(row, side.nested)
                try:
                    table.add(self.function(row, **self.arguments()))
                    if guards.attempts:
                        raise Attempted
                except packing.NoType as error:
                    return [slot, "E129", str(error), ""]
                except BaseException as error:
                    f = failure_of(error)
                    return [slot, f.code, f.message, f.trace]
            try:
                return [-1, table.packed()]
            except packing.NoType as error:
                return [start + error.row, "E129", str(error), ""]
        finally:
            guards.active = guards.always_on


shared_ids = {}
"""Key -> id, over both sides of a gate."""

LIST, DICT = object(), object()


def begin_keys():
    """A new gate: ids are shared by its two sides, and by nothing else."""
    shared_ids.clear()


def frozen(key):
    """A hashable stand-in that equals another one exactly where the keys are equal."""
    if isinstance(key, tuple):
        return tuple(map(frozen, key))
    if isinstance(key, list):
        return (LIST, *map(frozen, key))
    if isinstance(key, dict):
        return (DICT, frozenset((name, frozen(item)) for name, item in key.items()))
    if isinstance(key, (set, frozenset)):
        return frozenset(key)
    if isinstance(key, bytearray):
        return bytes(key)
    return key


def failure_of(error):
    """What went wrong with a pair, in the user's words."""
    if isinstance(error, Stopped):
        raise error
    if guards.attempts:
        code, message, trace = guards.attempts[0]
        del guards.attempts[:]
        guards.resume()
        return Failure(code, message, trace, "an attempt to reach outside")
    if type(error) is NotABool:
        returned = error.args[0]
        name = type(returned).__name__
        if name == "coroutine":
            returned.close()
        return Failure(
            "E121", f"returned {name}, not bool: {functions.repr_of(returned)}", "", f"a value of type {name}"
        )
    name = type(error).__name__
    return Failure("E120", functions.message_of(error), functions.traceback_of(error), f"{name} raised")


# --- what the engine asks for --------------------------------------------------------------------


def constant(kind, text):
    """A parameter's value from its kind and text."""
    if kind == "null":
        return None
    if kind == "bool":
        return text == "True"
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "decimal":
        from decimal import Decimal

        return Decimal(text)
    if kind == "bytes":
        return bytes.fromhex(text)
    if kind == "text":
        return text
    import json

    return opaque(*json.loads(text))


def opaque(kind, *parts):
    """A value that no condition compiles, from the arrays that `Constant.Opaque` describes."""
    if kind == "list":
        return [opaque(*item) for item in parts]
    if kind == "struct":
        return {name: opaque(*item) for name, item in parts}
    if kind == "date":
        from datetime import date

        return date.fromordinal(parts[0] + 719163)
    if kind == "duration":
        from datetime import timedelta

        return timedelta(microseconds=parts[0])
    if kind == "time":
        from datetime import datetime, timedelta

        return (datetime.min + timedelta(microseconds=parts[0])).time()
    if kind == "timestamp":
        from datetime import timedelta, timezone

        *moment, nanosecond, east = parts
        zone = None if east is None else timezone(timedelta(seconds=east)) if east else timezone.utc
        return values.ns_datetime()(*moment, zone, nanosecond=nanosecond)
    return constant(kind, *parts)


def open_session(load_it, names, kinds, texts):
    """A session for the function that `load_it` gives, or [code, what, where] if it cannot be loaded."""
    parameters = {n: constant(k, t) for n, k, t in zip(list(names), list(kinds), list(texts))}
    guards.active = True
    try:
        function = functions.load(load_it)
        return Session(function, parameters)
    except functions.CannotLoad as problem:
        return list(problem.args)
    finally:
        guards.active = guards.always_on


def open_text(kind, name, text, prelude, file, line, names, kinds, texts):
    functions.forget_modules()
    load_it = functions.load_lambda if kind == "lambda" else functions.load_module
    return open_session(lambda: load_it(name, text, prelude, file, line), names, kinds, texts)


def open_importable(module, name, paths, files, names, kinds, texts):
    functions.forget_modules()
    known = dict(zip(list(paths), list(files)))
    return open_session(lambda: functions.load_importable(module, name, known), names, kinds, texts)


held = {}
"""Handle -> function, for a script that keeps its own."""


def hold(function):
    """A handle under which the engine can ask for a function of this interpreter."""
    for handle, known in held.items():
        if known is function:
            return handle
    handle = len(held) + 1
    held[handle] = function
    code = getattr(function, "__code__", None)
    if code is not None:
        held_files.add(code.co_filename)
    return handle


held_files = set()
"""Files of held functions, whose lines belong into tracebacks."""


def open_held(handle, names, kinds, texts):
    functions.forget_modules()
    import linecache

    for file in held_files:
        functions.remember(file, 1, "".join(linecache.getlines(file)))
    return open_session(lambda: held[handle], names, kinds, texts)
