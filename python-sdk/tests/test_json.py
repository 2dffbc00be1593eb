"""A task reads back from its JSON as the same task."""

import unittest
from datetime import timedelta
from decimal import Decimal

from dovetail import BandGate, Join, PythonFunction, Task, Transform, candidate_gate, errors

LIMIT = 3


@candidate_gate(BandGate(x="t", y="t", width=timedelta(seconds=5)))
def near(x, y):
    return abs(x["t"] - y["t"]) <= timedelta(seconds=LIMIT)


TASKS = [
    Join(name="a", input_spaces=("x", "y"), output_space="z", fn=lambda x, y: x["id"] == y["id"] + LIMIT),
    Join(
        name="b",
        input_spaces="x",
        output_space="z",
        primary_key=("k", "l"),
        evidence="t",
        fn="lambda x, y, n: True",
        function_parameters={"n": 3, "rate": {"type": "decimal(4,2)", "value": Decimal("1.5")}},
        max_matches_per_x=1,
        exact_x=True,
        max_matches_per_y=2,
        duplicates="collapse",
        shape="first",
    ),
    Join(name="c", input_spaces=("x", "y"), output_space="z", evidence="t", fn=near),
    Join(
        name="d",
        input_spaces=("x", "y"),
        output_space="z",
        fn="pkg.mod:same",
        evidence="t",
        shape="as-of",
        latest_by="t",
    ),
    Join(name="e", input_spaces=("x", "y"), fn=PythonFunction(name="f", source="def f(x, y):\n    return True\n")),
    Transform(
        name="t", input_space="x", output_space="y", fn=lambda row, k: {"a": row["a"]}, function_parameters={"k": 1}
    ),
    Transform(name="u", input_space="x", output_space="y", rename={"b": "a"}),
]


class RoundTrip(unittest.TestCase):
    def test_both_ways(self):
        for task in TASKS:
            with self.subTest(task=task.name):
                self.assertEqual(Task.from_json(task.to_json()).to_json(), task.to_json())

    def test_a_version_of_a_space_stays_named(self):
        json = {**TASKS[0].to_json(), "input_spaces": ["x", {"space": "y", "version": 3}]}
        self.assertEqual(Task.from_json(json).to_json(), json)

    def test_what_is_not_known_is_refused(self):
        json = TASKS[0].to_json()
        for wrong in (
            {**json, "task": "merge"},
            {**json, "outputspace": "z"},
            {**json, "fn": {"code": "x"}},
            {**json, "input_spaces": []},
            {**json, "input_spaces": [3]},
            3,
        ):
            with self.subTest(wrong=wrong), self.assertRaises(errors.E112):
                Task.from_json(wrong)

    def test_a_function_that_stayed_cannot_be_read(self):
        with self.assertRaises(errors.E108):
            Task.from_json({**TASKS[0].to_json(), "fn": {"held": {"name": "f", "handle": 1, "because": ""}}})


if __name__ == "__main__":
    unittest.main()
