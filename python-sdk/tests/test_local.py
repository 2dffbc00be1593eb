"""The local engine is found, or started once, whatever was left behind."""

import json
import os
import pathlib
import signal
import sys
import threading

import pytest

pytest.importorskip("httpx")

from dovetail import _cli, _launch, _local, errors  # noqa: E402
from dovetail._http import HttpEngine  # noqa: E402
from dovetail._version import VERSION  # noqa: E402

FAKE = pathlib.Path(__file__).with_name("fake_engine.py")


@pytest.fixture
def home(tmp_path, monkeypatch):
    starts = tmp_path / "starts"
    line = [sys.executable, str(FAKE), str(tmp_path), VERSION, str(starts)]
    monkeypatch.setattr(_launch, "command", lambda arguments: line)
    yield tmp_path
    for pid in started(tmp_path):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def started(home):
    file = home / "starts"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def test_it_is_started_once_and_found_again(home):
    first = _local.Address(str(home)).find()
    assert _local.Address(str(home)).find() == first
    assert first[1] == "s3cret" and len(started(home)) == 1


def test_starters_that_race_end_well(home):
    found = []
    threads = [threading.Thread(target=lambda: found.append(_local.Address(str(home)).find())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1 and len(started(home)) == 1


@pytest.mark.parametrize(
    "left",
    [
        "no json",
        "{}",
        json.dumps({"pid": 2**22 + 1, "port": 9, "secret": "x"}),
        json.dumps({"pid": os.getpid(), "port": 9, "secret": "x"}),
    ],
)
def test_what_a_dead_engine_left_is_replaced(home, left):
    file = home / f"engine-{VERSION}.json"
    file.write_text(left)
    assert _local.Address(str(home)).find()[1] == "s3cret"
    assert json.loads(file.read_text())["pid"] == started(home)[0]


def test_an_engine_that_ends_between_requests_is_started_again(home):
    engine = HttpEngine(_local.Address(str(home)))
    assert engine.spaces() == []
    (pid,) = started(home)
    os.kill(pid, signal.SIGKILL)
    while _local._is_alive(pid) and not _is_zombie(pid):
        pass
    assert engine.spaces() == []
    assert len(started(home)) == 2
    engine.close()


def _is_zombie(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_one_that_does_not_start_says_why(home, monkeypatch):
    text = "import sys; print('no room', file=sys.stderr); sys.exit(4)"
    monkeypatch.setattr(_launch, "command", lambda arguments: [sys.executable, "-c", text])
    with pytest.raises(errors.E420, match="did not start: no room"):
        _local.Address(str(home)).find()


def test_a_runtime_is_looked_for_in_order(tmp_path, monkeypatch):
    def runtime(name, version, modules="java.base"):
        home = tmp_path / name
        (home / "bin").mkdir(parents=True)
        (home / "bin/java").write_text("")
        (home / "bin/java").chmod(0o755)
        (home / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n')
        return home

    old, new, other = runtime("a", "24.0.1"), runtime("b", "25", "java.base jdk.internal.vm.ci"), runtime("c", "25.0.2")
    monkeypatch.setattr(_launch, "USUAL", (str(tmp_path / "*"),))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("JAVA_HOME", str(old))
    assert _launch.java_home() == str(new)
    monkeypatch.setenv("JAVA_HOME", str(other))
    assert _launch.java_home() == str(other)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert any(flag.startswith("-Ddovetail.jit=") for flag in _launch.flags(str(new)))
    assert not any(flag.startswith("-Ddovetail.jit=") for flag in _launch.flags(str(other)))
    (python,) = [flag for flag in _launch.flags(str(new)) if flag.startswith("-Ddovetail.python=")]
    assert os.listdir(python.partition("=")[2]) == ["dovetail"]


def test_the_command_says_what_is_missing(monkeypatch, capsys):
    def refuse(arguments):
        raise errors.E420("no Java")

    monkeypatch.setattr(_launch, "command", refuse)
    with pytest.raises(SystemExit) as ended:
        _cli.main()
    assert (ended.value.code, capsys.readouterr().err) == (4, "dovetail: E420: no Java.\n")
