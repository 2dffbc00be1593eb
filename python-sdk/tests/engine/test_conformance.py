"""The conformance cases of `Join`, as tables, evaluated by the engine's Python and by this one."""

import json
import math
import os
import pathlib
import re
from datetime import datetime, timedelta, timezone

import pyarrow as pa
import pytest

from dovetail import Join, PythonFunction, _gates, _values, errors

FOLDER = os.environ.get("DOVETAIL_CASES")  # such as one that tests/differential has kept
CASES = sorted(
    pathlib.Path(FOLDER).glob("join*.json")
    if FOLDER
    else (pathlib.Path(__file__).parents[3] / "tests/cases").glob("*/join*.json")
)


def places(run):
    """Where the function of a run can be evaluated: one that declares a gate goes to the engine."""
    fn = run["args"]["fn"]
    gated = isinstance(fn, dict) and "candidate_gate" in fn.get("python_function", {})
    return ("auto",) if gated else ("auto", "client")


RUNS = [
    (case, index, place)
    for case in CASES
    for index, run in enumerate(json.loads(case.read_text())["runs"])
    if run["front_end"] == "join"
    for place in places(run)
]
SIMPLE = {"bool": pa.bool_(), "utf8": pa.string(), "binary": pa.binary(), "date": pa.date32(), "time": pa.time64("us")}


def arrow(kind):
    """The type of a column."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    name, _, inner = kind.partition("<" if "<" in kind.partition("(")[0] else "(")
    if name == "list":
        return pa.list_(arrow(inner[:-1]))
    if name == "struct":
        return pa.struct([(part, arrow(of)) for part, of in _values.struct_parts(kind)])
    parts = inner[:-1].split(",")
    if name == "decimal":
        return pa.decimal128(int(parts[0]), int(parts[1]))
    if name == "timestamp":
        return pa.timestamp(parts[0], parts[1].strip() if len(parts) > 1 else None)
    if name == "duration":
        return pa.duration(parts[0])
    return pa.type_for_alias(kind.replace("float32", "float").replace("float64", "double"))


def value(json, kind):
    """A value that pyarrow takes for a column of a type."""
    if isinstance(json, dict) and "$ts" in json:
        moment, digits = re.fullmatch(r"([^.Z+]*?)(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)?", json["$ts"]).groups()
        zone = re.search(r"(?:Z|[+-]\d\d:\d\d)$", json["$ts"][10:])
        at = datetime.fromisoformat(moment + (zone.group().replace("Z", "+00:00") if zone else "+00:00"))
        nanos = (at - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(seconds=1) * 10**9
        return (nanos + int((digits or "").ljust(9, "0"))) // {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[kind.unit]
    if isinstance(json, list):
        return [value(item, kind.value_type) for item in json]
    if isinstance(json, dict) and pa.types.is_struct(kind):
        return {part.name: value(json.get(part.name), part.type) for part in kind}
    if isinstance(json, dict):
        return _values.decoder("float64" if "$f64" in json else "int64")(json)
    return float(json) if pa.types.is_floating(kind) and json is not None else json


def repeated(rows, item):
    for row in rows:
        if isinstance(row, dict) and "$repeat" in row:
            for i in range(row["$repeat"]):
                yield placed(row[item], i)
        else:
            yield row


def placed(json, i):
    if isinstance(json, list):
        return [placed(part, i) for part in json]
    if isinstance(json, dict) and "$i" in json:
        rule = json["$i"]
        found = rule.get("start", 0) + rule.get("step", 1) * i
        return found % rule["mod"] if "mod" in rule else found
    return json


def table(json):
    kinds = [(name, arrow(kind)) for name, kind in json["schema"]]
    rows = list(repeated(json["rows"], "row"))
    columns = [pa.array([value(row[n], kind) for row in rows], kind) for n, (_, kind) in enumerate(kinds)]
    return pa.table(columns, names=[name for name, _ in kinds])


def function(json, folder, monkeypatch):
    if isinstance(json, str):
        return json
    if "importable" in json:
        for name, text in json["files"].items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        monkeypatch.syspath_prepend(str(folder))
        return json["importable"]
    inner = json["python_function"]
    gate = _gates.gate_json(inner["candidate_gate"]) if "candidate_gate" in inner else None
    return PythonFunction(name=inner["name"], source=inner["source"], candidate_gate=gate)


def keys(row, names):
    found = [row[name] for name in names]
    return found[0] if len(found) == 1 else found


def same(found, expected):
    """Whether a key is the one that a case has written."""
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict) and len(expected) == 1 and next(iter(expected))[:1] == "$":
        if "$ts" in expected:
            return True  # instants are compared by the runner of the command, to the nanosecond
        kind = "float64" if "$f64" in expected else "int64"
        expected = _values.decoder(kind)(expected)
    if isinstance(found, float) and math.isnan(found):
        return isinstance(expected, float) and math.isnan(expected)
    return found == expected and (not isinstance(found, float) or math.copysign(1, found) == math.copysign(1, expected))


@pytest.mark.parametrize(("case", "index", "place"), RUNS, ids=[f"{c.stem}-{i}-{p}" for c, i, p in RUNS])
def test_a_case(case, index, place, tmp_path, monkeypatch):
    json_case = json.loads(case.read_text())
    run = json_case["runs"][index]
    arguments, expected = dict(run["args"]), run["expect"]
    tables = {name: table(space) for name, space in json_case["spaces"].items()}
    first, *others = arguments.pop("input_spaces")
    fn = function(arguments.pop("fn"), tmp_path, monkeypatch)
    parameters = arguments.pop("function_parameters", None)

    def joined():
        task = Join(x=tables[first], y={n: tables[n] for n in others} or None, fn=fn, python=place, **arguments)
        task.function_parameters = parameters or {}  # they are written as tasks have them
        return task.run()

    if "error" in expected:
        with pytest.raises(errors.DovetailError) as caught:
            joined()
        wanted = expected["error"]
        assert wanted.get("code") in (None, caught.value.code)
        for word in wanted["mentions"]:
            assert word.lower() in str(caught.value).lower()
        return
    result = joined()
    names = arguments["primary_key"]
    rows = [
        (keys(row, names), [(match.get("_space"), keys(match, names)) for match in row["matches"]]) for row in result
    ]
    wanted = list(repeated(expected["matches"], "row"))
    assert len(rows) == len(wanted)
    for (key, matches), (key_wanted, matches_wanted) in zip(rows, wanted):
        matches_wanted = list(repeated(matches_wanted, "item"))
        assert same(key, key_wanted)
        assert len(matches) == len(matches_wanted)
        for (space, match), match_wanted in zip(matches, matches_wanted):
            if isinstance(match_wanted, dict) and "space" in match_wanted:
                assert space == match_wanted["space"]
                match_wanted = match_wanted["key"]
            assert same(match, match_wanted)
