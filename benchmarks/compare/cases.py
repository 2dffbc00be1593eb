"""What is compared: one entry a case, with every engine's own best way to ask for it.

The peers see Y's columns with a `y_` before their names, so that no two columns of an answer share one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd
import polars as pl

PolarsJoin: TypeAlias = Callable[[pl.LazyFrame, pl.LazyFrame], pl.LazyFrame]
PandasJoin: TypeAlias = Callable[[pd.DataFrame, pd.DataFrame], pd.DataFrame]


@dataclass(frozen=True, slots=True)
class Lambda:
    """A condition in Python that every engine calls: its text and the columns it reads, each side's."""

    text: str
    x_columns: tuple[str, ...]
    y_columns: tuple[str, ...]

    def function(self) -> Callable[[Mapping[str, Any], Mapping[str, Any]], bool]:
        compiled: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = eval(self.text)
        return compiled

    def of_values(self) -> Callable[..., bool]:
        """The function of the columns' values, those of X first."""
        values = [f"v{i}" for i in range(len(self.x_columns) + len(self.y_columns))]
        named = [f"{c!r}: {v}" for c, v in zip(self.x_columns + self.y_columns, values, strict=True)]
        x, y = named[: len(self.x_columns)], named[len(self.x_columns) :]
        text = f"lambda {', '.join(values)}: function({{{', '.join(x)}}}, {{{', '.join(y)}}})"
        compiled: Callable[..., bool] = eval(text, {"function": self.function()})
        return compiled


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One join, asked for in four ways.

    Attributes:
        group: the part of the benchmark that it belongs to; `--only` takes groups and names.
        x, y: names in `tables.MAKERS`.
        rows: the sizes it is measured at if none is asked for.
        key, evidence, fn, shape, as_of: Dovetail's way.
        sql: DuckDB's way.
        polars, polars_engine: Polars' way.
        pandas: pandas' way; None where it has none, and `without_pandas` says why.
        unasked: columns of Y that the answer leaves out, such as the one that equals X's.
        x_order: a column of X without duplicates, by which the order of Dovetail's rows is checked.
        y_order: likewise, where an X may match several Y.
        by_row: the condition that the peers call for every pair, in cases that are about that.
    """

    name: str
    group: str
    x: str
    y: str
    rows: tuple[int, ...] = (1_000_000,)
    key: tuple[str, ...]
    evidence: tuple[str, ...] = ()
    fn: str
    shape: Literal["matches", "inner", "left", "as-of"]
    as_of: str | None = None
    sql: str
    polars: PolarsJoin
    polars_engine: Literal["in-memory", "streaming"] = "in-memory"
    pandas: PandasJoin | None = None
    without_pandas: str = ""
    unasked: frozenset[str] = field(default_factory=frozenset)
    x_order: str
    y_order: str | None = None
    by_row: Lambda | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Cases that are measured with the same peers, one table of the report.

    Attributes:
        name: of its markers in docs/performance.md.
        ratios: pairs of peers whose medians are divided; memory is compared for the first of them.
    """

    name: str
    title: str
    peers: tuple[str, ...]
    ratios: tuple[tuple[str, str], ...]
    cases: tuple[Case, ...]


def _equal(keys: tuple[str, ...]) -> str:
    return "lambda x, y: " + " and ".join(f'x["{key}"] == y["{key}"]' for key in keys)


def _on(keys: tuple[str, ...]) -> str:
    return " AND ".join(f"{key} = y_{key}" for key in keys)


def _same_keys(
    name: str,
    group: str,
    x: str,
    y: str,
    *keys: str,
    how: Literal["inner", "left"],
    x_order: str,
    rows: tuple[int, ...],
) -> Case:
    """Flat rows where columns of the same name are equal."""
    y_keys = [f"y_{key}" for key in keys]
    return Case(
        name=name,
        group=group,
        x=x,
        y=y,
        rows=rows,
        key=keys,
        fn=_equal(keys),
        shape=how,
        sql=f"SELECT * EXCLUDE ({', '.join(y_keys)}) FROM x {how} JOIN y ON {_on(keys)}",
        polars=lambda x, y: x.join(y, left_on=keys, right_on=y_keys, how=how),
        pandas=lambda x, y: x.merge(y.rename(columns=dict(zip(y_keys, keys, strict=True))), on=list(keys), how=how),
        unasked=frozenset(y_keys),
        x_order=x_order,
    )


def _nested(name: str, x: str, y: str, key: str, x_order: str, y_order: str | None = None) -> Case:
    """Each X with a list of its Y rows, whole."""
    return Case(
        name=name,
        group="nested",
        x=x,
        y=y,
        rows=(1_000_000, 10_000_000),
        key=(key,),
        fn=_equal((key,)),
        shape="matches",
        sql=f"""
            SELECT x.*, coalesce(matches, []) AS matches
            FROM x LEFT JOIN (SELECT y_{key}, list(y) AS matches FROM y GROUP BY y_{key}) ON {key} = y_{key}
        """,
        polars=lambda x, y: x.join(
            y.group_by(f"y_{key}").agg(pl.struct(y.collect_schema().names()).alias("matches")),
            left_on=key,
            right_on=f"y_{key}",
            how="left",
        ),
        without_pandas="a data frame has no nested columns",
        x_order=x_order,
        y_order=y_order,
    )


def _overlapping(x: pd.DataFrame, y: pd.DataFrame) -> pd.DataFrame:
    """Y sorted by start; those that may overlap an X are a run, since no Y is longer than the longest."""
    y = y.sort_values("y_start")
    starts = y["y_start"].to_numpy()
    longest = int((y["y_end"] - y["y_start"]).max())
    first = np.searchsorted(starts, x["start"].to_numpy() - longest, side="right")
    last = np.searchsorted(starts, x["end"].to_numpy(), side="left")
    near = _runs(x, y, first, last)
    return near[near["y_end"] > near["start"]]


def _near(x: pd.DataFrame, y: pd.DataFrame) -> pd.DataFrame:
    y = y.sort_values("y_t")
    values = y["y_t"].to_numpy()
    first = np.searchsorted(values, x["t"].to_numpy() - 5, side="left")
    last = np.searchsorted(values, x["t"].to_numpy() + 5, side="right")
    return _runs(x, y, first, last)


def _runs(x: pd.DataFrame, y: pd.DataFrame, first: np.ndarray, last: np.ndarray) -> pd.DataFrame:
    """Each row of X beside the rows `first` to `last` of Y."""
    counts = last - first
    x_rows = np.repeat(np.arange(len(x)), counts)
    y_rows = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts, counts) + np.repeat(first, counts)
    left, right = x.take(x_rows).reset_index(drop=True), y.take(y_rows).reset_index(drop=True)
    return pd.concat([left, right], axis=1)


def _same_names(x: pd.DataFrame, y: pd.DataFrame) -> pd.DataFrame:
    left = x.assign(key=x["name"].str.strip().str.lower())
    right = y.assign(key=y["y_name"].str.strip().str.lower())
    return left.merge(right, on="key").drop(columns="key")


_BOTH = (1_000_000, 10_000_000)

_BEST = [
    _same_keys("h2o-1", "h2o", "h2o-x", "h2o-small", "id1", how="inner", x_order="id3", rows=_BOTH),
    _same_keys("h2o-2", "h2o", "h2o-x", "h2o-medium", "id2", how="inner", x_order="id3", rows=_BOTH),
    _same_keys("h2o-3", "h2o", "h2o-x", "h2o-medium", "id2", how="left", x_order="id3", rows=_BOTH),
    _same_keys("h2o-4", "h2o", "h2o-x", "h2o-medium", "id5", how="inner", x_order="id3", rows=_BOTH),
    replace(
        _same_keys("h2o-5", "h2o", "h2o-x", "h2o-big", "id3", how="inner", x_order="id3", rows=_BOTH),
        polars_engine="streaming",
    ),
    _nested("nested-medium", "h2o-x", "h2o-medium", "id2", "id3"),
    _nested("nested-big", "h2o-x", "h2o-big", "id3", "id3"),
    _nested("nested-many", "h2o-medium", "h2o-x", "id2", "id2", "y_id3"),
    Case(
        name="interval",
        group="interval",
        x="interval-x",
        y="interval-y",
        key=("id",),
        evidence=("start", "end"),
        fn='lambda x, y: x["start"] < y["end"] and y["start"] < x["end"]',
        shape="inner",
        sql='SELECT * FROM x JOIN y ON "start" < y_end AND y_start < "end"',
        polars=lambda x, y: x.join_where(y, pl.col("start") < pl.col("y_end"), pl.col("y_start") < pl.col("end")),
        pandas=_overlapping,
        x_order="id",
        y_order="y_id",
    ),
    Case(
        name="asof",
        group="asof",
        x="trades",
        y="quotes",
        rows=(10_000_000,),
        key=("id",),
        evidence=("symbol", "time"),
        fn='lambda x, y: x["symbol"] == y["symbol"] and y["time"] <= x["time"]',
        shape="as-of",
        as_of="time",
        sql="SELECT * EXCLUDE (y_symbol) FROM x ASOF LEFT JOIN y ON symbol = y_symbol AND time >= y_time",
        polars=lambda x, y: x.join_asof(
            y,
            left_on="time",
            right_on="y_time",
            by_left="symbol",
            by_right="y_symbol",
            coalesce=False,
            check_sortedness=False,
        ),
        pandas=lambda x, y: pd.merge_asof(
            x, y.rename(columns={"y_symbol": "symbol"}), left_on="time", right_on="y_time", by="symbol"
        ),
        unasked=frozenset({"y_symbol"}),
        x_order="id",
    ),
    Case(
        name="names",
        group="names",
        x="names-x",
        y="names-y",
        key=("id",),
        evidence=("name",),
        fn='lambda x, y: x["name"].strip().lower() == y["name"].strip().lower()',
        shape="inner",
        sql="SELECT * FROM x JOIN y ON lower(trim(name)) = lower(trim(y_name))",
        polars=lambda x, y: x.join(
            y,
            left_on=pl.col("name").str.strip_chars().str.to_lowercase(),
            right_on=pl.col("y_name").str.strip_chars().str.to_lowercase(),
            coalesce=False,
        ),
        pandas=_same_names,
        x_order="id",
        y_order="y_id",
    ),
    Case(
        name="band",
        group="band",
        x="points-x",
        y="points-y",
        key=("id",),
        evidence=("t",),
        fn='lambda x, y: abs(x["t"] - y["t"]) <= 5',
        shape="inner",
        sql="SELECT * FROM x JOIN y ON y_t BETWEEN t - 5 AND t + 5",
        polars=lambda x, y: x.join_where(y, pl.col("y_t") >= pl.col("t") - 5, pl.col("y_t") <= pl.col("t") + 5),
        polars_engine="streaming",
        pandas=_near,
        x_order="id",
        y_order="y_id",
    ),
    _same_keys(
        "flights-weather", "flights", "flights", "weather", "origin", "time_hour", how="left", x_order="row", rows=(0,)
    ),
    _same_keys("flights-planes", "flights", "flights", "planes", "tailnum", how="left", x_order="row", rows=(0,)),
]


def _each_pair(case: Case, rows: int) -> Case:
    """A case whose peers call its Python function for every pair."""
    visible = case.evidence or case.key
    called = Lambda(case.fn, visible, visible)
    y_visible = [f"y_{name}" for name in visible]
    left_out = f"* EXCLUDE ({', '.join(sorted(case.unasked))})" if case.unasked else "*"
    arguments = ", ".join(f'"{name}"' for name in (*visible, *y_visible))

    def by_row(x: pl.LazyFrame, y: pl.LazyFrame) -> pl.LazyFrame:
        function = called.of_values()
        matches = pl.struct(*visible, *y_visible).map_elements(lambda row: function(*row.values()), pl.Boolean)
        return x.join(y, how="cross").filter(matches)

    def by_loop(x: pd.DataFrame, y: pd.DataFrame) -> pd.DataFrame:
        function = called.function()
        right = y.set_axis([name.removeprefix("y_") for name in y.columns], axis=1)
        y_rows = right[list(visible)].to_dict("records")
        keep = [function(a, b) for a in x[list(visible)].to_dict("records") for b in y_rows]
        return x.merge(y, how="cross")[keep]

    return replace(
        case,
        name=f"{case.name}-each",
        group="each",
        rows=(rows,),
        sql=f"SELECT {left_out} FROM x JOIN y ON fn({arguments})",
        polars=by_row,
        polars_engine="in-memory",
        pandas=by_loop,
        by_row=called,
    )


def _chosen(name: str) -> Case:
    return next(case for case in _BEST if case.name == name)


_PYTHON = replace(_each_pair(_chosen("band"), 3_000), name="python", group="python", shape="matches")

SECTIONS = (
    Section(
        name="best",
        title="Each engine's own best way",
        peers=("dovetail", "duckdb", "polars", "pandas"),
        ratios=(("dovetail", "duckdb"),),
        cases=tuple(_BEST),
    ),
    Section(
        name="each",
        title="The same Python function for all",
        peers=("dovetail", "duckdb", "polars", "pandas"),
        ratios=(("dovetail", "duckdb"),),
        cases=(
            _each_pair(_chosen("h2o-5"), 1_000),
            _each_pair(_chosen("names"), 3_000),
            _each_pair(_chosen("interval"), 3_000),
            _each_pair(_chosen("band"), 1_000),
        ),
    ),
    Section(
        name="python",
        title="A condition on every pair",
        peers=("dovetail", "dovetail-pairs", "dovetail-python", "cpython"),
        ratios=(("dovetail-python", "cpython"), ("dovetail-python", "dovetail-pairs"), ("dovetail-python", "dovetail")),
        cases=(_PYTHON,),
    ),
    Section(
        name="spill",
        title="A join that does not fit",
        peers=("dovetail", "dovetail-tenth"),
        ratios=(("dovetail-tenth", "dovetail"),),
        cases=(
            replace(_chosen("h2o-5"), name="spilled-flat", group="spill", rows=(10_000_000,)),
            replace(_chosen("nested-big"), name="spilled-nested", group="spill", rows=(10_000_000,)),
        ),
    ),
)

CASES: dict[str, Case] = {case.name: case for section in SECTIONS for case in section.cases}
