"""Arrow columns as Python values, exactly: what has no exact value is refused with its row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Any

import pyarrow as pa

MICROS = {"s": 1_000_000, "ms": 1_000, "us": 1}
EPOCH = datetime(1970, 1, 1)
EPOCH_UTC = EPOCH.replace(tzinfo=timezone.utc)
FIRST_DAY, LAST_DAY = -719_162, 2_932_896

Moment = Callable[[datetime, int], Any]
"""(a datetime, nanoseconds below its microsecond) -> the value of a timestamp."""


class CannotHold(Exception):
    """A value that Python has no exact form for: (row, what)."""

    def __init__(self, row: int, what: str) -> None:
        super().__init__(what)
        self.row, self.what = row, what


class Columns:
    """Makes lists of values from columns.

    Args:
        moment: makes the value of a timestamp.
        zone: the tzinfo of a zone's name.
    """

    def __init__(self, moment: Moment, zone: Callable[[str], tzinfo]) -> None:
        self._moment, self._zone = moment, zone

    def values(self, column: Any) -> list[Any]:
        """The values of an array; None for NULL.

        Raises:
            CannotHold: a value has no exact form.
        """
        kind = column.type
        t = pa.types
        if t.is_timestamp(kind):
            return self._timestamps(column)
        if t.is_date(kind):
            return _dates(column)
        if t.is_time(kind):
            return _times(column)
        if t.is_duration(kind):
            return _durations(column)
        if t.is_list(kind) or t.is_large_list(kind):
            return self._lists(column)
        if t.is_struct(kind):
            return self._structs(column)
        found: list[Any] = column.to_pylist()
        return found

    def _timestamps(self, column: Any) -> list[Any]:
        unit, name = column.type.unit, column.type.tz
        zone = None if name is None else self._zone(name)
        per_second = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}[unit]
        nanos = 1_000_000_000 // per_second
        made: list[Any] = []
        for row, value in enumerate(column.cast(pa.int64()).to_pylist()):
            if value is None:
                made.append(None)
                continue
            seconds, below = divmod(value, per_second)
            micros, rest = divmod(below * nanos, 1_000)
            try:
                moment = EPOCH + timedelta(seconds=seconds, microseconds=micros)
                if zone is not None:
                    moment = moment.replace(tzinfo=timezone.utc).astimezone(zone)
            except OverflowError:
                raise CannotHold(row, "a timestamp outside the years 1 to 9999") from None
            made.append(self._moment(moment, rest))
        return made

    def _lists(self, column: Any) -> list[Any]:
        offsets = column.offsets.to_pylist()
        first, last = (offsets[0], offsets[-1]) if len(column) else (0, 0)
        try:
            items = self.values(column.values.slice(first, last - first))
        except CannotHold as problem:
            raise CannotHold(_row_of(offsets, first + problem.row), problem.what) from None
        valid = column.is_valid().to_pylist()
        return [
            items[a - first : b - first] if there else None for there, a, b in zip(valid, offsets[:-1], offsets[1:])
        ]

    def _structs(self, column: Any) -> list[Any]:
        names = [field.name for field in column.type]
        # a child's own value under a NULL struct is nobody's, so it may not be refused
        parts = [self.values(part) for part in column.flatten()]
        valid = column.is_valid().to_pylist()
        rows: Sequence[tuple[Any, ...]] = list(zip(*parts)) if parts else [()] * len(column)
        return [dict(zip(names, row)) if there else None for there, row in zip(valid, rows)]


def _row_of(offsets: list[int], item: int) -> int:
    from bisect import bisect_right

    return bisect_right(offsets, item) - 1


def _dates(column: Any) -> list[date | None]:
    if pa.types.is_date64(column.type):
        numbers = [None if v is None else v // 86_400_000 for v in column.cast(pa.int64()).to_pylist()]
    else:
        numbers = column.cast(pa.int32()).to_pylist()
    made: list[date | None] = []
    for row, day in enumerate(numbers):
        if day is not None and not FIRST_DAY <= day <= LAST_DAY:
            raise CannotHold(row, "a date outside the years 1 to 9999")
        made.append(None if day is None else date.fromordinal(day + 719_163))
    return made


def _times(column: Any) -> list[time | None]:
    unit = column.type.unit
    numbers = column.cast(pa.int32() if unit in ("s", "ms") else pa.int64()).to_pylist()
    made: list[time | None] = []
    for row, value in enumerate(numbers):
        if value is None:
            made.append(None)
            continue
        if unit == "ns":
            if value % 1_000:
                raise CannotHold(row, "a time of day with nanoseconds")
            micros = value // 1_000
        else:
            micros = value * MICROS[unit]
        made.append(
            time(micros // 3_600_000_000, micros // 60_000_000 % 60, micros // 1_000_000 % 60, micros % 1_000_000)
        )
    return made


def _durations(column: Any) -> list[timedelta | None]:
    unit = column.type.unit
    made: list[timedelta | None] = []
    for row, value in enumerate(column.cast(pa.int64()).to_pylist()):
        if value is None:
            made.append(None)
            continue
        if unit == "ns":
            if value % 1_000:
                raise CannotHold(row, "a duration with nanoseconds")
            micros = value // 1_000
        else:
            micros = value * MICROS[unit]
        if not -(2**63) <= micros < 2**63:
            raise CannotHold(row, "a duration beyond 2^63 microseconds")
        made.append(timedelta(microseconds=micros))
    return made
