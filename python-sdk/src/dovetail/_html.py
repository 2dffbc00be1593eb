"""What notebooks show. All text is escaped: names and values are other people's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LONGEST = 200


def escape(value: Any) -> str:
    from html import escape

    text = str(value)
    return escape(text if len(text) <= LONGEST else text[: LONGEST - 3] + "...")


def table(caption: str, rows: Sequence[Mapping[str, Any]], total: int | None = None, *, more: bool = False) -> str:
    """Rows as a table; `total` is how many there are, `more` that there are more than these."""
    columns = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(row.get(n))}</td>" for n in columns) + "</tr>" for row in rows)
    note = f"{len(rows)} of {total} rows" if total is not None and total > len(rows) else "more rows follow" * more
    foot = f"<tfoot><tr><td colspan='{max(1, len(columns))}'>{note}</td></tr></tfoot>" if note else ""
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody>{foot}</table>"
    )


def fields(caption: str, values: Mapping[str, Any]) -> str:
    """Names and values, one line each."""
    body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in values.items())
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"


def text(caption: str, content: str) -> str:
    """Text as it is laid out."""
    from html import escape as whole

    return f"<figure><figcaption>{escape(caption)}</figcaption><pre>{whole(content)}</pre></figure>"
