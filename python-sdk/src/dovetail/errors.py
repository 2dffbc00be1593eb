"""What can go wrong: a class for each code, under a class for whose turn it is to act.

    try:
        task.run()
    except errors.E127 as too_many:
        print(too_many.what)
    except errors.DataError as problem:
        print(problem.code, problem.keys, problem.traceback)

`dovetail explain --code E127` prints the page of a code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "CancelledError",
    "DataError",
    "DeadlineError",
    "DovetailError",
    "E010",
    "E101",
    "E103",
    "E104",
    "E105",
    "E106",
    "E107",
    "E108",
    "E109",
    "E110",
    "E111",
    "E112",
    "E120",
    "E121",
    "E122",
    "E123",
    "E124",
    "E125",
    "E126",
    "E127",
    "E128",
    "E129",
    "E130",
    "E201",
    "E202",
    "E203",
    "E204",
    "E205",
    "E206",
    "E207",
    "E208",
    "E209",
    "E210",
    "E211",
    "E212",
    "E213",
    "E214",
    "E220",
    "E221",
    "E300",
    "E301",
    "E303",
    "E305",
    "E306",
    "E307",
    "E309",
    "E311",
    "E313",
    "E319",
    "E322",
    "E325",
    "E326",
    "E327",
    "E340",
    "E341",
    "E342",
    "E343",
    "E350",
    "E351",
    "E352",
    "E401",
    "E402",
    "E403",
    "E404",
    "E405",
    "E406",
    "E407",
    "E408",
    "E409",
    "E410",
    "E420",
    "E421",
    "E499",
    "InternalError",
    "RequestError",
    "ResourceError",
]


class DovetailError(Exception):
    """The root of all errors that Dovetail tells.

    Attributes:
        code: the error's stable code, such as `"E127"`.
        what: what happened, a sentence without its full stop.
        where: the place: a file and line, a Space, a pair of keys; may be empty.
        remedy: what to do, a sentence; may be empty.
        traceback: the frames of the user's own function, with file and line; may be empty.
        exit_code: the exit code of a command that ends with this error.
    """

    code: str = "E499"
    exit_code: int = 70

    def __init__(
        self, what: str, where: str = "", remedy: str = "", traceback: str = "", *, code: str | None = None
    ) -> None:
        self.code = code or type(self).code
        self.what = what
        self.where = where
        self.remedy = remedy
        self.traceback = traceback
        place = f" ({where})" if where else ""
        advice = f" {remedy}" if remedy else ""
        trace = f"\n{traceback}" if traceback else ""
        super().__init__(f"{self.code}: {what}{place}.{advice}{trace}")

    @property
    def keys(self) -> dict[str, str]:
        """The primary keys of the pair that failed, as the message shows them: `{"x": ..., "y": ...}`; empty where
        the error is about no pair."""
        before, found, y = self.where.partition(", y key ")
        head, _, x = before.partition("x key ")
        return {"x": x, "y": y} if found and not head.strip("at ") else {}

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, self.what, self.where, self.remedy, self.traceback)


def _again(kind: type[DovetailError], code: str, *parts: str) -> DovetailError:
    return kind(*parts, code=code)


class RequestError(DovetailError):
    """The request or its configuration is wrong."""

    code = "E101"
    exit_code = 1


class DataError(DovetailError):
    """The data, or the function, does not keep what was asked of it."""

    code = "E120"
    exit_code = 3


class ResourceError(DovetailError):
    """Input, output, memory or another resource failed."""

    code = "E201"
    exit_code = 4


class DeadlineError(DovetailError):
    """The deadline passed."""

    code = "E401"
    exit_code = 124


class CancelledError(DovetailError):
    """The user cancelled."""

    code = "E402"
    exit_code = 130


class InternalError(DovetailError):
    """Dovetail itself is at fault."""

    exit_code = 70


BY_BLAME: dict[str, type[DovetailError]] = {
    "REQUEST": RequestError,
    "DATA": DataError,
    "RESOURCE": ResourceError,
    "DEADLINE": DeadlineError,
    "CANCELLED": CancelledError,
    "US": InternalError,
}


def told(problem: Mapping[str, Any]) -> DovetailError:
    """The error that an engine's answer tells; a code of a newer engine gets the class of its blame."""
    code = str(problem.get("code", "E499"))
    kind = BY_CODE.get(code) or BY_BLAME.get(str(problem.get("blame", "")), DovetailError)
    what, where, remedy, traceback = (str(problem.get(n) or "") for n in ("what", "where", "remedy", "traceback"))
    return kind(what, where, remedy, traceback, code=code)


# --- a class for each code; `ErrorCode.java` is the list, and a test holds this one against it -------------------


class E010(RequestError):
    """A node's name is not legal."""

    code = "E010"


class E101(RequestError):
    """A task parameter is not legal."""

    code = "E101"


class E103(RequestError):
    """A primary-key column is missing."""

    code = "E103"


class E104(RequestError):
    """An evidence field exists in no input."""

    code = "E104"


class E105(RequestError):
    """One column name has two types."""

    code = "E105"


class E106(RequestError):
    """A function parameter is not legal."""

    code = "E106"


class E107(RequestError):
    """The function cannot be read."""

    code = "E107"


class E108(RequestError):
    """The function cannot leave the script."""

    code = "E108"


class E109(RequestError):
    """Tasks wait for each other."""

    code = "E109"


class E110(RequestError):
    """A column name is reserved."""

    code = "E110"


class E111(RequestError):
    """A candidate gate is not legal."""

    code = "E111"


class E112(RequestError):
    """A file of tasks cannot be read."""

    code = "E112"


class E120(DataError):
    """The function raised."""

    code = "E120"


class E121(DataError):
    """The function did not return a bool."""

    code = "E121"


class E122(DataError):
    """The function is not deterministic."""

    code = "E122"


class E123(DataError):
    """The function reached outside its rows."""

    code = "E123"


class E124(DataError):
    """The candidate gate is not exact."""

    code = "E124"


class E125(DataError):
    """A primary key does not identify its row."""

    code = "E125"


class E126(DataError):
    """A primary key occurs twice."""

    code = "E126"


class E127(DataError):
    """A degree rule is violated."""

    code = "E127"


class E128(ResourceError):
    """The Python worker ended."""

    code = "E128"


class E129(DataError):
    """A value returned by the function has no type."""

    code = "E129"


class E130(DataError):
    """The function did not return."""

    code = "E130"


class E201(ResourceError):
    """A file cannot be read or written."""

    code = "E201"


class E202(RequestError):
    """The file format is not known."""

    code = "E202"


class E203(DataError):
    """Rows of the file are malformed."""

    code = "E203"


class E204(RequestError):
    """The format cannot hold a type."""

    code = "E204"


class E205(RequestError):
    """The schema is not legal."""

    code = "E205"


class E206(ResourceError):
    """Another process is writing to the catalog."""

    code = "E206"


class E207(ResourceError):
    """Stored data is damaged."""

    code = "E207"


class E208(ResourceError):
    """The disk is full."""

    code = "E208"


class E209(ResourceError):
    """The catalog is of a newer version."""

    code = "E209"


class E210(RequestError):
    """There is no such Space or version."""

    code = "E210"


class E211(RequestError):
    """The rows do not fit the Space."""

    code = "E211"


class E212(DataError):
    """The file is damaged."""

    code = "E212"


class E213(DataError):
    """A type is not supported."""

    code = "E213"


class E214(RequestError):
    """The name is not legal."""

    code = "E214"


class E220(ResourceError):
    """The catalog's database cannot be used."""

    code = "E220"


class E221(RequestError):
    """The catalog's URL is not legal."""

    code = "E221"


class E300(RequestError):
    """A combine has too few or too many inputs."""

    code = "E300"


class E301(RequestError):
    """A qualifier is not legal."""

    code = "E301"


class E303(RequestError):
    """A where is no condition."""

    code = "E303"


class E305(RequestError):
    """An input of a combine is linked to no other."""

    code = "E305"


class E306(RequestError):
    """Drive names no input."""

    code = "E306"


class E307(RequestError):
    """An input names no node."""

    code = "E307"


class E309(RequestError):
    """A body emits no column."""

    code = "E309"


class E311(RequestError):
    """A collect combine has statements."""

    code = "E311"


class E313(RequestError):
    """A combine relates its inputs by no comparison."""

    code = "E313"


class E319(DataError):
    """A driver's row has no match."""

    code = "E319"


class E322(RequestError):
    """Two sinks write one place."""

    code = "E322"


class E325(ResourceError):
    """A combine has too many rows."""

    code = "E325"


class E326(DataError):
    """A decimal range leaves the grid."""

    code = "E326"


class E327(RequestError):
    """A range compares what has no common order."""

    code = "E327"


class E340(RequestError):
    """A CXL text cannot be read."""

    code = "E340"


class E341(RequestError):
    """A name in a CXL text is not known."""

    code = "E341"


class E342(RequestError):
    """Types in a CXL text do not go together."""

    code = "E342"


class E343(DataError):
    """A CXL evaluation failed."""

    code = "E343"


class E350(RequestError):
    """A pipeline is no YAML."""

    code = "E350"


class E351(RequestError):
    """A field of a pipeline is not legal."""

    code = "E351"


class E352(RequestError):
    """The graph of a pipeline is not legal."""

    code = "E352"


class E401(DeadlineError):
    """The deadline passed."""

    code = "E401"


class E402(CancelledError):
    """The run was cancelled."""

    code = "E402"


class E403(ResourceError):
    """The memory budget is spent."""

    code = "E403"


class E404(ResourceError):
    """The output has too many rows."""

    code = "E404"


class E405(RequestError):
    """There is no such session."""

    code = "E405"


class E406(ResourceError):
    """The run spills too much."""

    code = "E406"


class E407(RequestError):
    """The join has too many pairs."""

    code = "E407"


class E408(RequestError):
    """An idempotency key has another request."""

    code = "E408"


class E409(CancelledError):
    """The run is no longer this server's."""

    code = "E409"


class E410(ResourceError):
    """The servers of the run have ended."""

    code = "E410"


class E420(ResourceError):
    """The engine cannot be reached."""

    code = "E420"


class E421(RequestError):
    """The server refused the request."""

    code = "E421"


class E499(InternalError):
    """An internal error."""

    code = "E499"


BY_CODE: dict[str, type[DovetailError]] = {
    name: kind for name, kind in globals().items() if name[:1] == "E" and name[1:].isdigit()
}
