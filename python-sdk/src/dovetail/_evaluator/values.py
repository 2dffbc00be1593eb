"""Turns columns that the engine packed into Python values, and rows into read-only mappings."""

from _struct import unpack

zone_file = None
"""Set at the start: a zone's name -> its TZif file as Latin-1 text, or None."""

_zones = {}
_classes = {}


def zone_bytes(key):
    text = zone_file(key)
    return None if text is None else text.encode("latin-1")


def zone(name):
    """The tzinfo of a column's zone; one object for each name, as ZoneInfo keeps it."""
    found = _zones.get(name)
    if found is None:
        if name[:1] in "+-":
            from datetime import timedelta, timezone

            minutes = int(name[1:3]) * 60 + int(name[4:6])
            found = timezone(timedelta(minutes=-minutes if name[0] == "-" else minutes))
        else:
            from zoneinfo import ZoneInfo

            found = ZoneInfo(name)
        _zones[name] = found
    return found


def ns_datetime():
    """The class of timestamps; made on first use, since importing datetime takes a while."""
    made = _classes.get("datetime")
    if made is None:
        from . import moments

        made = _classes["datetime"] = moments.NsDatetime
    return made


def longs(text):
    raw = text.encode("latin-1")
    return list(unpack(f"<{len(raw) // 8}q", raw))


def ints(text):
    raw = text.encode("latin-1")
    return unpack(f"<{len(raw) // 4}i", raw)


def _nan():
    """A NaN that is no other NaN. GraalPy takes all floats of equal bits for one object, and containers hold an
    object equal to itself; in CPython two rows' NaNs are two objects."""
    made = _classes.get("nan")
    if made is None:
        made = _classes["nan"] = type("float", (float,), {"__slots__": ()})
    return made("nan")


def values_of(column):
    """A packed column, as `Columns` in the worker writes it: [kind, null positions, ...]."""
    kind = column[0]
    data = column[2]
    if kind == "int":
        found = longs(data)
    elif kind == "uint64":
        raw = data.encode("latin-1")
        found = list(unpack(f"<{len(raw) // 8}Q", raw))
    elif kind == "float":
        raw = data.encode("latin-1")
        found = [v if v == v else _nan() for v in unpack(f"<{len(raw) // 8}d", raw)]
    elif kind == "bool":
        found = [c == "\1" for c in data]
    elif kind == "text":
        found = data.split(column[3]) if column[4] else []
    elif kind == "bytes":
        raw = data.encode("latin-1")
        found = [raw[a:b] for a, b in spans(ints(column[3]))]
    elif kind == "decimal":
        from decimal import Decimal

        found = [Decimal(t) for t in data.split(" ")] if column[3] else []
    elif kind == "date":
        from datetime import date

        found = [date.fromordinal(d + 719163) for d in longs(data)]
    elif kind == "time":
        from datetime import time

        found = [time(v // 3600000000, v // 60000000 % 60, v // 1000000 % 60, v % 1000000) for v in longs(data)]
    elif kind == "timestamp":
        make = ns_datetime()
        tz = zone(column[3]) if column[3] is not None else None
        parts = iter(longs(data))
        found = [
            make(y, mo, d, h, mi, s, us, tz, fold=fold, nanosecond=ns)
            for y, mo, d, h, mi, s, us, ns, fold in zip(*[parts] * 9)
        ]
    elif kind == "duration":
        from datetime import timedelta

        found = [timedelta(microseconds=v) for v in longs(data)]
    elif kind == "list":
        items = values_of(column[3])
        found = [items[a:b] for a, b in spans(ints(data))]
    elif kind == "struct":
        names = list(column[3])
        found = [dict(zip(names, row)) for row in zip(*[values_of(child) for child in column[4]])]
    elif kind == "null":
        found = [None] * data
    else:
        raise AssertionError(kind)
    for position in ints(column[1]):
        found[position] = None
    return found


def spans(ends):
    """(start, end) of each item, from the positions where items end."""
    start = 0
    for end in ends:
        yield start, end
        start = end


def thawed(value):
    """A copy that shares no list and no dict."""
    kind = type(value)
    if kind is list:
        return [thawed(item) for item in value]
    if kind is dict:
        return {name: thawed(item) for name, item in value.items()}
    return value


def refuse_change(self, *_, **__):
    raise TypeError("row arguments are read-only")


class Row(dict):
    """What a function sees of one row."""

    __slots__ = ()
    role = "input"
    __setitem__ = __delitem__ = __ior__ = refuse_change
    pop = popitem = clear = update = setdefault = refuse_change
    __hash__ = None

    def __missing__(self, name):
        raise KeyError(f"{name}: not visible in the {self.role} row; declare it in evidence=")

    def copy(self):
        return dict(self)

    def __reduce__(self):
        return dict, (dict(self),)


class XRow(Row):
    __slots__ = ()
    role = "x"


class YRow(Row):
    __slots__ = ()
    role = "y"


class InputRow(Row):
    __slots__ = ()

    def __missing__(self, name):
        raise KeyError(f"{name}: no such field in the input row; it has {', '.join(self)}")


ROW_CLASSES = {"x": XRow, "y": YRow, "input": InputRow}


def rows_of(role, names, lists):
    """The rows of a batch, from the values of each column."""
    row = ROW_CLASSES[role]
    if len(lists) == 1:
        name = names[0]
        return [row({name: value}) for value in lists[0]]
    return [row(zip(names, values)) for values in zip(*lists)]


def fresh(row, nested):
    """A row whose nested values no other pair holds."""
    copy = type(row)(row)
    for name in nested:
        dict.__setitem__(copy, name, thawed(row[name]))
    return copy
