"""Tasks say what is wrong with them at once, and become the JSON that the engine reads."""

import dataclasses
import json
import sys
import types
import unittest
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

import dovetail
from dovetail import (
    AnyOfGate,
    BandGate,
    EqualityGate,
    Join,
    PrefixGate,
    RangeOverlapGate,
    SemJoin,
    SharedTokenGate,
    Space,
    Transform,
    _values,
    errors,
    run_all,
)


def join(**more):
    arguments = {"name": "j", "input_spaces": ("a", "b"), "output_space": "c", "fn": "lambda x, y: True", **more}
    return Join(**arguments)


class Refusals(unittest.TestCase):
    def refused(self, code, make, *words):
        with self.assertRaises(errors.RequestError) as caught:
            make()
        self.assertEqual(caught.exception.code, code)
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_parameters_of_a_join(self):
        self.refused("E101", lambda: join(name=""), "name")
        self.refused("E101", lambda: join(input_spaces=()), "input_spaces", "empty")
        self.refused("E101", lambda: join(primary_key=()), "primary_key", "empty")
        self.refused("E101", lambda: join(primary_key=("id", "id")), "primary_key", "twice")
        self.refused("E101", lambda: join(max_matches_per_x=-1), "max_matches_per_x is -1")
        self.refused("E101", lambda: join(max_matches_per_y=True), "max_matches_per_y is True")
        self.refused("E101", lambda: join(exact_y=True), "exact_y", "max_matches_per_y")
        self.refused("E101", lambda: join(duplicates="keep"), "keep")
        self.refused("E107", lambda: join(fn=3), "int")
        self.refused("E106", lambda: join(function_parameters={"t": {"value": 7, "candidates": [3, 10]}}), "t", "7")
        self.refused("E106", lambda: join(function_parameters={"t": object()}), "object")

    def test_a_transform_changes_in_one_way(self):
        arguments = {"name": "t", "input_space": "a", "output_space": "b"}
        self.refused("E101", lambda: Transform(**arguments), "none")
        self.refused("E101", lambda: Transform(**arguments, drop="a", copy={"b": "a"}), "copy and drop")
        self.refused("E101", lambda: Transform(**arguments, copy={}), "copy")
        self.refused(
            "E101", lambda: Transform(**arguments, drop="a", function_parameters={"k": 1}), "function_parameters"
        )

    def test_gates(self):
        self.refused("E111", lambda: EqualityGate(), "either")
        self.refused("E111", lambda: EqualityGate(x="a"), "one side")
        self.refused("E111", lambda: EqualityGate(x=("a", "b"), y="a"), "pairs")
        self.refused("E111", lambda: PrefixGate(x="a", y="b", length=0), "length")
        self.refused("E111", lambda: AnyOfGate(gates=()), "any_of")
        self.refused("E111", lambda: RangeOverlapGate(x=("a",), y=("b", "c")), "range_overlap")

    def test_sem_join_comes_later(self):
        self.refused("E101", lambda: SemJoin(name="s"), "SemJoin")

    def test_inputs_are_spaces_or_tables(self):
        self.refused("E101", lambda: join(x=[1]), "input_spaces", "x")
        self.refused("E101", lambda: join(y=[1]), "input_spaces", "y")
        self.refused("E101", lambda: join(input_spaces=None), "input_spaces")
        self.refused("E101", lambda: Join(x=[1], y=[], fn="lambda x, y: True"), "y")
        self.refused("E101", lambda: join(python="here"), "here")
        self.refused("E101", lambda: Join(x=[1], fn="lambda x, y: True").to_json(), "'x' is a table")


class Forms(unittest.TestCase):
    def test_a_join_in_full(self):
        task = join(
            primary_key=("id", "k"),
            evidence="t",
            max_matches_per_x=2,
            exact_x=True,
            duplicates="collapse",
            function_parameters={"n": 3, "rate": {"type": "decimal(4,2)", "value": Decimal("1.5")}},
        )
        self.assertEqual(
            task.to_json(),
            {
                "task": "join",
                "name": "j",
                "input_spaces": ["a", "b"],
                "output_space": "c",
                "primary_key": ["id", "k"],
                "fn": {"lambda": {"text": "lambda x, y: True"}},
                "evidence": ["t"],
                "function_parameters": {
                    "n": {"type": "int64", "value": 3},
                    "rate": {"type": "decimal(4,2)", "value": {"$dec": "1.5"}},
                },
                "max_matches_per_x": 2,
                "exact_x": True,
                "duplicates": "collapse",
            },
        )
        json.dumps(task.to_json())

    def test_gates(self):
        gate = AnyOfGate(
            gates=(
                EqualityGate(x="a", y=["b"]),
                BandGate(x="t", y="t", width=timedelta(seconds=5)),
                SharedTokenGate(x="p", y="q"),
                RangeOverlapGate(x=("a", "b"), y=("c", "d")),
                EqualityGate(x_key="lambda r: 1", y_key="lambda r: 2"),
            )
        )
        self.assertEqual(
            gate.to_json()["gates"],
            [
                {"kind": "equality", "x": ["a"], "y": ["b"]},
                {"kind": "band", "x": "t", "y": "t", "width": {"$dur": "PT5S"}},
                {"kind": "shared_token", "x": "p", "y": "q"},
                {"kind": "range_overlap", "x": ["a", "b"], "y": ["c", "d"]},
                {"kind": "equality", "x_key": "lambda r: 1", "y_key": "lambda r: 2"},
            ],
        )
        with self.assertRaises(dataclasses.FrozenInstanceError):
            gate.gates = ()

    def test_values_come_back_as_they_were(self):
        for value, kind in (
            (2**63, "uint64"),
            (-(2**53) - 1, "int64"),
            (float("inf"), "float64"),
            (1.0, "float64"),
            ("é", "utf8"),
            (b"\0\xff", "binary"),
            (True, "bool"),
            (None, "utf8"),
            (Decimal("1.20"), "decimal(3,2)"),
            (date(2024, 2, 29), "date"),
            (time(23, 59, 59, 999999), "time"),
            (datetime(2024, 1, 1, 1, 2, 3, 4), "timestamp(us)"),
            (datetime(2024, 1, 1, tzinfo=timezone.utc), "timestamp(us,UTC)"),
            (timedelta(days=-3, microseconds=7), "duration(us)"),
            ([1, None], "list<int64>"),
        ):
            with self.subTest(value=value):
                self.assertEqual(_values.column_type(value), kind)
                back = _values.decoder(kind)(json.loads(json.dumps(_values.encode(value, "v"))))
                self.assertEqual((type(back), back), (type(value), value))
        self.assertEqual(str(_values.decoder("float64")(_values.encode(-0.0, "v"))), "-0.0")
        self.assertEqual(
            _values.decoder("struct<a:list<struct<b:date,c:int64>>>")({"a": [{"b": {"$date": "2024-01-02"}}]}),
            {"a": [{"b": date(2024, 1, 2), "c": None}]},
        )
        self.assertEqual(
            _values.decoder("timestamp(ns)")({"$ts": "2024-01-01T00:00:00.000000001"}), "2024-01-01T00:00:00.000000001"
        )

    def test_the_public_names_are_sorted_and_there(self):
        for module in (dovetail, errors):
            self.assertEqual(module.__all__, sorted(module.__all__))
            for name in module.__all__:
                # it needs packages that a script inside the engine has not
                if name != "AsyncClient" or sys.implementation.name == "cpython":
                    self.assertTrue(hasattr(module, name), name)

    def test_an_error_says_what_where_and_what_to_do(self):
        error = errors.E127("too many", "x key 3", "Allow more.")
        self.assertEqual(str(error), "E127: too many (x key 3). Allow more.")
        self.assertEqual((error.exit_code, errors.RequestError.exit_code), (3, 1))


class Requests(unittest.TestCase):
    """With a host in place of the engine: a true border."""

    def setUp(self):
        self.asked = []
        self.answer = {}
        host = types.ModuleType("_dovetail_host")
        host.request = lambda text: self.asked.append(json.loads(text)) or json.dumps(self.answer)
        host.hold = lambda function: 5
        sys.modules["_dovetail_host"] = host

    def tearDown(self):
        del sys.modules["_dovetail_host"]

    def test_tasks_run_together_and_answer_in_their_order(self):
        self.answer = {
            "results": [{"task": "k", "rows": 1, "output_space": "c", "session": "s2"}, {"task": "j", "rows": 2}]
        }
        results = run_all([join(), join(name="k")])
        self.assertEqual([(r.task, r.rows) for r in results], [("j", 2), ("k", 1)])
        self.assertEqual(repr(results[1]), "<k: 1 row in 'c', session s2>")
        self.assertEqual([t["name"] for t in self.asked[0]["tasks"]], ["j", "k"])

    def test_an_error_answer_is_raised_by_its_blame(self):
        self.answer = {
            "error": {
                "code": "E127",
                "blame": "DATA",
                "what": "too many",
                "remedy": "Allow more.",
                "traceback": "  File",
            }
        }
        with self.assertRaises(errors.E127) as caught:
            join().run()
        self.assertIsInstance(caught.exception, errors.DataError)
        self.assertEqual(str(caught.exception), "E127: too many. Allow more.\n  File")

    def test_a_space_is_read_by_type(self):
        self.answer = {"columns": [["id", "int64"], ["d", "decimal(3,2)"]], "rows": [[1, {"$dec": "1.20"}], [2, None]]}
        self.assertEqual(Space("a").head(2), [{"id": 1, "d": Decimal("1.20")}, {"id": 2, "d": None}])
        self.assertEqual(self.asked[0], {"op": "space_rows", "name": "a", "limit": 2})

    def test_a_file_is_put(self):
        self.answer = {"name": "a", "version": 3, "rows": 2, "primary_key": ["id"]}
        version = Space("a").put("f.csv", primary_key="id", schema={"id": "int64"})
        self.assertEqual((version.version, version.primary_key), (3, ("id",)))
        self.assertEqual(self.asked[0]["schema"], {"id": "int64"})

    def test_a_script_keeps_its_rows_in_spaces(self):
        for task in (join(output_space=None), join(input_spaces=None, x=[1])):
            with self.assertRaises(errors.E101) as caught:
                task.run()
            self.assertIn("dovetail run", str(caught.exception))
        self.assertEqual(self.asked, [])

    def test_what_stays_here_is_held(self):
        task = join(fn=lambda x, y: self.asked is not None)
        self.assertEqual(task.to_json()["fn"]["held"]["handle"], 5)


if __name__ == "__main__":
    unittest.main()
