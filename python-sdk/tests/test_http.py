"""What a server may answer, from a stand-in that answers it: problems, events, broken connections, and who it is not."""

import http.server
import json
import threading

import pytest

pytest.importorskip("httpx")

from dovetail import _http, _progress, connect, errors  # noqa: E402


@pytest.fixture
def answering():
    """Makes a client of a server that answers each path as it is told."""
    asked, servers = [], []

    def make(answers):
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                size = int(self.headers.get("Content-Length") or 0)
                asked.append((self.command, self.path, self.headers["Authorization"], self.rfile.read(size)))
                status, kind, body = answers[self.path.partition("?")[0]]
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return connect(f"http://127.0.0.1:{server.server_port}", token="t0ken")

    make.asked = asked
    yield make
    for server in servers:
        server.shutdown()
        server.server_close()


PROBLEM = "application/problem+json"


def test_a_problem_becomes_its_error(answering):
    problem = {"code": "E210", "blame": "REQUEST", "what": "there is no Space 'news'", "where": "", "remedy": "Look."}
    client = answering({"/v1/spaces/news": (404, PROBLEM, problem)})
    with pytest.raises(errors.E210) as caught:
        client.space("news").show()
    assert str(caught.value) == "E210: there is no Space 'news'. Look."
    assert answering.asked == [("GET", "/v1/spaces/news", "Bearer t0ken", b"")]


def test_a_request_that_the_server_does_not_take_is_told_in_its_words(answering):
    refused = {
        "title": "Unauthorized",
        "status": 401,
        "detail": "the request has no valid token",
        "type": "about:blank",
    }
    client = answering({"/v1/spaces": (401, PROBLEM, refused)})
    with pytest.raises(errors.E421, match="no valid token \\(status 401\\)") as caught:
        client.spaces()
    assert caught.value.exit_code == 1


def test_what_is_no_dovetail_is_told_from_one(answering):
    client = answering({"/v1/spaces": (502, "text/html", b"<h1>Bad gateway</h1>")})
    with pytest.raises(errors.E420, match="status 502: <h1>Bad gateway"):
        client.spaces()


def test_a_server_that_is_not_there():
    with pytest.raises(errors.E420, match="does not answer"):
        connect("http://127.0.0.1:9").spaces()
    with pytest.raises(errors.E101, match="no URL"):
        connect("nowhere").spaces()


def test_names_are_quoted(answering):
    client = answering({"/v1/spaces/a%2Fb%3F": (200, "application/json", {"name": "a/b?", "version": 1, "rows": 0})})
    assert client.space("a/b?").show().rows == 0


def test_rows_that_break_off_are_no_table(answering):
    pa = pytest.importorskip("pyarrow")
    client = answering({"/v1/spaces/a/rows": (200, "application/vnd.apache.arrow.stream", b"\xff\xff\xff\xff\x10\0")})
    with pytest.raises((pa.ArrowInvalid, OSError)):
        client.space("a").to_arrow()


def test_events_are_read_as_they_come():
    lines = [
        "",
        ": still there",
        "data: ",
        "",
        "id: 4",
        "event: progress",
        'data: {"done": 1,',
        'data: "total": 2}',
        "",
    ]
    assert list(_http._events(iter(lines))) == [("progress", {"done": 1, "total": 2})]


def test_a_failed_run_is_raised_with_its_traceback(answering):
    error = {
        "code": "E120",
        "blame": "DATA",
        "what": "fn raised",
        "where": "x key 1, y key 2",
        "traceback": '  File "f"',
    }
    run = {"id": "r", "status": "failed", "results": [], "error": error}
    client = answering({"/v1/runs": (200, "application/json", run)})
    from dovetail import Join

    with pytest.raises(errors.E120) as caught:
        client.run(Join(input_spaces="a", output_space="b", fn="lambda x, y: True"), threads=2)
    assert caught.value.keys == {"x": "1", "y": "2"}
    sent = json.loads(answering.asked[0][3])
    assert (sent["settings"], sent["wait_seconds"], sent["tasks"][0]["input_spaces"]) == ({"threads": 2}, 0, ["a"])


def test_a_server_reads_no_folder_of_this_machine(answering):
    import fixtures_module

    from dovetail import Join

    task = Join(input_spaces="a", output_space="b", fn=fixtures_module.same)
    assert task.to_json()["fn"]["importable"] == "fixtures_module:same"
    run = {"id": "r", "status": "done", "results": [{"task": "join", "rows": 1, "session": "s"}]}
    client = answering({"/v1/runs": (200, "application/json", run)})
    client.run(task)
    assert "python_function" in json.loads(answering.asked[0][3])["tasks"][0]["fn"]


def test_progress_is_for_people(monkeypatch, capsys):
    assert not _progress.is_wanted(), "stderr is no terminal here"
    monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    shown = _progress.Progress()
    shown.show({"task": "j", "stage": "join", "done": 1000, "total": 2000})
    shown.show({"task": "j", "stage": "write", "done": 1, "total": -1})
    shown.close()
    assert capsys.readouterr().err.split("\r")[1:3] == ["j: join 1,000 of 2,000", "j: write 1            "]
