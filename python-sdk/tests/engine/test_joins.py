"""Tables in and out of a real engine."""

import threading

import pyarrow as pa
import pytest

import dovetail
from dovetail import EqualityGate, Join, Space, Transform, candidate_gate, errors

X = pa.table({"id": [1, 2, 3], "v": [1.0, None, 3.0]})
Y = pa.table({"id": [1, 3, 3], "w": ["a", "b", "c"]})
MATCHES = [["a"], [], ["b", "c"]]


def same(x, y):
    return x["id"] == y["id"]


def matches(result):
    return [[match["w"] for match in row["matches"]] for row in result]


def test_a_result_comes_out_in_every_form():
    result = Join(x=X, y=Y, fn=same).run()
    assert (len(result), result.output_space, result.evaluated_by) == (3, None, "compiled")
    assert matches(result) == matches(result) == MATCHES, "each pass reads it anew"
    assert matches(result.to_arrow().to_pylist()) == MATCHES
    assert matches(row for batch in result.to_batches() for row in batch.to_pylist()) == MATCHES
    assert pa.table(result).equals(result.to_arrow())
    assert matches(result.to_pandas().to_dict("records")) == MATCHES
    assert matches(result.to_polars().to_dicts()) == MATCHES
    assert "<td>1.0</td>" in result._repr_html_()


def test_tables_of_every_library_go_in():
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    x = pandas.DataFrame({"id": [1, 2, 3], "kind": pandas.Categorical(["p", "q", "p"])})
    y = polars.DataFrame({"id": [1, 3, 3], "w": ["a", "b", "c"]})
    assert matches(Join(x=x, y=y, fn=same).run()) == MATCHES
    relation = duckdb.sql("select unnest([1, 3, 3]) as id, unnest(['a', 'b', 'c']) as w")
    result = Join(x=x, y=relation, fn=same, shape="inner").run()
    assert result.to_arrow()["kind"].to_pylist() == ["p", "p", "p"]


def test_several_y_are_told_apart_by_their_names():
    result = Join(x=X, y={"first": Y, "second": Y.slice(1, 1)}, fn=same).run()
    assert [[m["_space"] for m in row["matches"]] for row in result] == [
        ["first"],
        [],
        ["first", "first", "second"],
    ]


def test_a_table_alone_joins_with_itself():
    result = Join(x=X, fn=lambda a, b: a["id"] < b["id"], shape="degrees").run()
    assert len(result) == 3


def test_many_rows_stream_both_ways():
    table = pa.table({"id": range(300_000), "s": [str(n) for n in range(300_000)]})
    result = Join(x=table, y=table, fn=same, shape="inner").run()
    assert result.to_arrow()["s_y"].equals(table["s"])


def test_a_transform_of_a_table():
    result = Transform(x=X, fn=lambda row: {"twice": row["id"] * 2}).run()
    assert [row["twice"] for row in result] == [2, 4, 6]


def test_spaces_and_results_mix(engine):
    engine.space("clicks").put(X, primary_key="id")
    Space("news").put(Y)
    task = Join(name="j", input_spaces=("clicks", "news"), output_space="resolved", fn=same)
    first = task.run(engine)
    assert matches(first) == MATCHES
    assert first.output_space == "resolved"
    Space("clicks").put(X.slice(0, 1), primary_key="id")
    second = task.run()
    assert matches(second) == MATCHES[:1]
    assert matches(first) == MATCHES, "a result is of the version that its run made"
    mixed = Join(x="clicks", y=Y, fn=same).run()
    assert matches(mixed) == MATCHES[:1]
    assert {space.name for space in engine.spaces()} >= {"clicks", "news", "resolved"}


def test_a_space_in_full(tmp_path):
    space = Space("people")
    file = tmp_path / "people.csv"
    file.write_text("id,born\n1,2001-02-03\n2,\n")
    version = space.put(file, primary_key="id", unique=True)
    assert (version.version, version.rows, version.primary_key) == (1, 2, ("id",))
    assert space.schema == {"id": "int64", "born": "date"}
    space.put(pa.table({"id": [2, 3], "born": pa.array([1, 2], pa.date32())}), primary_key="id", mode="upsert")
    assert [row["id"] for row in space] == [1, 2, 3]
    assert len(space.head(1)) == 1 and len(space) == 3
    assert [v.version for v in space.history()] == [1, 2]
    assert Space("people", version=1).to_arrow().num_rows == 2
    assert space.export(tmp_path / "out.jsonl.gz") == 3
    assert space.export(tmp_path / "out.parquet") == 3
    assert Space("again").put(tmp_path / "out.parquet").rows == 3
    assert "people" in space._repr_html_()
    with pytest.raises(errors.E201):
        space.put(tmp_path / "nowhere.csv")
    space.drop()
    with pytest.raises(errors.E210):
        space.show()


def test_sessions_plans_and_decisions(engine):
    task = Join(name="told", x=X, y=Y, fn=same)
    plan = task.explain()
    assert "hash" in plan.text and plan.plan and "<pre>" in plan._repr_html_()
    result = task.run()
    session = engine.session(result.session)
    assert (session.task_name, session.outcome) == ("told", "done")
    assert dovetail.sessions(1)[0].id == result.session
    decided = session.decisions()
    assert decided.to_arrow().num_rows == len(list(decided)) == 3
    assert session.details()["metrics"]["pairsPython"] == 0
    with pytest.raises(errors.E405):
        engine.session("20200101-000000-000000")


def test_a_gate_travels():
    @candidate_gate(EqualityGate(x="id", y="id"))
    def gated(x, y):
        return x["id"] == y["id"] and str(x["id"]).isdigit()

    assert matches(Join(x=X, y=Y, fn=gated).run()) == MATCHES


def test_a_name_of_any_kind():
    assert len(Join(name="clicks to news, 2", x=X, y=Y, fn=same).run().to_arrow()) == 3


def test_settings_reach_the_run():
    with pytest.raises(errors.E404):
        Join(x=X, y=Y, fn=same).run(max_output_rows=2)
    with pytest.raises(errors.E101, match="max_rows"):
        Join(x=X, y=Y, fn=same).run(max_rows=2)


def test_threads_share_an_engine():
    found = {}

    def work(n):
        found[n] = Join(x=X, y=Y, fn=lambda x, y: x["id"] == y["id"], python="client" if n % 2 else "auto").run()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [matches(found[n]) for n in range(6)] == [MATCHES] * 6


def test_sessions_are_paged_and_decisions_filtered():
    for name in ("paged/1", "paged/2", "paged/2"):
        assert matches(Join(name=name, x=X, y=Y, primary_key="id", fn=same).run()) == MATCHES
    with pytest.raises(errors.E120):
        Join(name="paged/2", x=X, y=Y, fn=lambda a, b: 1 // (a["id"] - a["id"]) > b["id"]).run()
    assert [s.outcome for s in dovetail.sessions(task="paged/2")] == ["failed", "done", "done"]
    (latest,) = dovetail.sessions(1, task="paged/2", outcome="done")
    assert latest.decisions(x=3).to_arrow()["y_id"].to_pylist() == [3]
    assert latest.decisions(y=["1"]).to_arrow()["x_id"].to_pylist() == [1]
    assert latest.decisions(offset=1, limit=1).to_arrow()["x_id"].to_pylist() == [2]
    behind = dovetail.sessions(task="paged/2", before=latest.id)
    assert len(behind) == 1 and behind[0].started_at < latest.started_at
    with pytest.raises(errors.E405):
        dovetail.sessions(before="none")
