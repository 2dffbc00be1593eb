"""Frames between the engine and the interpreter that evaluates for it: length, kind, payload, as `Frames.java` and
`Command.java` have them. Numbers are big-endian; a text is its length in bytes and its UTF-8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import pack, unpack_from

LOAD, ROWS, FORGET, JUDGE, BEGIN_KEYS, KEYS, MAP = range(0xD0, 0xD7)
DONE, PROBLEM, VERDICTS, IDS, MAPPED, PROGRESS, SIGN_OF_LIFE = range(0xD8, 0xDF)

MAX_BYTES = 1 << 30
"""No honest frame is longer."""


class NoFrame(Exception):
    """The stream holds something else."""


def frames(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """(kind, payload) of each frame of a stream that arrives in pieces; a last one that is cut short is left out."""
    waiting = bytearray()
    for chunk in chunks:
        waiting += chunk
        while len(waiting) >= 5:
            (length,) = unpack_from(">I", waiting)
            if length > MAX_BYTES:
                raise NoFrame(f"a frame of {length} bytes")
            if len(waiting) < 5 + length:
                break
            kind, payload = waiting[4], bytes(waiting[5 : 5 + length])
            del waiting[: 5 + length]
            yield kind, payload


class Reader:
    """The fields of a payload, one after the other."""

    def __init__(self, payload: bytes) -> None:
        self._payload, self._at = payload, 0

    def number(self) -> int:
        (value,) = unpack_from(">i", self._payload, self._at)
        self._at += 4
        return int(value)

    def raw(self, length: int) -> bytes:
        found = self._payload[self._at : self._at + length]
        if len(found) < length:
            raise NoFrame("a payload that is cut short")
        self._at += length
        return found

    def text(self) -> str:
        return self.raw(self.number()).decode()

    def texts(self) -> list[str]:
        return [self.text() for _ in range(self.number())]

    def rest(self) -> bytes:
        return self.raw(len(self._payload) - self._at)


Bytes = bytes
"""Named, since `Payload` has a method of the builtin's name."""


class Payload:
    """A frame's content while it is written."""

    def __init__(self) -> None:
        self._parts: list[Bytes] = []

    def number(self, value: int) -> Payload:
        return self.raw(pack(">i", value))

    def text(self, value: str) -> Payload:
        # a lone surrogate becomes a question mark, as Java writes it
        return self.bytes(value.encode("utf-8", "replace"))

    def bytes(self, value: Bytes) -> Payload:
        """Bytes with their length before them."""
        return self.raw(pack(">i", len(value))).raw(value)

    def raw(self, value: Bytes) -> Payload:
        """Bytes whose length the reader knows."""
        self._parts.append(value)
        return self

    def frame(self, kind: int) -> Bytes:
        payload = b"".join(self._parts)
        return pack(">IB", len(payload), kind) + payload
