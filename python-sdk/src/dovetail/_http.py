"""An engine behind HTTP, as docs/http-api.md has it: the local one, or a server."""

from __future__ import annotations

import json
import os
import threading
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NoReturn

import httpx
import pyarrow as pa

from . import _cancel, _local, _progress, _tables, errors
from ._version import VERSION

if TYPE_CHECKING:
    from ._tasks import Task

WAIT_SECONDS = 20
"""How long one question after a run waits for its end."""

TIMEOUT = httpx.Timeout(60.0, connect=10.0)
STREAMING = httpx.Timeout(60.0, connect=10.0, read=None)
"""For answers that come when they come: rows, events, an engine's commands."""

SETTINGS = frozenset("memory_bytes threads timeout_seconds max_output_rows max_pairs max_spill_bytes strategy".split())

_locals: dict[str, HttpEngine] = {}
_lock = threading.Lock()


def local() -> HttpEngine:
    """The local engine of the home folder; it is found, or started, at the first request."""
    home = _local.home()
    with _lock:
        found = _locals.get(home)
        if found is None or found.is_closed:
            found = _locals[home] = HttpEngine(_local.Address(home))
        return found


def server(url: str, token: str | None) -> HttpEngine:
    """A server. Nothing is asked of it yet.

    Raises:
        errors.E101: it is no URL.
    """
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise errors.E101(f"'{url}' is no URL of a server: {error}") from None
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise errors.E101(f"'{url}' is no URL of a server", "", "Write it as https://dovetail.example.org.")
    return HttpEngine(_Server(url, token))


class _Server:
    """An address that is given."""

    same_files = False

    def __init__(self, url: str, token: str | None) -> None:
        self._url, self._token = url, token

    def find(self) -> tuple[str, str | None]:
        return self._url, self._token

    def lost(self) -> bool:
        """Whether to look again for an engine that did not answer."""
        return False

    def __str__(self) -> str:
        return self._url


class HttpEngine:
    """An engine to talk to. Any thread may use it.

    Args:
        address: says where it is, and with what secret; a local one may have to be started.
    """

    def __init__(self, address: _local.Address | _Server) -> None:
        self._address = address
        self._opening = threading.Lock()
        self._open: httpx.Client | None = None
        self._owner = os.getpid()
        self.is_closed = False

    def __str__(self) -> str:
        return str(self._address)

    def close(self) -> None:
        self.is_closed = True
        self._let_go()

    # --- requests ------------------------------------------------------------------------------------------------

    def _client(self) -> httpx.Client:
        with self._opening:
            if self._open is None or self._owner != os.getpid():  # connections are not shared with a forked process
                url, secret = self._address.find()
                headers = {"User-Agent": f"dovetail-python/{VERSION}"}
                if secret is not None:
                    headers["Authorization"] = f"Bearer {secret}"
                self._open = httpx.Client(
                    base_url=url, headers=headers, timeout=TIMEOUT, trust_env=not self._address.same_files
                )
                self._owner = os.getpid()
            return self._open

    def _let_go(self) -> None:
        with self._opening:
            client, self._open = self._open, None
        if client is not None:
            client.close()

    @contextmanager
    def _answer(self, method: str, path: str, **options: Any) -> Iterator[httpx.Response]:
        """An answer whose body is still to be read; a problem is raised. A local engine that has ended meanwhile is
        started again."""
        response = self._sent(method, path, options)
        try:
            if response.status_code >= 400:
                response.read()
                raise _problem(response)
            yield response
        except httpx.TransportError as error:
            self._unreachable(error)
        finally:
            response.close()

    def _sent(self, method: str, path: str, options: Mapping[str, Any]) -> httpx.Response:
        try:
            return self._send(method, path, options)
        except httpx.ConnectError as error:
            self._let_go()
            if not self._address.lost() or _is_spent(options):
                self._unreachable(error)
        except httpx.TransportError as error:
            self._unreachable(error)
        try:
            return self._send(method, path, options)
        except httpx.TransportError as error:
            self._unreachable(error)

    def _send(self, method: str, path: str, options: Mapping[str, Any]) -> httpx.Response:
        client = self._client()
        return client.send(client.build_request(method, path, **options), stream=True)

    def _unreachable(self, error: Exception) -> NoReturn:
        raise errors.E420(
            f"the engine at {self._address} does not answer: {str(error).rstrip('.') or type(error).__name__}",
            "",
            "Check that it runs; a run that was under way there is cancelled.",
        ) from error

    def _json(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        with self._answer(method, path, **options) as response:
            response.read()
            answer: dict[str, Any] = response.json() if response.content else {}
            return answer

    def _arrow(self, path: str, params: Mapping[str, Any]) -> _tables.ArrowRows:
        return _tables.ArrowRows(lambda: self._reader(path, params))

    def _reader(self, path: str, params: Mapping[str, Any]) -> pa.RecordBatchReader:
        answer = ExitStack()
        response = answer.enter_context(
            self._answer("GET", path, params=params, headers={"Accept": _tables.STREAM}, timeout=STREAMING)
        )

        def pieces() -> Iterator[bytes]:
            try:
                yield from response.iter_bytes()
            except httpx.TransportError as error:
                self._unreachable(error)

        return _tables.reader_from(pieces(), answer.close)

    # --- Spaces --------------------------------------------------------------------------------------------------

    def spaces(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._json("GET", "/v1/spaces")["spaces"]
        return found

    def space(self, name: str, version: int | None) -> dict[str, Any]:
        return self._json("GET", _path("spaces", name), params=_given(version=version))

    def versions(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._json("GET", _path("spaces", name, "versions"))["versions"]
        return found

    def put(self, name: str, table: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        params: dict[str, Any] = {"mode": options["mode"], "primary_key": options["primary_key"]}
        if options["unique"]:
            params["unique"] = "true"
        if options["schema"] is not None:
            params["schema"] = json.dumps(options["schema"])
        if isinstance(table, (str, PathLike)):
            file = fspath(table)
            kind = _tables.media_type(file, options["format"])
            content = _tables.pieces_of(file)
        else:
            kind = _tables.STREAM
            content = _tables.stream_of(_tables.reader_of(table, name))
        return self._json(
            "POST",
            _path("spaces", name, "rows"),
            params=params,
            content=_Body(content),
            headers={"Content-Type": kind},
            timeout=STREAMING,
        )

    def rows(self, name: str, version: int | None, limit: int | None) -> _tables.ArrowRows:
        return self._arrow(_path("spaces", name, "rows"), _given(version=version, limit=limit))

    def export(self, name: str, version: int | None, file: str, format: str | None) -> int:
        about = self.space(name, version)
        kind = _tables.media_type(file, format)
        with self._answer(
            "GET",
            _path("spaces", name, "rows"),
            params=_given(version=about["version"]),
            headers={"Accept": kind},
            timeout=STREAMING,
        ) as response:
            _tables.write(file, response.iter_bytes())
        rows: int = about["rows"]
        return rows

    def drop(self, name: str) -> None:
        self._json("DELETE", _path("spaces", name))

    # --- sessions ------------------------------------------------------------------------------------------------

    def sessions(self, query: Mapping[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._json("GET", "/v1/sessions", params=_given(**query))["sessions"]
        return found

    def session(self, id: str) -> dict[str, Any]:
        return self._json("GET", _path("sessions", id))

    def decisions(self, id: str, query: Mapping[str, Any]) -> _tables.ArrowRows:
        return self._arrow(_path("sessions", id, "decisions"), _given(**query))

    # --- tasks ---------------------------------------------------------------------------------------------------

    def plan(self, task: Task, settings: Mapping[str, Any]) -> dict[str, Any]:
        with self._travelling() as travel:
            message = task.message(travel.table, travel.hold, same_files=self._address.same_files)
            return self._json("POST", "/v1/plans", json={"task": message, "settings": _checked(settings)})

    def run(self, tasks: Sequence[Task], settings: Mapping[str, Any]) -> list[dict[str, Any]]:
        with self._travelling() as travel:
            messages = [task.message(travel.table, travel.hold, same_files=self._address.same_files) for task in tasks]
            # not waited for here, since a run can be cancelled only by its id
            run = self._json(
                "POST",
                "/v1/runs",
                json={"tasks": messages, "settings": _checked(settings), "wait_seconds": 0},
                headers={"Idempotency-Key": str(uuid.uuid4())},
            )
            if run["status"] in ("queued", "running"):
                run = self._awaited(run["id"], travel)
        if run["status"] != "done":
            raise errors.told(run.get("error") or {"code": "E402", "what": "the run was cancelled"})
        results: list[dict[str, Any]] = run["results"]
        for result in results:
            path = _path("runs", run["id"], "rows")
            result["source"] = lambda path=path, task=result["task"]: self._arrow(path, {"task": task})
        return results

    def _awaited(self, id: str, travel: _Travelling) -> dict[str, Any]:
        """Waits for the end of a run, and evaluates for it meanwhile; whatever ends the wait ends the run."""
        from ._evaluating import Evaluating

        cancel = _cancel.current.get()
        evaluating = Evaluating(self, id, travel.held) if travel.held else None
        try:
            if cancel is not None:
                cancel.on_cancel(lambda: self.end(id))
            if evaluating is not None:
                evaluating.start()
            run = self._watched(id) if _progress.is_wanted() else None
            while run is None or run["status"] in ("queued", "running"):
                run = self._json("GET", _path("runs", id), params={"wait_seconds": WAIT_SECONDS})
        except BaseException:
            self.end(id)
            raise
        finally:
            if cancel is not None:
                cancel.on_cancel(None)
            if evaluating is not None:
                evaluating.stop()
        if evaluating is not None and evaluating.fault is not None:
            raise evaluating.fault
        return run

    def end(self, id: str) -> None:
        """Cancels a run, if it still runs and the engine is there."""
        try:
            self._json("DELETE", _path("runs", id))
        except errors.DovetailError:
            pass  # it has ended, or its engine has

    def _watched(self, id: str) -> dict[str, Any] | None:
        """Shows progress until the run ends; None if the events end before."""
        shown = _progress.Progress()
        try:
            with self._answer(
                "GET", _path("runs", id, "events"), headers={"Accept": "text/event-stream"}, timeout=STREAMING
            ) as response:
                for kind, data in _events(response.iter_lines()):
                    if kind == "progress":
                        shown.show(data)
                    elif kind == "end":
                        return data
        except errors.E420:
            return None  # the question after the run says what is the matter
        finally:
            shown.close()
        return None

    @contextmanager
    def commands(self, id: str) -> Iterator[Iterator[bytes]]:
        """The engine's commands to the evaluator of a run, in pieces."""
        with self._answer("GET", _path("runs", id, "evaluator"), timeout=STREAMING) as response:
            yield response.iter_raw()

    def reply(self, id: str, frames: bytes) -> None:
        """Answers the engine's commands."""
        self._json(
            "POST",
            _path("runs", id, "evaluator"),
            content=frames,
            headers={"Content-Type": "application/octet-stream"},
        )

    def upload(self, table: Any, label: str) -> str:
        content = _Body(_tables.stream_of(_tables.reader_of(table, label)))
        answer = self._json(
            "POST", "/v1/uploads", content=content, headers={"Content-Type": _tables.STREAM}, timeout=STREAMING
        )
        id: str = answer["upload"]
        return id

    @contextmanager
    def _travelling(self) -> Iterator[_Travelling]:
        """What tasks need to travel; uploads are taken away again when they have run."""
        travel = _Travelling(self)
        try:
            yield travel
        finally:
            for id in travel.uploads.values():
                try:
                    self._json("DELETE", _path("uploads", id))
                except errors.DovetailError:
                    pass  # it vanishes by itself within the hour


class _Travelling:
    """The tables and functions of one run."""

    def __init__(self, engine: HttpEngine) -> None:
        self._engine = engine
        self._tables: list[Any] = []  # so that no id is used twice
        self.uploads: dict[int, str] = {}
        self.held: dict[int, Any] = {}

    def table(self, table: Any, label: str) -> dict[str, Any]:
        """Uploads a table, once however often it is an input."""
        if id(table) not in self.uploads:
            self._tables.append(table)
            self.uploads[id(table)] = self._engine.upload(table, label)
        return {"upload": self.uploads[id(table)], "name": label}

    def hold(self, function: Any) -> int:
        handle = len(self.held) + 1
        self.held[handle] = function
        return handle


class _Body:
    """A body that can be sent once."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.is_begun = False

    def __iter__(self) -> Iterator[bytes]:
        self.is_begun = True
        return self._pieces


def _is_spent(options: Mapping[str, Any]) -> bool:
    content = options.get("content")
    return isinstance(content, _Body) and content.is_begun


def _path(*parts: str) -> str:
    from urllib.parse import quote

    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def _checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(settings) - SETTINGS)
    if unknown:
        raise errors.E101(f"there is no setting '{unknown[0]}'", "", f"There are {', '.join(sorted(SETTINGS))}.")
    return _given(**settings)


def _problem(response: httpx.Response) -> errors.DovetailError:
    try:
        problem = response.json()
        if isinstance(problem, dict) and "code" in problem:
            return errors.told({"what": problem.get("title"), **problem})
        if isinstance(problem, dict) and "detail" in problem and response.status_code < 500:
            return errors.E421(f"{problem['detail']} (status {response.status_code})", str(response.request.url))
    except ValueError:
        pass
    return errors.E420(
        f"the engine answered with status {response.status_code}: {response.text[:200]}",
        str(response.request.url),
        "Check the address: it may be no Dovetail.",
    )


def _events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(kind, data) of server-sent events."""
    kind, data = "message", ""
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield kind, json.loads(data)
            kind, data = "message", ""
        elif name == "event":
            kind = value
        elif name == "data":
            data += value if not data else "\n" + value
