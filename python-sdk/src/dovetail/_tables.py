"""Tables on their way to the engine and back, as Arrow streams: a batch at a time, never a whole one twice."""

from __future__ import annotations

import io
import weakref
from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from typing import Any

import pyarrow as pa

from . import _columns, errors

_read: weakref.WeakSet[Any] = weakref.WeakSet()
"""Readers that were given before: they have no rows any more, and would be taken for empty tables."""

BATCH_BYTES = 8 << 20
"""About so much goes into one batch on the way to the engine, however large the caller's chunks are."""


def reader_of(table: Any, label: str) -> pa.RecordBatchReader:
    """A table's record batches, of types that Spaces hold.

    Raises:
        errors.E213: a column's type has no plain form.
        errors.E101: it is no table.
    """
    reader = _raw_reader(table, label)
    schema = pa.schema([_plain_field(field, label) for field in reader.schema])
    return pa.RecordBatchReader.from_batches(schema, _plain_batches(reader, schema))


def _raw_reader(table: Any, label: str) -> pa.RecordBatchReader:
    if isinstance(table, pa.RecordBatchReader):
        if table in _read:
            raise errors.E101(
                f"input '{label}' is a reader that has been read already", "", "Give a table, or a reader anew."
            )
        _read.add(table)
        return table
    if isinstance(table, pa.RecordBatch):
        return pa.RecordBatchReader.from_batches(table.schema, [table])
    if isinstance(table, pa.Table):
        return table.to_reader()
    if type(table).__module__.partition(".")[0] == "pandas" and hasattr(table, "columns"):
        # an index with a name is a column like any other; one without is the number of the row
        named = [name for name in table.index.names if name is not None]
        frame = table.reset_index(level=named) if named else table
        return pa.Table.from_pandas(frame, preserve_index=False).to_reader()
    if hasattr(table, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(table)
    if hasattr(table, "__arrow_c_array__"):
        batch = pa.record_batch(table)
        return pa.RecordBatchReader.from_batches(batch.schema, [batch])
    raise errors.E101(
        f"input '{label}' is a {type(table).__name__}, which is no table",
        "",
        "Give the name of a Space, or anything with __arrow_c_stream__: pyarrow, pandas, Polars, DuckDB.",
    )


def _plain_field(field: Any, label: str) -> Any:
    return pa.field(field.name, _plain(field.type, f"column '{field.name}' of '{label}'"), field.nullable)


def _plain(kind: Any, what: str) -> Any:
    """The type that holds the same values without an encoding of its own."""
    t = pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return _plain(kind.storage_type, what)
    if t.is_dictionary(kind) or t.is_run_end_encoded(kind):
        return _plain(kind.value_type, what)
    if t.is_large_string(kind) or t.is_string_view(kind):
        return pa.string()
    if t.is_large_binary(kind) or t.is_binary_view(kind) or t.is_fixed_size_binary(kind):
        return pa.binary()
    if t.is_float16(kind):
        return pa.float32()
    if t.is_decimal32(kind) or t.is_decimal64(kind):
        return pa.decimal128(kind.precision, kind.scale)
    if t.is_map(kind):
        pair = [pa.field("key", _plain(kind.key_type, what), False), pa.field("value", _plain(kind.item_type, what))]
        return pa.list_(pa.struct(pair))
    if t.is_list(kind) or t.is_large_list(kind) or t.is_fixed_size_list(kind) or _is_list_view(kind):
        return pa.list_(_plain(kind.value_type, what))
    if t.is_struct(kind):
        return pa.struct([pa.field(part.name, _plain(part.type, what), part.nullable) for part in kind])
    if t.is_interval(kind) or t.is_union(kind):
        raise errors.E213(f"{what} is of type {kind}, which no column holds", "", "Convert it, or leave it out.")
    return kind


def _is_list_view(kind: Any) -> bool:
    return pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind)


def _plain_batches(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = max(1, BATCH_BYTES * max(1, batch.num_rows) // max(1, batch.nbytes))
        for start in range(0, max(1, batch.num_rows), rows):
            part = batch.slice(start, rows)
            columns = [_plain_array(column, field.type) for column, field in zip(part.columns, schema)]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)


def _plain_array(array: Any, kind: Any) -> Any:
    if array.type == kind:
        return array
    if isinstance(array, pa.ExtensionArray):
        return _plain_array(array.storage, kind)
    t = pa.types
    if t.is_dictionary(array.type):
        return _plain_array(array.dictionary_decode(), kind)
    if t.is_run_end_encoded(array.type):
        return _plain_array(_compute().run_end_decode(array), kind)
    if t.is_map(array.type):
        return _list(array, _pairs(array, kind.value_type), kind)
    if t.is_list(array.type) or t.is_large_list(array.type):
        return _list(array, _plain_array(_reached(array, array.values), kind.value_type), kind)
    if t.is_fixed_size_list(array.type) or _is_list_view(array.type):
        return _plain_array(array.cast(pa.list_(array.type.value_type)), kind)
    if t.is_struct(array.type):
        parts = [_plain_array(part, field.type) for part, field in zip(array.flatten(), kind)]
        return pa.StructArray.from_arrays(parts, fields=list(kind), mask=array.is_null())
    return array.cast(kind)


def _reached(array: Any, child: Any) -> Any:
    """The items that the lists of a slice hold; a slice keeps the child whole."""
    first, last = array.offsets[0].as_py(), array.offsets[-1].as_py()
    return child.slice(first, last - first)


def _pairs(array: Any, kind: Any) -> Any:
    parts = [_plain_array(_reached(array, part), field.type) for part, field in zip((array.keys, array.items), kind)]
    return pa.StructArray.from_arrays(parts, fields=list(kind))


def _compute() -> Any:
    import pyarrow.compute

    return pyarrow.compute


def _list(array: Any, items: Any, kind: Any) -> Any:
    offsets = _compute().subtract(array.offsets, array.offsets[0]).cast(pa.int32())
    return pa.ListArray.from_arrays(offsets, items, type=kind, mask=array.is_null())


def stream_of(reader: pa.RecordBatchReader) -> Iterator[bytes]:
    """The bytes of an Arrow stream, made as they are asked for."""
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)
            yield _taken(sink)
    yield _taken(sink)


def _taken(sink: io.BytesIO) -> bytes:
    found = sink.getvalue()
    sink.seek(0)
    sink.truncate()
    return found


class Chunks(io.RawIOBase):
    """Bytes that arrive in pieces, as a file to read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            piece = next(self._chunks, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def reader_from(chunks: Iterator[bytes], close: Callable[[], None]) -> pa.RecordBatchReader:
    """The record batches of an Arrow stream that arrives in pieces; `close` is called at its end."""
    try:
        stream = pa.ipc.open_stream(io.BufferedReader(Chunks(chunks), 1 << 16))
    except BaseException:
        close()
        raise

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            yield from stream
        finally:
            close()

    return pa.RecordBatchReader.from_batches(stream.schema, batches())


class ArrowRows:
    """Rows that arrive as an Arrow stream, anew for each pass."""

    def __init__(self, open_reader: Callable[[], pa.RecordBatchReader]) -> None:
        self._open = open_reader

    def reader(self) -> pa.RecordBatchReader:
        return self._open()

    def dicts(self) -> Iterator[dict[str, Any]]:
        reader = self._open()
        columns = _columns.Columns(_moment, _zone)
        names = reader.schema.names
        for batch in reader:
            lists = [columns.values(column) for column in batch.columns]
            for row in zip(*lists):
                yield dict(zip(names, row))


def _moment(at: Any, nanosecond: int) -> Any:
    """A timestamp finer than a microsecond has no exact datetime, and is its text, as in a script of the engine."""
    if not nanosecond:
        return at
    text = at.isoformat(timespec="microseconds")
    return f"{text[:26]}{nanosecond:03}{text[26:]}"


def _zone(name: str) -> tzinfo:
    from datetime import timedelta, timezone
    from zoneinfo import ZoneInfo

    if name[:1] in "+-":
        minutes = int(name[1:3]) * 60 + int(name[4:6])
        return timezone(timedelta(minutes=-minutes if name[0] == "-" else minutes))
    return ZoneInfo(name)


# --- files -------------------------------------------------------------------------------------------------------

FORMATS = {
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "ndjson": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
    "arrow": "application/vnd.apache.arrow.file",
    "feather": "application/vnd.apache.arrow.file",
    "arrows": "application/vnd.apache.arrow.stream",
}

STREAM = FORMATS["arrows"]


def media_type(file: str, format: str | None) -> str:
    """The media type of a file's rows.

    Raises:
        errors.E202: neither the format nor the file's ending says which.
    """
    if format is None:
        parts = file.lower().split(".")[1:]
        if parts and parts[-1] in ("gz", "zst"):
            parts.pop()
        format = parts[-1] if parts else ""
    found = FORMATS.get(format)
    if found is None:
        raise errors.E202(
            f"the format of '{file}' is not known", "", "Give format='csv', 'jsonl', 'parquet', 'arrow' or 'arrows'."
        )
    return found


def pieces_of(file: str) -> Iterator[bytes]:
    """A file's content, a compressed one unpacked.

    Raises:
        errors.E201: it cannot be read.
    """
    try:
        with pa.input_stream(file, compression="detect") as stream:
            while piece := stream.read(1 << 20):
                yield piece
    except OSError as error:
        raise errors.E201(f"the file cannot be read: {error}", file, "Check that it exists and may be read.") from None


def write(file: str, pieces: Iterable[bytes]) -> None:
    """Writes a file beside its place, which it takes when it is whole.

    Raises:
        errors.E201: it cannot be written.
    """
    import os
    import tempfile

    folder, name = os.path.split(os.path.abspath(file))
    compression: Any = {"gz": "gzip", "zst": "zstd"}.get(name.rpartition(".")[2])
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        os.close(handle)
        try:
            with pa.output_stream(beside, compression=compression) as stream:
                for piece in pieces:
                    stream.write(piece)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
            os.replace(beside, file)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise errors.E201(f"the file cannot be written: {error}", file, "Check the folder.") from None
