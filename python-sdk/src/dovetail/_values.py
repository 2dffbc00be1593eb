"""Python values as JSON and back: plain where JSON can hold them, else an object such as
`{"$dec": "1.20"}`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import errors

_EXACT = 2**53


def encode(value: Any, what: str) -> Any:
    """A value's JSON form; `what` names it in the error for a value that has none."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _EXACT else {"$int": str(value)}
    if isinstance(value, float):
        if math.isfinite(value) and not (value == 0 and math.copysign(1, value) < 0):
            return value
        return {"$f64": "-0.0" if value == 0 else str(value)}
    if isinstance(value, (bytes, bytearray)):
        return {"$bin": value.hex()}
    if isinstance(value, (list, tuple)):
        return [encode(item, what) for item in value]
    if isinstance(value, dict):
        fields = {str(name): encode(item, what) for name, item in value.items()}
        return {"$struct": fields} if any(name.startswith("$") for name in fields) else fields
    return _encode_rare(value, what)


def _encode_rare(value: Any, what: str) -> Any:
    import datetime
    import decimal

    if isinstance(value, decimal.Decimal) and value.is_finite():
        return {"$dec": str(value)}
    if isinstance(value, datetime.datetime):
        text = value.isoformat(timespec="microseconds")
        below = getattr(value, "nanosecond", 0)
        return {"$ts": f"{text[:26]}{below:03}{text[26:]}" if below else text}
    if isinstance(value, datetime.date):
        return {"$date": value.isoformat()}
    if isinstance(value, datetime.time) and value.tzinfo is None:
        return {"$time": value.isoformat()}
    if isinstance(value, datetime.timedelta):
        return {"$dur": _duration(value)}
    raise errors.E106(
        f"{what} is a {type(value).__name__}, which is no column value",
        "",
        "Use int, float, Decimal, bool, str, bytes, date, time, datetime or timedelta.",
    )


def _duration(value: Any) -> str:
    micros = (value.days * 86400 + value.seconds) * 1000000 + value.microseconds
    sign, micros = ("-", -micros) if micros < 0 else ("", micros)
    seconds, below = divmod(micros, 1000000)
    fraction = f".{below:06}" if below else ""
    return f"{sign}PT{seconds}{fraction}S"


def column_type(value: Any) -> str:
    """The column type that a parameter of this value has where none is declared."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "uint64" if value >= 2**63 else "int64"
    if isinstance(value, float):
        return "float64"
    if isinstance(value, (bytes, bytearray)):
        return "binary"
    if isinstance(value, (list, tuple)):
        present = [item for item in value if item is not None]
        return f"list<{column_type(present[0]) if present else 'utf8'}>"
    if value is None or isinstance(value, str):
        return "utf8"
    return _rare_type(value)


def _rare_type(value: Any) -> str:
    import datetime
    import decimal

    if isinstance(value, decimal.Decimal) and value.is_finite():
        _, digits, exponent = value.as_tuple()
        scale = max(0, -int(exponent))
        precision = max(1, len(digits) + max(0, int(exponent)), scale)
        return f"decimal({precision},{scale})"
    if isinstance(value, datetime.datetime):
        unit = "ns" if getattr(value, "nanosecond", 0) else "us"
        return f"timestamp({unit})" if value.tzinfo is None else f"timestamp({unit},UTC)"
    if isinstance(value, datetime.date):
        return "date"
    if isinstance(value, datetime.time):
        return "time"
    if isinstance(value, datetime.timedelta):
        return "duration(us)"
    return "utf8"


def decoder(kind: str) -> Callable[[Any], Any]:
    """What makes the Python value of a column of type `kind` from its JSON; made once a column, since the
    type's text takes longer to read than a value.

    A timestamp finer than a microsecond has no exact datetime, and stays the text that it is.
    """
    if kind.startswith("list<"):
        item = decoder(kind[5:-1])
        return lambda value: None if value is None else [item(v) for v in value]
    if kind.startswith("struct<"):
        parts = [(name, decoder(part)) for name, part in struct_parts(kind)]
        return lambda value: None if value is None else _struct(value, parts)
    if kind in ("bool", "utf8"):
        return lambda value: value
    if kind.startswith("float"):
        return lambda value: value if value is None else float(value["$f64"] if isinstance(value, dict) else value)
    made: dict[str, Any] = {}  # times repeat in a column, and reading one takes far longer than looking it up

    def scalar(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        ((tag, text),) = value.items()
        if text not in made:
            made[text] = _TAGS[tag](text)
        return made[text]

    return scalar


def _struct(value: Any, parts: list[tuple[str, Callable[[Any], Any]]]) -> dict[str, Any]:
    fields = value.get("$struct", value)
    return {name: part(fields.get(name)) for name, part in parts}


def struct_parts(kind: str) -> list[tuple[str, str]]:
    """The fields of `struct<name:type,...>`."""
    parts: list[tuple[str, str]] = []
    depth, start = 0, 7
    for at, char in enumerate(kind):
        if char in "<(":
            depth += 1
        elif char in ">)":
            depth -= 1
        if (char == "," and depth == 1) or (depth == 0 and at == len(kind) - 1):
            name, _, part = kind[start:at].partition(":")
            parts.append((name, part))
            start = at + 1
    return parts


def _decimal(text: str) -> Any:
    from decimal import Decimal

    return Decimal(text)


def _date(text: str) -> Any:
    from datetime import date

    return date.fromisoformat(text)


def _time(text: str) -> Any:
    from datetime import time

    return text if _below_micros(text) else time.fromisoformat(_micros(text))


def _timestamp(text: str) -> Any:
    from datetime import datetime

    return text if _below_micros(text) else datetime.fromisoformat(_micros(text))


def _split_fraction(text: str) -> tuple[str, str, str]:
    head, dot, tail = text.partition(".")
    digits = ""
    if dot:
        digits = tail[: len(tail) - len(tail.lstrip("0123456789"))]
        tail = tail[len(digits) :]
    elif text.endswith("Z"):
        head, tail = text[:-1], "Z"
    return head, digits, "+00:00" if tail == "Z" else tail


def _below_micros(text: str) -> bool:
    return bool(_split_fraction(text)[1][6:].strip("0"))


def _micros(text: str) -> str:
    head, digits, zone = _split_fraction(text)
    return f"{head}.{digits[:6].ljust(6, '0')}{zone}" if digits else head + zone


def _timedelta(text: str) -> Any:
    from datetime import timedelta

    sign = -1 if text.startswith("-") else 1
    seconds, number = timedelta(), ""
    for char in text.lstrip("-").lstrip("P"):
        if char.isdigit() or char in ".-":
            number += char
        elif char != "T":
            whole, _, fraction = number.partition(".")
            unit = {"D": 86400, "H": 3600, "M": 60, "S": 1}[char]
            micros = int(fraction[:6].ljust(6, "0")) if fraction else 0
            part = timedelta(
                seconds=int(whole or "0") * unit, microseconds=-micros if whole.startswith("-") else micros
            )
            seconds, number = seconds + part, ""
    return sign * seconds


_TAGS: dict[str, Callable[[str], Any]] = {
    "$int": int,
    "$dec": _decimal,
    "$date": _date,
    "$time": _time,
    "$ts": _timestamp,
    "$dur": _timedelta,
    "$bin": bytes.fromhex,
}
