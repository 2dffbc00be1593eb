"""Who evaluates a function - the engine's Python or this one - never shows in an answer."""

import datetime
import decimal
import functools
import threading
import time

import pyarrow as pa
import pytest

from dovetail import Join, Transform, errors

X = pa.table({"id": [1, 2, 3, 4], "n": [3, 0, None, 5], "s": ["a", "b", "é", None]})
Y = pa.table({"id": [1, 2, 3], "n": [1, 0, 2], "s": ["A", "b", "E"]})


def outcome(fn, python, **more):
    """What a join says: its rows, or its error."""
    try:
        return Join(x=X, y=Y, evidence=("n", "s"), fn=fn, python=python, **more).run().to_arrow().to_pylist()
    except errors.DataError as problem:
        # a file's line is shown whole here, and there as far as it was sent; so is the file of a helper
        first, *helpers = [line for line in problem.traceback.splitlines() if line.startswith('  File "')] or [""]
        return problem.code, problem.what, problem.keys, first, [line.rpartition(", ")[2] for line in helpers]


def raises_in_a_helper(x):
    return 1 // x["n"]


FUNCTIONS = [
    lambda x, y: hash(x["n"]) == hash(y["n"]),
    lambda x, y: f"{x['s']}".encode() > f"{y['s']}".encode(),
    lambda x, y: sorted([x["id"], y["id"]]) == [x["id"], y["id"]],
    lambda x, y: repr((x, y)) == "" or isinstance(x, dict),
    lambda x, y: raises_in_a_helper(x) == y["n"],
    lambda x, y: x["n"] and y["n"],
    lambda x, y: {**x} == {**y} or x["id"],
    lambda x, y: x["nothing"] == 1,
    lambda x, y: bool(__import__("time").time()),
    lambda x, y: bool(__import__("random").random()),
    lambda x, y: bool(open("/etc/hostname")),
    lambda x, y: x.pop("id") == 1,
    lambda x, y: (_ for _ in ()).throw(SystemExit(3)),
    lambda x, y: str(x["s"]).upper() == y["s"] or len(repr(x["s"])) > 99,
]


@pytest.mark.parametrize("index", range(len(FUNCTIONS)))
def test_a_function_says_the_same_in_both(index):
    assert outcome(FUNCTIONS[index], "client") == outcome(FUNCTIONS[index], "engine")


ZONED = datetime.datetime(2024, 10, 27, 0, 30, tzinfo=datetime.timezone.utc)
COLUMNS = {
    "int8": pa.array([-128, 127, None], pa.int8()),
    "uint8": pa.array([0, 255, None], pa.uint8()),
    "int32": pa.array([-(2**31), 2**31 - 1, None], pa.int32()),
    "uint32": pa.array([0, 2**32 - 1, None], pa.uint32()),
    "int64": pa.array([-(2**63), 2**63 - 1, None]),
    "uint64": pa.array([0, 2**64 - 1, None], pa.uint64()),
    "float32": pa.array([0.1, float("nan"), None], pa.float32()),
    "float64": pa.array([-0.0, float("inf"), None]),
    "bool": pa.array([True, False, None]),
    "utf8": pa.array(["", "a\0é\U0001f600", None]),
    "binary": pa.array([b"", b"\0\xff", None]),
    "decimal": pa.array([decimal.Decimal("-1.20"), decimal.Decimal("0.00"), None], pa.decimal128(20, 2)),
    "decimal256": pa.array([decimal.Decimal("9" * 50), decimal.Decimal("0E-3"), None], pa.decimal256(60, 3)),
    "date": pa.array([datetime.date(1, 1, 1), datetime.date(9999, 12, 31), None]),
    "time s": pa.array([0, 86_399, None], pa.time32("s")),
    "time": pa.array([datetime.time(23, 59, 59, 999_999), datetime.time(), None]),
    "timestamp s": pa.array([-62_135_596_800, 253_402_300_799, None], pa.timestamp("s")),
    "timestamp": pa.array([datetime.datetime(1900, 1, 1, 0, 0, 0, 1), datetime.datetime(2024, 2, 29), None]),
    "timestamp ns": pa.array([1, -1, None], pa.timestamp("ns")),
    "utc": pa.array([ZONED, ZONED, None], pa.timestamp("us", "UTC")),
    "zone": pa.array(
        [ZONED, ZONED + datetime.timedelta(hours=1), None], pa.timestamp("us", "Europe/Berlin")
    ),  # the same wall time, twice
    "offset": pa.array([ZONED, ZONED, None], pa.timestamp("us", "+05:30")),
    "duration": pa.array([datetime.timedelta(-1, 0, 1), datetime.timedelta(0), None]),
    "duration s": pa.array([-(10**11), 10**11, None], pa.duration("s")),
    "list": pa.array([[1, None], [], None]),
    "list of lists": pa.array([[["a"], None], [[]], None]),
    "struct": pa.array([{"a": 1, "b": [datetime.date(2024, 1, 1)]}, {"a": None, "b": None}, None]),
    "list of structs": pa.array([[{"t": datetime.datetime(2024, 1, 1)}], [None], None]),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_value_of_every_type_is_the_same_in_both(kind):
    table = pa.table({"id": [1, 2, 3], "c": COLUMNS[kind]})

    def described(row):
        value = row["c"]
        fold = getattr(value, "fold", 0)
        base = type(value).__mro__[-2].__name__ if value is not None else ""
        offset = str(value.utcoffset()) if hasattr(value, "utcoffset") else ""
        zone = getattr(value, "tzinfo", None)
        shown = f"{value} {zone}" if zone else repr(value)  # a moment's repr differs between implementations
        return {"text": f"{shown} {type(value).__name__} {base} {fold} {offset} {value == value}"}

    # each kind goes back as well, in what `packing` makes of it
    def returned(row):
        return {"c": row["c"], "id": row["id"]}

    for fn in (described, returned):
        here, there = (Transform(x=table, fn=fn, python=place).run() for place in ("client", "engine"))
        assert (here.evaluated_by, there.evaluated_by) == ("client", "engine")
        assert here.to_arrow().schema == there.to_arrow().schema
        assert repr(here.to_arrow().to_pylist()) == repr(there.to_arrow().to_pylist())


def test_auto_ships_what_it_can_and_holds_the_rest():
    numpy = pytest.importorskip("numpy")
    lock = threading.Lock()
    shipped = Join(x=X, y=Y, fn=lambda x, y: hash(x["id"]) == hash(y["id"])).run()
    assert shipped.evaluated_by in ("engine", "compiled")
    for held in (
        lambda x, y: bool(numpy.isclose(x["id"], y["id"])),
        lambda x, y: not lock.locked() and x["id"] == y["id"],
        Pair().same,
    ):
        result = Join(x=X, y=Y, fn=held).run()
        assert result.evaluated_by == "client"
        assert [len(row["matches"]) for row in result] == [1, 1, 1, 0]
        with pytest.raises(errors.E108) as caught:
            Join(x=X, y=Y, fn=held, python="engine")
        assert 'python="client"' in str(caught.value)


class Pair:
    def same(self, x, y):
        return x["id"] == y["id"]


def test_texts_and_names_are_evaluated_here_as_well():
    for fn in ("lambda x, y: repr(x['id']) == repr(y['id'])", "fixtures_module:same"):
        result = Join(x=X, y=Y, fn=fn, python="client").run()
        assert [len(row["matches"]) for row in result] == [1, 1, 1, 0]
        assert result.evaluated_by == ("client" if "repr" in fn else "compiled")


def counts(fn, **more):
    """How many matches each row has, and who evaluated."""
    task = Join(x=X, y=Y, evidence=("n", "s"), fn=fn, python="client", **more)
    result = task.run()
    return [len(row["matches"]) for row in result], result.evaluated_by


def test_only_pairs_that_compiled_conjuncts_leave_reach_the_client():
    asked = []

    class Judge:
        def __call__(self, x, y):
            asked.append((x["id"], y["id"]))
            return x["id"] != 2

    judge = Judge()

    def named(x, y):
        if x["id"] != y["id"]:
            return False
        return judge(x, y)

    for fn in (lambda x, y: x["id"] == y["id"] and judge(x, y), named):
        asked.clear()
        assert counts(fn) == ([1, 0, 1, 0], "client")
        assert set(asked) == {(1, 1), (2, 2), (3, 3)}
        plan = str(Join(x=X, y=Y, fn=fn, python="client").explain())
        assert "hash" in plan and "judge" in plan


def test_a_name_is_what_it_is_here():
    class Seven:
        def __call__(self, value):
            return 7

    abs, len, limits = Seven(), (lambda value: 7), [1]  # noqa: A001
    assert counts(lambda x, y: x["id"] == y["id"] and abs(x["id"]) == 7) == ([1, 1, 1, 0], "client")
    assert counts(lambda x, y: x["id"] == y["id"] and len(x["s"]) == 7) == ([1, 1, 1, 0], "compiled")

    def grows(x, y):
        limits.append(0)
        return x["id"] in limits and x["id"] == y["id"]

    assert counts(grows) == ([1, 0, 0, 0], "client")


def test_what_is_compiled_is_what_would_run_here():
    limit = 1
    fn = lambda x, y: x["id"] == y["id"] and y["id"] <= limit  # noqa: E731
    task = Join(x=X, y=Y, fn=fn, python="client")
    limit = 2
    assert [len(row["matches"]) for row in task.run()] == [1, 1, 0, 0]

    def negated(inner):
        @functools.wraps(inner)
        def outer(x, y):
            return not inner(x, y)

        return outer

    def least(x, y, least=limit):
        return x["id"] == y["id"] and x["id"] >= least

    def renamed(x, y):
        return x["id"] == y["id"]

    renamed.__name__ = "not a name"
    limit = 9
    for function, expected in (
        (negated(lambda x, y: x["id"] == y["id"]), [2, 2, 2, 3]),
        (least, [0, 1, 1, 0]),
        (functools.partial(least, least=3), [0, 0, 1, 0]),
        (renamed, [1, 1, 1, 0]),
        (Pair().same, [1, 1, 1, 0]),
    ):
        assert counts(function)[0] == expected


def test_a_module_is_imported_by_the_engine_with_its_helpers(tmp_path, monkeypatch):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop/__init__.py").write_text("")
    (tmp_path / "shop/near.py").write_text(
        "from . import limits\ndef near(x, y):\n    return abs(x['id'] - y['id']) <= limits.MOST\n"
    )
    (tmp_path / "shop/limits.py").write_text("MOST = 1\n")
    (tmp_path / "shop/far.py").write_text(
        "import numpy\nfrom .limits import MOST\ndef far(x, y):\n    return bool(numpy.abs(x['id'] - y['id']) > MOST)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    from shop.near import near  # type: ignore[import-not-found]

    assert Join(x=X, y=Y, fn=near).run().evaluated_by in ("compiled", "engine")
    pytest.importorskip("numpy")
    from shop.far import far  # type: ignore[import-not-found]

    assert Join(x=X, y=Y, fn=far).run().evaluated_by == "client"
    with pytest.raises(errors.E108, match="imports numpy"):
        Join(x=X, y=Y, fn=far, python="engine")


def test_a_function_that_does_not_end_meets_the_deadline():
    for place in ("client", "engine"):
        started = time.monotonic()
        with pytest.raises((errors.E130, errors.E401)):
            Join(x=X, y=Y, fn=lambda x, y: any(False for _ in iter(int, 1)), python=place).run(timeout_seconds=4)
        assert time.monotonic() - started < 30
    left = [thread.name for thread in threading.enumerate() if thread.name == "dovetail-evaluator"]
    assert left == []
