"""Packs the mappings that a function returns into columns: the way back of `values`.

A packed column is [kind, null positions, count, data, ...]; the engine chooses the column's final type
once it has seen the kinds of all batches.
"""

from _struct import pack
from collections.abc import Mapping


class NoType(Exception):
    """A value that no column type holds, or two values that share none."""

    def __init__(self, what, row=0):
        super().__init__(what)
        self.row = row


class Table:
    def __init__(self):
        self.columns = {}
        self.count = 0

    def add(self, mapping):
        if not isinstance(mapping, Mapping):
            raise NoType(f"the function returned {type(mapping).__name__}, not a mapping of fields to values")
        for name, value in mapping.items():
            if type(name) is not str:
                raise NoType(f"field name {name!r} is not a string")
            column = self.columns.get(name)
            if column is None:
                column = self.columns[name] = [None] * self.count
            elif len(column) > self.count:
                raise NoType(f"field {name!r} occurs twice")
            column.append(value)
        self.count += 1
        for column in self.columns.values():
            if len(column) < self.count:
                column.append(None)

    def packed(self):
        return [self.count, *[[name, packed(f"field {name!r}", column)] for name, column in self.columns.items()]]


def kind_of(what, value, row):
    kind = type(value)
    for known, name in KINDS:
        if kind is known:
            return name
    if isinstance(value, bool):
        return "bool"
    for known, name in KINDS:
        if isinstance(value, known):
            return name
    if isinstance(value, (list, tuple)):
        return "list"
    if isinstance(value, Mapping):
        return "struct"
    from datetime import date, datetime, time, timedelta
    from decimal import Decimal

    for known, name in (
        (datetime, "timestamp"),
        (date, "date"),
        (time, "time"),
        (timedelta, "duration"),
        (Decimal, "decimal"),
    ):
        if isinstance(value, known):
            return name
    raise NoType(f"{what} holds a {kind.__name__}, which no column type holds", row)


KINDS = ((int, "int"), (str, "text"), (float, "float"), (bool, "bool"), (bytes, "bytes"))


def latin(raw):
    return raw.decode("latin-1")


def longs(numbers):
    return latin(pack(f"<{len(numbers)}q", *numbers))


def ints(numbers):
    return latin(pack(f"<{len(numbers)}i", *numbers))


def packed(what, column):
    """One column; raises NoType with the row at fault."""
    kind, first = None, 0
    nulls, present, rows = [], [], []
    for row, value in enumerate(column):
        if value is None:
            nulls.append(row)
            continue
        found = kind_of(what, value, row)
        if kind is None:
            kind, first = found, row
        elif found != kind:
            raise NoType(f"{what} holds {kind} and {found} values; return one type for all rows", row)
        present.append(value)
        rows.append(row)
    if kind is None:
        return ["null", ints(nulls), len(column)]
    head = [kind, ints(nulls), len(column)]
    return head + PACKERS[kind](what, present, rows)


def pack_ints(what, column, rows):
    low, high = min(column), max(column)
    if low < -(2**63) or high >= 2**64 or (high >= 2**63 and low < 0):
        row = next(r for v, r in zip(column, rows) if not -(2**63) <= v < 2**63)
        raise NoType(f"{what} holds {column[rows.index(row)]}, which does not fit 64 bits", row)
    if high >= 2**63:
        return [latin(pack(f"<{len(column)}Q", *column)), 2]
    return [longs(column), 1 if low >= 0 else 0]


def pack_floats(what, column, rows):
    return [latin(pack(f"<{len(column)}d", *column))]


def pack_bools(what, column, rows):
    return ["".join("\1" if v else "\0" for v in column)]


def pack_texts(what, column, rows):
    for value, row in zip(column, rows):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise NoType(f"{what} holds text with a lone surrogate, which is no valid Unicode", row) from None
    # lengths in UTF-16 units, in which the engine counts
    return [
        "".join(column),
        ints([len(v) + sum(c > "\uffff" for c in v) if not v.isascii() else len(v) for v in column]),
    ]


def pack_bytes(what, column, rows):
    return [latin(b"".join(column)), ints([len(v) for v in column])]


def pack_decimals(what, column, rows):
    for value, row in zip(column, rows):
        if not value.is_finite():
            raise NoType(f"{what} holds {value}, which is no decimal number", row)
    return [" ".join(map(str, column))]


def pack_dates(what, column, rows):
    return [longs([v.toordinal() - 719163 for v in column])]


def pack_times(what, column, rows):
    for value, row in zip(column, rows):
        if value.tzinfo is not None:
            raise NoType(f"{what} holds a time of day with a zone", row)
    return [longs([((v.hour * 60 + v.minute) * 60 + v.second) * 1000000 + v.microsecond for v in column])]


def pack_durations(what, column, rows):
    return [longs([(v.days * 86400 + v.seconds) * 1000000 + v.microseconds for v in column])]


def zone_name(moment):
    tz = moment.tzinfo
    if tz is None:
        return None
    key = getattr(tz, "key", None)
    if key:
        return key
    offset = moment.utcoffset()
    minutes = (offset.days * 86400 + offset.seconds) // 60
    if minutes == 0:
        return "UTC"
    sign, minutes = ("-", -minutes) if minutes < 0 else ("+", minutes)
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}"


def pack_timestamps(what, column, rows):
    zone = zone_name(column[0])
    parts = []
    for value, row in zip(column, rows):
        other = zone_name(value)
        if other != zone:
            raise NoType(
                f"{what} holds timestamps of zone {zone or 'none'} and of zone {other or 'none'};"
                " use one, for example by astimezone()",
                row,
            )
        days = value.toordinal() - 719163
        seconds = days * 86400 + value.hour * 3600 + value.minute * 60 + value.second
        if zone is not None:
            offset = value.utcoffset()
            seconds -= offset.days * 86400 + offset.seconds
        parts += (seconds, value.microsecond * 1000 + getattr(value, "nanosecond", 0))
    return [longs(parts), zone]


def pack_lists(what, column, rows):
    items, lengths, owners = [], [], []
    for value, row in zip(column, rows):
        items.extend(value)
        lengths.append(len(value))
        owners.extend([row] * len(value))
    try:
        return [ints(lengths), packed(f"a list in {what}", items)]
    except NoType as error:
        raise NoType(str(error), owners[error.row]) from None


def pack_structs(what, column, rows):
    table = Table()
    for value, row in zip(column, rows):
        try:
            table.add(value)
        except NoType as error:
            raise NoType(f"{what}: {error}", row) from None
    try:
        return [[[name, packed(f"{what}, part {name!r}", part)] for name, part in table.columns.items()]]
    except NoType as error:
        raise NoType(str(error), rows[error.row]) from None


PACKERS = {
    "int": pack_ints,
    "float": pack_floats,
    "bool": pack_bools,
    "text": pack_texts,
    "bytes": pack_bytes,
    "decimal": pack_decimals,
    "date": pack_dates,
    "time": pack_times,
    "duration": pack_durations,
    "timestamp": pack_timestamps,
    "list": pack_lists,
    "struct": pack_structs,
}
