"""Tables travel as Arrow streams of the types that Spaces hold, and lose nothing."""

import datetime
import decimal
import io

import pytest

from dovetail import errors

pa = pytest.importorskip("pyarrow")

from dovetail import _tables  # noqa: E402


def sent(table, label="x"):
    """What arrives at the other end."""
    chunks = list(_tables.stream_of(_tables.reader_of(table, label)))
    return pa.ipc.open_stream(io.BytesIO(b"".join(chunks))).read_all()


ENCODED = {
    "dictionary": (pa.array(["a", None, "b", "a"]).dictionary_encode(), pa.string()),
    "large": (pa.array(["a", None, "", "d"], pa.large_string()), pa.string()),
    "view": (pa.array(["a", None, "a long text that is not kept inline", "d"], pa.string_view()), pa.string()),
    "bytes": (pa.array([b"ab", None, b"cd", b"ef"], pa.binary(2)), pa.binary()),
    "large bytes": (pa.array([b"a", None, b"", b"d"], pa.large_binary()), pa.binary()),
    "runs": (pa.RunEndEncodedArray.from_arrays([2, 4], pa.array([1, None])), pa.int64()),
    "half": (pa.array([1.5, None, 0.1, float("inf")], pa.float16()), pa.float32()),
    "large list": (pa.array([["a"], None, [], ["b", None]], pa.large_list(pa.large_string())), pa.list_(pa.string())),
    "fixed list": (pa.array([[1, 2], None, [3, 4], [5, None]], pa.list_(pa.int32(), 2)), pa.list_(pa.int32())),
    "struct": (
        pa.array([{"s": "a"}, None, {"s": None}, {"s": "b"}], pa.struct([("s", pa.large_string())])),
        pa.struct([("s", pa.string())]),
    ),
    "list of dictionaries": (
        pa.array([["a"], None, [], ["a", None]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
        pa.list_(pa.string()),
    ),
}


@pytest.mark.parametrize("name", ENCODED)
def test_an_encoded_column_becomes_its_values(name):
    column, plain = ENCODED[name]
    for part in (column, column.slice(1), column.slice(1, 2), column.slice(0, 0)):
        table = sent(pa.table({"c": part}))
        assert table.schema.field("c").type == plain
        assert table["c"].to_pylist() == part.to_pylist()


def test_a_map_becomes_its_pairs():
    column = pa.array([[("a", 1)], None, [], [("b", None)]], pa.map_(pa.string(), pa.int64()))
    table = sent(pa.table({"c": column}).slice(1))
    assert table["c"].to_pylist() == [None, [], [{"key": "b", "value": None}]]


def test_a_type_without_a_plain_form_is_refused_by_name():
    column = pa.array([(1, 2, 3)], pa.month_day_nano_interval())
    with pytest.raises(errors.E213, match="column 'c' of 'orders'"):
        sent(pa.table({"c": column}), "orders")


@pytest.mark.parametrize("rows", [0, 1, 2, 63, 64, 65, 1000])
def test_readers_batches_and_tables_of_any_size(rows):
    table = pa.table({"id": list(range(rows)), "s": [str(n) * 1000 for n in range(rows)]})
    assert sent(table).equals(table)
    assert sent(table.to_reader(7)).equals(table)
    for batch in table.combine_chunks().to_batches()[:1]:
        assert sent(batch).equals(table)


def test_a_large_chunk_is_sent_in_parts(monkeypatch):
    monkeypatch.setattr(_tables, "BATCH_BYTES", 1000)
    table = pa.table({"id": list(range(10_000))})
    chunks = list(_tables.stream_of(_tables.reader_of(table, "x")))
    assert len(chunks) > 50
    assert max(map(len, chunks)) < 4000


def test_a_reader_is_read_once():
    reader = pa.table({"id": [1]}).to_reader()
    sent(reader)
    with pytest.raises(errors.E101, match="'x' is a reader that has been read"):
        sent(reader)


def test_what_is_no_table_is_refused():
    with pytest.raises(errors.E101, match="'x' is a int"):
        sent(3)


def test_frames_of_other_libraries():
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    rows = [{"id": 1, "s": "a"}, {"id": 2, "s": None}]
    frame = pandas.DataFrame({"id": [1, 2], "s": ["a", None]})
    assert sent(frame).to_pylist() == rows
    assert sent(frame[frame.id > 1]).to_pylist() == rows[1:], "an index without a name is no column"
    assert sent(frame.set_index("id")).to_pylist() == rows, "one with a name is"
    assert sent(polars.DataFrame(rows)).to_pylist() == rows
    assert sent(duckdb.sql("select 1 as id, 'a' as s union all select 2, null order by id")).to_pylist() == rows


def test_rows_come_out_as_python_values():
    table = pa.table(
        {
            "ts": pa.array([datetime.datetime(2024, 1, 1, 1, 2, 3, 4), None]),
            "ns": pa.array([1_000_000_001, 2_000], pa.timestamp("ns")),
            "zoned": pa.array([datetime.datetime(2024, 7, 1, tzinfo=datetime.timezone.utc)] * 2),
            "dec": pa.array([decimal.Decimal("1.20"), None]),
            "list": pa.array([[1, None], None]),
            "struct": pa.array([{"d": datetime.date(2024, 2, 29)}, None]),
        }
    )
    first, second = _tables.ArrowRows(table.to_reader).dicts()
    assert first["ts"] == datetime.datetime(2024, 1, 1, 1, 2, 3, 4)
    assert first["ns"] == "1970-01-01T00:00:01.000000001"
    assert second["ns"] == datetime.datetime(1970, 1, 1, 0, 0, 0, 2)
    assert first["zoned"].utcoffset() == datetime.timedelta()
    assert (str(first["dec"]), first["list"], first["struct"]) == ("1.20", [1, None], {"d": datetime.date(2024, 2, 29)})
    assert second["ts"] is second["dec"] is second["list"] is second["struct"] is None


def test_files_are_named_by_their_ending(tmp_path):
    assert _tables.media_type("a.b/c.csv.gz", None) == "text/csv"
    assert _tables.media_type("c", "jsonl") == "application/x-ndjson"
    with pytest.raises(errors.E202, match="c.txt"):
        _tables.media_type("c.txt", None)
    file = str(tmp_path / "c.csv.gz")
    _tables.write(file, [b"id\n", b"1\n"])
    with open(file, "rb") as stream:
        assert stream.read(2) == b"\x1f\x8b"
    assert b"".join(_tables.pieces_of(file)) == b"id\n1\n"
    with pytest.raises(errors.E201, match="nowhere"):
        list(_tables.pieces_of(str(tmp_path / "nowhere.csv")))


def test_a_file_that_is_not_whole_does_not_appear(tmp_path):
    def broken():
        yield b"id\n"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        _tables.write(str(tmp_path / "c.csv"), broken())
    assert list(tmp_path.iterdir()) == []
