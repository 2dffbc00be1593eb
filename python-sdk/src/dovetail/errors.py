"""What can go wrong, by whose turn it is to act.

Every error has a `code` such as `E127`; `dovetail explain --code E127` prints its page.
"""

from __future__ import annotations

__all__ = [
    "CancelledError",
    "DataError",
    "DeadlineError",
    "DovetailError",
    "InternalError",
    "RequestError",
    "ResourceError",
]


class DovetailError(Exception):
    """The root of all errors that the engine tells.

    Attributes:
        code: the error's stable code.
        what: what happened, a sentence without its full stop.
        where: the place: a file and line, a Space, a pair of keys; may be empty.
        remedy: what to do, a sentence; may be empty.
        traceback: the frames of the user's own function; may be empty.
        exit_code: the exit code of a command that ends with this error.
    """

    exit_code = 70

    def __init__(self, code: str, what: str, where: str = "", remedy: str = "", traceback: str = "") -> None:
        place = f" ({where})" if where else ""
        advice = f" {remedy}" if remedy else ""
        trace = f"\n{traceback}" if traceback else ""
        super().__init__(f"{code}: {what}{place}.{advice}{trace}")
        self.code = code
        self.what = what
        self.where = where
        self.remedy = remedy
        self.traceback = traceback

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.what, self.where, self.remedy, self.traceback)


class RequestError(DovetailError):
    """The request or its configuration is wrong."""

    exit_code = 1


class DataError(DovetailError):
    """The data, or the function, does not keep what was asked of it."""

    exit_code = 3


class ResourceError(DovetailError):
    """Input, output, memory or another resource failed."""

    exit_code = 4


class DeadlineError(DovetailError):
    """The deadline passed."""

    exit_code = 124


class CancelledError(DovetailError):
    """The user cancelled."""

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
