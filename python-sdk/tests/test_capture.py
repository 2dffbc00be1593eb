"""A function of a script becomes text that means the same, or stays and says why."""

import decimal
import math
import os
import re
import sys
import unittest
from datetime import date, datetime, timedelta, timezone

from dovetail import BandGate, EqualityGate, PythonFunction, _capture, _host, candidate_gate, errors

LIMIT = 3
RATE = decimal.Decimal("1.20")
DAY = date(2024, 2, 29)
NOON = datetime(2024, 2, 29, 12, tzinfo=timezone.utc)
NAMES = {"a": [1, 2.5, None], "b": (True, b"x")}
WORD = re.compile(r"\w+", re.IGNORECASE)
here = open(os.devnull)


def function_json(fn):
    return _capture.capture(fn).json(_host.hold, same_files=True)


def tearDownModule():
    here.close()


def helper(value):
    return math.floor(value) + LIMIT


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


@candidate_gate(BandGate(x="t", y="t", width=5))
def near(x, y, *, within=LIMIT):
    """Declares a gate."""
    return abs(x["t"] - y["t"]) <= helper(within)


def restored(function):
    """The function that an interpreter makes of the captured text, without anything of this file."""
    spec = function_json(function)
    if "lambda" in spec:
        inner = spec["lambda"]
        namespace = {}
        exec(inner.get("prelude", ""), namespace)
        return eval("(" + inner["text"] + "\n)", namespace)
    inner = spec["python_function"]
    namespace = {"__name__": "restored"}
    exec(inner.get("prelude", ""), namespace)
    exec(inner["source"], namespace)
    return namespace[inner["name"]]


def made(k):
    def inner(x, y):
        return x["v"] == k

    return inner


class Capture(unittest.TestCase):
    def setUp(self):
        # this file is a module to the test runner; its functions are to be read as a script's are
        self.module = made.__module__
        for function in (near, helper, even, odd):
            function.__module__ = "__main__"

    def tearDown(self):
        for function in (near, helper, even, odd):
            function.__module__ = self.module

    def test_a_lambda_keeps_its_text_and_place(self):
        # fmt: off
        spec = function_json(lambda x, y: x["é"] == (
            y["b"]
        ))["lambda"]
        # fmt: on
        self.assertEqual(spec["text"].replace(" ", ""), 'lambdax,y:x["é"]==(\ny["b"]\n)')
        self.assertEqual(spec["file"], __file__)
        with open(__file__, encoding="utf-8") as stream:
            self.assertIn('lambda x, y: x["é"]', stream.read().split("\n")[spec["line"] - 1])

    def test_constants_and_imports_become_a_prelude(self):
        captured = lambda x, y: (LIMIT, RATE, DAY, NOON, NAMES, math.pi, timedelta(1), WORD.pattern, helper(1.5))
        self.assertEqual(restored(captured)(None, None), captured(None, None))

    def test_closures_are_read_when_the_task_is_made(self):
        k = float("inf")
        self.assertTrue(restored(lambda x, y: x["v"] < k)({"v": 1}, {}))
        self.assertTrue(restored(made("v"))({"v": "v"}, {}))

    def test_helpers_that_call_each_other_are_written_once(self):
        spec = function_json(lambda x, y: even(x["n"]))["lambda"]
        self.assertEqual(spec["prelude"].count("def even"), 1)
        self.assertEqual(spec["prelude"].count("def odd"), 1)
        self.assertTrue(restored(lambda x, y: even(x["n"]))({"n": 4}, {}))

    def test_a_declared_gate_travels_with_its_function(self):
        inner = function_json(near)["python_function"]
        self.assertEqual(inner["candidate_gate"], {"kind": "band", "x": "t", "y": "t", "width": 5})
        self.assertTrue(inner["source"].startswith("def near(x, y, *, within=LIMIT):"))
        self.assertTrue(restored(near)({"t": 1}, {"t": 7}))

    @unittest.skipIf(
        sys.implementation.name == "graalpy", "its code holds places; the function then stays, and is held"
    )
    def test_two_lambdas_on_one_line_are_told_apart(self):
        k = 2
        plus, minus = lambda x, y: x["a"] + k == y["a"], lambda x, y: x["a"] - k == y["a"]
        self.assertTrue(restored(plus)({"a": 1}, {"a": 3}))
        self.assertTrue(restored(minus)({"a": 3}, {"a": 1}))

    def test_what_cannot_be_written_down_names_the_variable(self):
        with self.assertRaises(errors.RequestError) as caught:
            function_json(lambda x, y: here.closed)
        self.assertEqual(caught.exception.code, "E108")
        self.assertIn("'here' is a TextIOWrapper", str(caught.exception))

    def test_a_function_of_a_module_goes_by_its_name(self):
        near.__module__ = self.module
        spec = function_json(helper_of_module := _module_function())
        self.assertEqual(spec["importable"], f"{helper_of_module.__module__}:{helper_of_module.__name__}")
        self.assertTrue(all(os.path.isdir(folder) for folder in spec["python_path"]))

    def test_texts_are_told_from_names(self):
        self.assertEqual(function_json("shop.match:same")["importable"], "shop.match:same")
        self.assertEqual(function_json("lambda x, y: True"), {"lambda": {"text": "lambda x, y: True"}})

    def test_a_default_that_changed_keeps_the_function_here(self):
        scope = {"BASE": 1}
        changed = eval(compile("lambda x, y, n=BASE: n", __file__, "eval"), scope)
        scope["BASE"] = 2
        with self.assertRaises(errors.RequestError):
            function_json(changed)

    def test_a_default_that_cannot_be_computed_again_keeps_the_function_here(self):
        local = 3

        def fn(x, y, most=local):
            return x["a"] <= most

        captured = _capture.capture(fn)
        assert captured.text is None and "cannot be computed again" in captured.because

    def test_a_keys_lambda_stands_alone(self):
        gate = EqualityGate(key=lambda r: r["name"].lower())
        self.assertEqual(gate.to_json(), {"kind": "equality", "key": 'lambda r: r["name"].lower()'})
        with self.assertRaises(errors.RequestError):
            EqualityGate(key=lambda r: r["n"] + LIMIT).to_json()

    def test_python_function(self):
        function = PythonFunction(name="f", source="def f(x, y):\n    return True\n")
        self.assertEqual(function_json(function)["python_function"]["name"], "f")
        with self.assertRaises(errors.RequestError):
            PythonFunction(name="not a name", source="x")


def _module_function():
    import fixtures_module

    return fixtures_module.same


if __name__ == "__main__":
    unittest.main()
